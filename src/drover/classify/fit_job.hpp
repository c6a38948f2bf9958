#pragma once

#include <optional>

#include <drover/classify/summary.hpp>
#include <drover/classify/tuning.hpp>
#include <drover/job/checkpoint.hpp>

namespace drover::classify {

struct FitJobOptions {
    std::int64_t updates = 100'000;  ///< as in JobOptions
    bool tune = false;               ///< search for scales and rates first, on a new classifier
    std::size_t keep = 0;            ///< make it compact in the end: weights to keep; 0: all
    ThreadPool* pool = nullptr;      ///< results do not depend on it
    MemoryLimit memory = {};
};

/// A compact classifier compared with the complete one, on training cases.
struct Comparison {
    std::size_t kept = 0;   ///< weights, of each system
    std::size_t cases = 0;  ///< that were compared: all, or 2,000 evenly spaced ones
    double difference = 0;  ///< share of cases with another label
    double full_error = 0;
    double error = 0;
};

struct FitResult {
    Classifier classifier;  ///< compact once it has been compared, complete before
    Summary summary = {};   ///< of the complete one
    std::optional<Tuning> tuning = {};
    std::optional<Comparison> comparison = {};
};

/// All that drover fit does: up to three stages, each with a progress of its own.
///     do {
///         end = run_job(job, run);
///     } while (end == JobEnd::finished && job.next_stage());
class FitJob final : public drover::Job {
  public:
    enum class Stage : std::uint8_t {
        tune,     ///< the unit is the update, as in TuneJob
        train,    ///< the unit is the update, as in Job
        compare,  ///< the unit is the weight vector that votes; one slice does it all
    };

    /// Throws InputError where Job and TuneJob do. The examples must outlive the job.
    FitJob(const Examples& train, const Options& options, const FitJobOptions& job);
    FitJob(const Examples& train, Classifier begun, const FitJobOptions& job);
    ~FitJob() override;

    Stage stage() const { return stage_; }
    /// To be called when advance() has returned false: whether there is more to do.
    bool next_stage();

    bool advance(std::int64_t budget, const RunControl& control) override;
    JobProgress progress() const override;
    /// A comparison starts anew.
    void save(SealedWriter& out) const override;
    void restore(SealedReader& in) override;

    /// The examples and the options, however they were given: further updates of a classifier have the
    /// identity of a run with its options. Messages call the examples `data`.
    JobIdentity identity(const std::string& data) const;
    /// Updates of each trial.
    std::int64_t trial_updates() const;
    /// After the updates so far. Nothing while it is still tuning.
    std::optional<FitResult> result() &&;

  private:
    void begin_training(const Options& options);
    void begin_comparing();
    bool compare(const RunControl& control);

    const Examples& train_;
    Options given_;
    std::string case_digest_;
    FitJobOptions options_;
    Stage stage_;
    std::unique_ptr<TuneJob> tune_;
    std::unique_ptr<classify::Job> training_;
    std::int64_t replayed_ = 0;  // weight vectors that vote in the comparison
    std::optional<Classifier> compact_;
    std::optional<Comparison> comparison_;
};

}  // namespace drover::classify
