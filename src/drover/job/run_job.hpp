#pragma once

#include <functional>

#include <drover/job/job.hpp>

namespace drover {

/// How a job is run. Without anything here it runs to its end.
struct JobRun {
    const StopFlag* stop = nullptr;
    std::function<void(const JobProgress&)> progress = {};  ///< called from any thread, never twice at once
    std::optional<RunControl::Clock::time_point> deadline = {};  ///< a moment, so that set-up counts too
    std::function<bool()> goal = {};  ///< asked after every slice: nothing more is needed
    std::int64_t slice = 0;           ///< units between two questions; 0: so many that it takes a while
    std::int64_t save_every = 0;      ///< units between two calls of `save`; 0: only when it ends early
    std::function<void(const Job&)> save = {};  ///< keeps a checkpoint
};

enum class JobEnd {
    finished,
    goal,
    time,     ///< the deadline passed
    stopped,  ///< the flag was set
};

/// Runs a job slice by slice. A job that ends early, by a stop or for want of time, is saved once more.
JobEnd run_job(Job& job, const JobRun& run);
/// A run with the stop, the deadline and the progress of a control, which must outlive it.
JobRun job_run_of(const RunControl& control);

}  // namespace drover
