#pragma once

#include <drover/core/memory_limit.hpp>
#include <drover/job/checkpoint.hpp>
#include <drover/rbm/rbm.hpp>

namespace drover::rbm {

struct JobOptions {
    std::int64_t steps = 2000;
    ThreadPool* pool = nullptr;  ///< results do not depend on it
    MemoryLimit memory = {};     ///< a machine that needs more is refused before it starts
};

/// Training as a job; its unit is the step.
class Job final : public drover::Job {
  public:
    /// A new model. Throws InputError where start() does, for too many steps, and for want of memory.
    Job(std::vector<std::string> names, std::vector<ObservedRow> cases, const Options& options,
        const JobOptions& job = {});
    /// So many further steps of a model.
    explicit Job(Model model, const JobOptions& job = {});

    bool advance(std::int64_t budget, const RunControl& control) override;
    JobProgress progress() const override;
    void save(SealedWriter& out) const override;
    void restore(SealedReader& in) override;

    /// The cases, the options of the model and the steps in all, however they were given: further steps of a
    /// model have the identity of a run that takes all of its steps. Messages call the cases `data`.
    JobIdentity identity(const std::string& data) const;
    /// The model after the steps so far.
    Model result() const;

  private:
    Model model_;         // without its state
    std::int64_t first_;  // steps before this job
    std::int64_t last_;   // steps at its end
    Herder herder_;
    std::int64_t positive_margins_;
};

}  // namespace drover::rbm
