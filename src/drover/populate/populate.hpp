#pragma once

#include <functional>
#include <memory>

#include <drover/core/run_control.hpp>
#include <drover/populate/page.hpp>

namespace drover {
class ThreadPool;
}

namespace drover::populate {

struct Options {
    std::int64_t repair_passes = 1;  ///< that replace households at the end; 0: every prefix stays good
    double pull = 0.02;              ///< towards the sample's own mix, raked to the totals: 0 to 0.25
    RunControl control = {};         ///< counts households, placed or examined in the repair
    ThreadPool* pool = nullptr;      ///< results never depend on it
};

/// Households of the sample for every zone.
struct Result {
    std::vector<std::uint32_t> zones;       ///< of each household, in the order in which they were placed
    std::vector<std::uint32_t> households;  ///< the number in the sample, in the same order
    std::vector<PlacedHousehold> weights;   ///< zone after zone, by number; only those above 0
    Fit fit;
    std::vector<ErrorPoint> course;
    std::vector<std::int64_t> replaced;  ///< by each pass of the repair
    std::vector<std::string> notes;
    bool interrupted = false;  ///< then nothing else is filled in
};

/// A run that can be stopped, saved and resumed.
class Job {
  public:
    /// The caller keeps the input, which must outlive the job.
    Job(const Input& input, Options options);
    ~Job();
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    Job(Job&&) = delete;
    Job& operator=(Job&&) = delete;

    /// Households to be placed, and examined in the repair.
    std::int64_t work() const;
    void follow(RunControl control);
    /// Runs to the end, or returns false if it was stopped. Calls `save` after every `save_every`
    /// households; 0: never.
    bool run(std::int64_t save_every = 0, const std::function<void()>& save = {});

    /// All that the rest of the run depends on: counts and signatures, to be sealed by the caller.
    std::vector<std::uint64_t> state() const;
    /// Throws InputError naming `name` unless it is the state of such a run.
    void restore(const std::vector<std::uint64_t>& state, const std::string& name);

    /// Only once the run has finished.
    Result result() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

Result populate(const Input& input, const Options& options = {});

/// The keys of its fit, then replaced, replaced_households, notes, and one entry per note.
void add_result(Report& report, const Input& input, const Result& made);

}  // namespace drover::populate
