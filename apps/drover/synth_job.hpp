#pragma once

#include <drover/data/row_writer.hpp>
#include <drover/record/impossible.hpp>
#include <drover/report/html_report.hpp>

#include "checkpoint.hpp"
#include "partial_rows.hpp"
#include "row_output.hpp"
#include "synth_input.hpp"
#include "terminal.hpp"

namespace drover::cli {

/// One run of synth: rows are made, written and counted, chunk after chunk.
class SynthJob {
  public:
    SynthJob(const SynthOptions& options, SynthPlan plan, Streams& streams);

    void run();

    const SynthPlan& plan() const { return plan_; }
    const Synthesizer& synthesizer() const { return synthesizer_; }
    const RowOutput& output() const { return output_; }
    FitSummary fit() const;
    /// Mean total variation along the way; only with a report.
    const std::vector<ErrorPoint>& course() const { return course_; }
    bool interrupted() const { return interrupted_; }
    /// Makes the file of rows appear.
    void commit() { output_.commit(); }

  private:
    void resume();
    void fill_partial_rows();
    void make_rows();
    std::size_t next_chunk(std::int64_t made) const;
    void write_rows(const std::vector<std::uint32_t>& cells);
    const CategoryRow& completed(const PartialRows& rows);
    void mark_course();
    double mean_tv() const;
    bool is_done(double seconds) const;
    Checkpoint checkpoint() const;
    void save_checkpoint();

    const SynthOptions& options_;
    Streams& streams_;
    SynthPlan plan_;
    Synthesizer synthesizer_;
    RowWriter writer_;
    RowOutput output_;
    DistinctRows distinct_;
    ImpossibleRows impossible_;
    std::vector<ErrorPoint> course_;
    std::int64_t last_checkpoint_ = 0;
    bool interrupted_ = false;
};

}  // namespace drover::cli
