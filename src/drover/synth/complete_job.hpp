#pragma once

#include <memory>

#include <drover/job/job.hpp>
#include <drover/job/row_sink.hpp>
#include <drover/synth/synth.hpp>

namespace drover::synth {

/// A run of complete() in slices; its unit are the rows read.
class CompleteJob final : public drover::Job {
  public:
    /// Throws as synth::Job does. The text and the sink must outlive the job. Blocks of the sink have the
    /// cells of the rows that were filled; their bytes have the columns of the text first, and all rows.
    CompleteJob(const TableSet& tables, const TableText& partial, const Options& options, RowSink& rows);
    ~CompleteJob() override;

    bool advance(std::int64_t budget, const RunControl& control) override;
    JobProgress progress() const override;
    void save(SealedWriter& out) const override;
    void restore(SealedReader& in) override;

    /// All but the cells, after the last advance(). Throws InputError if no row could be filled, and Stopped
    /// if none was read.
    Result result() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace drover::synth
