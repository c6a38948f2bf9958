#pragma once

#include <drover/core/sha256.hpp>
#include <drover/data/row_writer.hpp>
#include <drover/synth/checkpoint.hpp>
#include <drover/synth/impl/generator.hpp>
#include <drover/tables/impossible.hpp>

namespace drover::synth::impl {

/// Rows are handed over in blocks of so many; also how often a goal is checked.
inline constexpr std::int64_t chunk_rows = 1024;

/// Rows on their way to the caller: written as CSV with the columns in the order of the tables given, counted
/// and digested.
class Run {
  public:
    Run(const TableSet& tables, const Options& options, Task task);
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    Run(Run&&) = delete;
    Run& operator=(Run&&) = delete;
    ~Run() = default;

    Generator& generator() { return generator_; }
    const Generator& generator() const { return generator_; }
    const Plan& plan() const { return generator_.plan(); }
    RowWriter& writer() { return writer_; }
    /// Of the rows as they are written.
    const Schema& schema() const { return schema_; }

    void hand_over(std::span<const std::uint32_t> cells, const TakeRows& take);
    void hand_over(const RowBlock& block, const TakeRows& take);
    /// Rows with the columns in the order in which they are written, valid until the next call.
    std::span<const std::uint32_t> shown_rows(std::span<const std::uint32_t> rows);
    /// Counts a row that is handed over.
    void record(std::span<const std::uint32_t> row);

    double mean_tv() const;
    /// Whether these are the rows of the checkpoint, in every number; they are then counted as
    /// handed over.
    bool accepts(const Checkpoint& checkpoint, const ReadBlock& read, const std::string& rows_name);
    Checkpoint checkpoint() const;
    /// All but the cells and what only a job knows.
    Result result() const;

  private:
    CsvOptions csv_;
    Generator generator_;
    Schema schema_;
    std::vector<std::uint32_t> shown_;
    RowWriter writer_;
    DistinctRows distinct_;
    ImpossibleRows impossible_;
    Sha256 digest_;
    std::int64_t byte_count_ = 0;
};

}  // namespace drover::synth::impl
