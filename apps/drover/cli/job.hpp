#pragma once

#include <functional>
#include <optional>
#include <string>

#include <drover/job/checkpoint.hpp>
#include <drover/job/run_job.hpp>

#include "common.hpp"
#include "output.hpp"
#include "terminal.hpp"

namespace drover::cli {

/// The options of commands that run long.
struct JobOptions {
    std::string time;
    std::string checkpoint;
    std::int64_t checkpoint_every = 0;
    std::string resume;

    bool is_resumable() const { return !checkpoint.empty() || !resume.empty(); }
};

/// `unit`: what is counted between two checkpoints, "rows"; `every`: how many by default.
void describe(OptionList& list, JobOptions& options, const std::string& unit, std::int64_t every);

/// A number above 0 with a unit of time: 10s, 5m, 2h; without one it is seconds. Nothing for an empty text.
std::optional<std::chrono::duration<double>> parse_time(const std::string& text);

/// Throws InputError for an option among `names` that was given although --resume names the model `path`,
/// which has its own.
void check_left_to_model(const Option& given, const Option& unset, const std::string& path);
template <class Options>
void check_left_to_model(Options given, Options defaults, const std::vector<std::string>& names,
                         const std::string& path) {
    OptionList now;
    OptionList before;
    describe(now, given);
    describe(before, defaults);
    for (const std::string& name : names) check_left_to_model(now.at(name), before.at(name), path);
}

/// What a command does beside the slices and the checkpoints of its job.
struct RunHooks {
    std::function<bool()> goal = {};
    std::function<void()> before_save = {};  ///< rows are put on disk before the checkpoint names them
    std::function<void()> after_save = {};
};

/// A command that runs long. Made first: reading and set-up count against --time and see Ctrl-C.
class LongRun {
  public:
    /// Throws InputError or IoError at once for a time that is none and a checkpoint that cannot be written.
    LongRun(const JobOptions& options, const CommonOptions& common, Streams& streams);

    /// For the work before the job; `what` is shown with its progress of `total` units.
    RunControl set_up(const std::string& what, std::int64_t total = 0, const std::string& unit = "");

    /// Restores the job from the checkpoint of --resume.
    void resume(Job& job, const JobIdentity& identity);
    /// Runs the job, with its progress, --time, and --checkpoint.
    JobEnd run(Job& job, const JobIdentity& identity, const std::string& what, const std::string& unit,
               const RunHooks& hooks = {});

  private:
    void save(const Job& job, const JobIdentity& identity, const RunHooks& hooks);

    const JobOptions& options_;
    const CommonOptions& common_;
    Streams& streams_;
    std::optional<RunControl::Clock::time_point> deadline_;
    std::optional<ModelFile> checkpoint_;
    std::optional<Progress> progress_;
};

}  // namespace drover::cli
