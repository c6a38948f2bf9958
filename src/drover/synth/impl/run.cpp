#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <drover/data/coded_blocks.hpp>
#include <drover/synth/impl/run.hpp>
#include <drover/tables/cell_hits.hpp>
#include <drover/tables/memory.hpp>
#include <drover/tables/table_error.hpp>

namespace drover::synth::impl {
namespace {

// The columns in the order in which they are written.
Schema shown_schema(const Schema& schema, const std::vector<std::size_t>& columns) {
    Schema shown;
    for (const std::size_t column : columns) shown.columns.push_back(schema.columns[column]);
    return shown;
}

// The tables of a fit in the order of these names.
void order_tables(FitSummary& fit, const std::vector<std::string>& names) {
    const auto place = [&](std::size_t table) {
        return std::find(names.begin(), names.end(), fit.tables[table].name) - names.begin();
    };
    std::vector<std::size_t> order(fit.tables.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    if (std::is_sorted(order.begin(), order.end())) return;
    std::vector<TableFit> tables;
    std::vector<std::size_t> new_place(order.size());
    double tv_sum = 0;
    for (const std::size_t table : order) {
        new_place[table] = tables.size();
        tv_sum += fit.tables[table].tv;
        tables.push_back(std::move(fit.tables[table]));
    }
    for (TableFit& table : tables) table.worst.table = new_place[table.worst.table];
    for (CellFit& cell : fit.worst_cells) cell.table = new_place[cell.table];
    fit.tables = std::move(tables);
    fit.mean_tv = tv_sum / static_cast<double>(order.size());
}

}  // namespace

Run::Run(const TableSet& tables, const Options& options, Task task)
    : csv_{options.csv},
      generator_{with_memory_context(tables, [&] { return Generator{make_plan(tables, options, task)}; })},
      schema_{shown_schema(plan().tables.schema, plan().columns)},
      writer_{schema_, csv_},
      impossible_{plan().targets} {}

void Run::hand_over(std::span<const std::uint32_t> cells, const TakeRows& take) {
    const std::size_t n = plan().tables.schema.columns.size();
    const std::size_t chunk = static_cast<std::size_t>(chunk_rows) * n;
    for (std::size_t from = 0; from < cells.size(); from += chunk) {
        const std::span part = cells.subspan(from, std::min(chunk, cells.size() - from));
        const std::span shown = shown_rows(part);
        std::string text;
        for (std::size_t at = 0; at < part.size(); at += n) {
            writer_.append(shown.subspan(at, n), text);
            record(part.subspan(at, n));
        }
        hand_over({shown, text}, take);
    }
}

std::span<const std::uint32_t> Run::shown_rows(std::span<const std::uint32_t> rows) {
    const std::vector<std::size_t>& columns = plan().columns;
    if (std::is_sorted(columns.begin(), columns.end())) return rows;
    shown_.clear();
    for (std::size_t at = 0; at < rows.size(); at += columns.size()) {
        for (const std::size_t column : columns) shown_.push_back(rows[at + column]);
    }
    return shown_;
}

void Run::hand_over(const RowBlock& block, const TakeRows& take) {
    digest_.add(block.csv);
    byte_count_ += static_cast<std::int64_t>(block.csv.size());
    take(block);
}

void Run::record(std::span<const std::uint32_t> row) {
    distinct_.record(row);
    impossible_.record(row);
    // A result that breaks its promise must not be given out.
    if (plan().options.hard_zeros && impossible_.count() > 0)
        throw std::logic_error{"with hard zeros a row fell into a cell of count 0"};
}

double Run::mean_tv() const {
    const Targets& targets = plan().targets;
    double sum = 0;
    for (const TableError& error : table_errors(targets, generator_.hits(), generator_.row_count()))
        sum += total_variation(error, targets, generator_.row_count());
    return sum / static_cast<double>(targets.features.table_count());
}

bool Run::accepts(const Checkpoint& checkpoint, const ReadBlock& read, const std::string& rows_name) {
    CellHits hits{plan().targets.features};
    bool is_possible = true;
    const auto use = [&](const CategoryRow& row) {
        const bool is_known = std::find(row.begin(), row.end(), unknown_category) == row.end();
        is_possible =
            is_possible && is_known && !(plan().options.hard_zeros && impossible_.is_impossible(row));
        if (!is_possible) return;
        hits.record(row);
        record(row);
    };
    digest_ = {};
    byte_count_ = 0;
    CodedBlocks blocks{rows_name, plan().tables.schema, csv_};
    for (std::string block; is_possible && read(block);) {
        digest_.add(block);
        byte_count_ += static_cast<std::int64_t>(block.size());
        blocks.add(block, use);
    }
    return is_possible && blocks.ends_with_newline() && digest_.hex() == checkpoint.digest &&
           byte_count_ == checkpoint.byte_count && hits.row_count() == checkpoint.state.row_count &&
           hits.hits() == generator_.hits();
}

Checkpoint Run::checkpoint() const {
    Checkpoint checkpoint;  // its inputs and options are the caller's
    checkpoint.byte_count = byte_count_;
    checkpoint.digest = digest_.hex();
    checkpoint.bin_uses = writer_.uses();
    checkpoint.state = generator_.state();
    return checkpoint;
}

Result Run::result() const {
    Result made;
    made.schema = schema_;
    made.csv = csv_;
    made.fit = summarize(plan().tables.schema, table_names(plan().tables), plan().targets, generator_.hits(),
                         generator_.row_count());
    order_tables(made.fit, plan().table_names);
    made.fit.impossible_rows = impossible_.count();
    made.fit.distinct = distinct_.result();
    made.steps = generator_.steps();
    made.positive_margins = generator_.positive_margins();
    made.input = plan().input;
    made.zeros = plan().zeros.text;
    made.zeros_are_hard = plan().zeros.is_hard;
    made.noise = plan().noise;
    made.search = plan().search;
    made.notes = plan().notes;
    made.implied_tables = static_cast<std::int64_t>(plan().implied_count);
    made.arithmetic = arithmetic_of(plan().targets);
    made.digest = digest_.hex();
    return made;
}

}  // namespace drover::synth::impl
