#pragma once

#include <memory>

#include <drover/job/job.hpp>
#include <drover/populate/populate.hpp>

namespace drover::populate {

/// populate() in slices. The unit is a household, placed or examined in the repair.
class Job final : public drover::Job {
  public:
    /// The caller keeps the input, which must outlive the job. Throws InputError for options out of range and
    /// for more households than the memory allows, Stopped if the control of the options asks for that.
    Job(const Input& input, Options options);
    ~Job() override;
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;
    Job(Job&&) = delete;
    Job& operator=(Job&&) = delete;

    bool advance(std::int64_t budget, const RunControl& control) override;
    JobProgress progress() const override;
    void save(SealedWriter& out) const override;
    void restore(SealedReader& in) override;

    /// The households placed so far, as they are now. Every prefix of a run serves its zones in proportion.
    Result result() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace drover::populate
