#pragma once

#include <memory>

#include <drover/classify/classify.hpp>
#include <drover/core/memory_limit.hpp>
#include <drover/job/job.hpp>

namespace drover::classify {

namespace impl {
class Training;
}

struct JobOptions {
    std::int64_t updates = 100'000;  ///< of each system, those of a given classifier included
    ThreadPool* pool = nullptr;      ///< results do not depend on it
    MemoryLimit memory = {};         ///< weights that need more are refused before they are made
};

/// Training as a job. Its unit is the update of one system; a system that settles early has them all. FitJob
/// is the same with tuning before it and a compact model after it.
class Job final : public drover::Job {
  public:
    /// A new classifier. Throws InputError where start() and train() do, and for want of memory. The examples
    /// must outlive the job.
    Job(const Examples& train, const Options& options, const JobOptions& job = {});
    /// Continues with a classifier and the examples that it was started with.
    Job(const Examples& train, Classifier begun, const JobOptions& job = {});
    ~Job() override;

    bool advance(std::int64_t budget, const RunControl& control) override;
    JobProgress progress() const override;
    void save(SealedWriter& out) const override;
    void restore(SealedReader& in) override;

    /// The classifier after the updates so far. Of a job that is moved from, nothing else may be asked.
    const Classifier& result() &;
    Classifier result() &&;

  private:
    const Examples& train_;
    JobOptions options_;
    Classifier model_;
    std::unique_ptr<impl::Training> training_;
};

}  // namespace drover::classify
