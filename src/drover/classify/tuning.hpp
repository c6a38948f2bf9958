#pragma once

#include <memory>
#include <string>
#include <vector>

#include <drover/classify/job.hpp>

namespace drover::classify {

/// One trial of a search for options.
struct Trial {
    std::string what;  ///< what was changed: "input_scale 8"
    Options options;
    double error = 0;  ///< on the held-out examples
    bool is_better = false;
};

struct Tuning {
    Options options;  ///< the best
    std::vector<Trial> trials;
    std::size_t held_out = 0;  ///< examples
    bool stopped = false;
};

/// Trains on nine tenths of the examples with other input scales, rates and ratios of rates, one change at a
/// time, and keeps a change if the held-out tenth has clearly fewer errors. Below 10,000 examples, up to five
/// tenths are held out in turn. A small search in a fixed order: the same on every machine. Every trial takes
/// `run.updates` updates, half of them as burn-in; the burn-in of the options is kept. The control is told
/// the updates done. Throws InputError where start does, and below ten examples.
Tuning tune(const Examples& train, const Options& options, const RunOptions& run);

/// How many updates tune takes in all, with `updates` per trial.
std::int64_t tuning_update_count(const Examples& train, const Options& options, std::int64_t updates);

/// The same search as a job. Its unit is the update of one system in one trial. Stopped within a trial, it
/// goes on there.
class TuneJob final : public drover::Job {
  public:
    /// With `job.updates` per trial. The examples may go; the job has its own.
    TuneJob(const Examples& train, const Options& options, const JobOptions& job);
    ~TuneJob() override;

    bool advance(std::int64_t budget, const RunControl& control) override;
    JobProgress progress() const override;
    void save(SealedWriter& out) const override;
    void restore(SealedReader& in) override;

    /// The best of the trials so far; `stopped` unless all were made.
    const Tuning& result() const;

  private:
    class Search;
    std::unique_ptr<Search> search_;
};

}  // namespace drover::classify
