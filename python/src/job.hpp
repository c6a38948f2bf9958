#pragma once

#include <string>

#include <drover/core/memory_limit.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/job/checkpoint.hpp>
#include <drover/job/row_sink.hpp>
#include <drover/job/run_job.hpp>

#include "bindings.hpp"
#include "follow.hpp"

namespace drover::python {

class CheckpointFile;

/// The keywords that every call that runs long has, for work on another thread.
struct RunPlan {
    Deadline deadline = {};
    MemoryLimit memory = {};
    std::size_t threads = 0;
    std::shared_ptr<CheckpointFile> checkpoint = {};
    std::int64_t checkpoint_every = 0;  ///< 0: as the product has it
    std::string resume = {};

    bool is_resumable() const { return checkpoint != nullptr || !resume.empty(); }
};

/// The same as an object of Python, with the function that is told the progress. Made first: what is read
/// afterwards counts against its time.
struct LongRun {
    RunPlan plan;
    nb::object progress;

    Watcher watcher() const { return {.progress = progress, .deadline = plan.deadline}; }
};

/// For what is read before the work of a run begins: its time, but no progress. A null pointer: no run.
inline Watcher reading_by(const LongRun* run) {
    return run == nullptr ? Watcher{} : Watcher{.deadline = run->plan.deadline};
}

/// What messages and checkpoints call a run: name, SHA-256 and option of its inputs, and its options.
using PyInputs = std::vector<std::tuple<std::string, std::string, std::string>>;
JobIdentity identity_of(std::string product, std::uint64_t version, const PyInputs& inputs,
                        const NamedTexts& options);

/// The time was up before there was a result.
class TimeIsUp : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// How a job of this kind is run.
struct JobKind {
    JobIdentity identity;
    std::string unit;                   ///< "rows"
    std::int64_t checkpoint_every = 0;  ///< units between two checkpoints, unless the plan says
    bool has_partial_result = true;     ///< from its first unit on; else TimeIsUp is thrown if it ends late
    std::function<bool()> goal = {};
    RowSink* rows = nullptr;  ///< on disk before a checkpoint names them
};

/// On the thread of the work, once the job is made: restores it from the checkpoint to resume, runs it, and
/// saves checkpoints. Throws Stopped if it was stopped, TimeIsUp if it ended early without a result.
JobEnd run(Job& job, const JobKind& kind, const RunPlan& plan, Course& course);
[[noreturn]] void fail_late(const Job& job, const JobKind& kind, const RunPlan& plan);

}  // namespace drover::python
