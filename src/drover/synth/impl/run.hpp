#pragma once

#include <drover/job/row_sink.hpp>
#include <drover/synth/impl/generator.hpp>
#include <drover/tables/impossible.hpp>

namespace drover::synth::impl {

/// Rows are handed over in blocks of so many; also how often a goal is checked.
inline constexpr std::int64_t chunk_rows = 1024;

/// Rows on their way to the sink: counted, with the columns in the order of the tables given.
class Run {
  public:
    /// The sink must outlive it.
    Run(const TableSet& tables, const Options& options, Task task, RowSink& sink);
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    Run(Run&&) = delete;
    Run& operator=(Run&&) = delete;
    ~Run() = default;

    Generator& generator() { return generator_; }
    const Generator& generator() const { return generator_; }
    const Plan& plan() const { return generator_.plan(); }
    RowSink& sink() { return sink_; }
    /// Of the rows as they are written.
    const Schema& schema() const { return schema_; }

    void hand_over(std::span<const std::uint32_t> cells);
    /// Rows with the columns in the order in which they are written, valid until the next call.
    std::span<const std::uint32_t> shown_rows(std::span<const std::uint32_t> rows);
    /// Counts a row that is handed over.
    void record(std::span<const std::uint32_t> row);

    double mean_tv() const;

    /// The position of the sink and the state of the rows.
    void save(SealedWriter& out) const;
    /// Throws InputError unless all fits together: every number is compared with the rows that were written,
    /// or with what a run can come to. `is_made`: whether a row of the file, from 0, was made by the
    /// run.
    void restore(SealedReader& in, std::int64_t most_rows, const std::function<bool(std::int64_t)>& is_made);
    /// All but the cells and what only a job knows.
    Result result() const;

  private:
    CsvOptions csv_;
    RunControl control_;
    RowSink& sink_;
    Generator generator_;
    Schema schema_;
    std::vector<std::uint32_t> shown_;
    DistinctRows distinct_;
    ImpossibleRows impossible_;
};

}  // namespace drover::synth::impl
