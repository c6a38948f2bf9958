#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <drover/core/check.hpp>
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

Run::Run(const TableSet& tables, const Options& options, Task task, RowSink& sink)
    : csv_{options.csv},
      control_{options.control},
      sink_{sink},
      generator_{with_memory_context(tables, [&] { return Generator{make_plan(tables, options, task)}; })},
      schema_{shown_schema(plan().tables.schema, plan().columns)},
      impossible_{plan().targets} {}

void Run::hand_over(std::span<const std::uint32_t> cells) {
    const std::size_t n = plan().tables.schema.columns.size();
    const std::size_t chunk = static_cast<std::size_t>(chunk_rows) * n;
    for (std::size_t from = 0; from < cells.size(); from += chunk) {
        const std::span part = cells.subspan(from, std::min(chunk, cells.size() - from));
        for (std::size_t at = 0; at < part.size(); at += n) record(part.subspan(at, n));
        sink_.write(shown_rows(part));
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

void Run::save(SealedWriter& out) const {
    out.number(static_cast<std::uint64_t>(generator_.row_count()));
    sink_.save(out);
    write_state(out, generator_.state());
}

void Run::restore(SealedReader& in, std::int64_t most_rows,
                  const std::function<bool(std::int64_t)>& is_made) {
    const auto row_count = static_cast<std::int64_t>(in.up_to(INT64_MAX));
    check_input(row_count <= most_rows, [&] {
        return Problem{.fault = Fault::range,
                       .place = {.file = in.name()},
                       .expected = "at most " + std::to_string(most_rows) + " rows, as {rows} asks for",
                       .got = std::to_string(row_count)};
    });
    CellHits hits{plan().targets.features};
    bool is_possible = true;
    std::int64_t read = 0;
    CodedBlocks blocks{sink_.name(), plan().tables.schema, csv_};
    const auto use = [&](const CategoryRow& row) {
        if (!is_possible || !is_made(read++)) return;
        const bool is_known = std::find(row.begin(), row.end(), unknown_category) == row.end();
        is_possible = is_known && !(plan().options.hard_zeros && impossible_.is_impossible(row));
        if (!is_possible) return;
        hits.record(row);
        record(row);
    };
    sink_.restore(in, row_count, [&](std::string_view bytes) {
        throw_if_stopped(control_);
        if (is_possible) blocks.add(bytes, use);
    });
    at({.file = in.name()}, [&] { generator_.restore(read_state(in)); });
    const bool is_same = is_possible && blocks.ends_with_newline() && hits.row_count() == row_count &&
                         generator_.row_count() == row_count && hits.hits() == generator_.hits();
    check_input(is_same, [&] { return sink_.other_rows(); });
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
    made.digest = sink_.digest();
    return made;
}

}  // namespace drover::synth::impl
