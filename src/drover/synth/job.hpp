#pragma once

#include <memory>

#include <drover/job/job.hpp>
#include <drover/job/row_sink.hpp>
#include <drover/synth/synth.hpp>

namespace drover::synth {

/// A run of synthesize() in slices; its unit are rows.
class Job final : public drover::Job {
  public:
    /// Throws InputError where the numbers or the options cannot work, and Stopped where options.control asks
    /// for that. Rows go to the sink, which must outlive the job.
    Job(const TableSet& tables, const Options& options, RowSink& rows);
    ~Job() override;

    bool advance(std::int64_t budget, const RunControl& control) override;
    JobProgress progress() const override;
    /// Hands over the rows that wait first.
    void save(SealedWriter& out) const override;
    void restore(SealedReader& in) override;
    /// Throws InputError if the job cannot be saved, because rows are repaired at the end or shuffled.
    void check_resumable() const;

    /// All but the cells, after the last advance(): rows that wait are handed over, and nothing may follow.
    /// Throws Stopped if there is no row. Only the caller knows whether it was interrupted.
    Result result() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace drover::synth
