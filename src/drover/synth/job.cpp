#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <stdexcept>

#include <drover/core/check.hpp>
#include <drover/core/paced_watch.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/core/worker.hpp>
#include <drover/data/coded_blocks.hpp>
#include <drover/synth/impl/setup.hpp>
#include <drover/synth/job.hpp>
#include <drover/tables/cell_hits.hpp>
#include <drover/tables/memory.hpp>
#include <drover/tables/table_error.hpp>
#include <drover/zones/impl/notes.hpp>

namespace drover::synth {
namespace {

constexpr std::int64_t chunk_rows = 1024;  // also how often a goal is looked at
constexpr std::int64_t course_start = 10;

// Rows after which the course is marked: four a decade.
std::int64_t next_mark(std::int64_t rows) {
    static constexpr std::array<std::int64_t, 4> steps{1000, 1778, 3162, 5623};
    for (std::int64_t decade = course_start;; decade *= 10) {
        for (const std::int64_t step : steps) {
            if (decade * step / 1000 > rows) return decade * step / 1000;
        }
    }
}

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

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Job::Job(const TableSet& tables, const Options& options, Task task)
    : Job{impl::UsedTables{tables, options, task}, task} {}

Job::Job(const impl::UsedTables& used, Task task)
    : Job{used, impl::make_setup(used.tables(), used.options(), task)} {}

Job::Job(const impl::UsedTables& used, impl::SynthesisSetup setup)
    : options_{used.options()},
      input_text_{input_text(used.tables())},
      zeros_{std::move(setup.zeros)},
      noise_text_{std::move(setup.noise_text)},
      row_count_{setup.row_count},
      repairs_{setup.repairs},
      hard_zeros_{setup.synthesizer.hard_zeros},
      synthesizer_{with_memory_context(used.given(),
                                       [&] {
                                           return Synthesizer{used.tables(), std::move(setup.synthesizer)};
                                       })},
      table_names_{table_names(used.given())},
      columns_{used.columns()},
      schema_{shown_schema(used.tables().schema, columns_)},
      writer_{schema_, options_.csv},
      shuffle_{columns_.size(), options_.shuffle, options_.seed},
      impossible_{synthesizer_.targets()} {
    const std::vector<bool>& zones = synthesizer_.fixed_columns();
    for (std::size_t column = 0; column < zones.size(); ++column) {
        if (!zones[column]) continue;
        for (std::string& note : zones::impl::zone_notes(used.all_tables(), column))
            zone_notes_.push_back(std::move(note));
    }
}

void Job::resume(const Checkpoint& before, const std::string& name, const ReadBlock& read,
                 const std::string& rows_name) {
    check_input(before.state.row_count <= row_count_, [&] {
        return name + ": expected at most " + std::to_string(row_count_) + " rows, as -n asks for, got " +
               std::to_string(before.state.row_count);
    });
    try {
        synthesizer_.restore(before.state);
        writer_.set_uses(before.bin_uses, before.state.row_count);
    } catch (const InputError& error) {
        throw InputError(name + ": " + error.what());
    }
    check_input(takes_up(before, read, rows_name),
                [&] { return rows_name + ": expected the rows of the checkpoint, got others"; });
    last_checkpoint_ = before.state.row_count;
    resumed_ = true;
}

// Whether these are the rows that the checkpoint speaks of, in every number.
bool Job::takes_up(const Checkpoint& before, const ReadBlock& read, const std::string& rows_name) {
    CellHits hits{synthesizer_.targets().features};
    bool is_possible = true;
    const auto use = [&](const CategoryRow& row) {
        const bool is_known = std::find(row.begin(), row.end(), unknown_category) == row.end();
        is_possible = is_possible && is_known && !(hard_zeros_ && impossible_.is_impossible(row));
        if (!is_possible) return;
        hits.record(row);
        record(row);
    };
    digest_ = {};
    byte_count_ = 0;
    CodedBlocks blocks{rows_name, synthesizer_.tables().schema, options_.csv};
    for (std::string block; is_possible && read(block);) {
        digest_.add(block);
        byte_count_ += static_cast<std::int64_t>(block.size());
        blocks.add(block, use);
    }
    return is_possible && blocks.ends_with_newline() && digest_.hex() == before.digest &&
           byte_count_ == before.byte_count && hits.row_count() == before.state.row_count &&
           hits.hits() == synthesizer_.hits();
}

// The next chunk is made while this one is handed over. The rows do not depend on it.
void Job::run(const TakeRows& take, const CheckpointPlan& plan) {
    check_input(options_.shuffle == 0 || plan.every == 0,
                [] { return std::string{"--shuffle and --checkpoint: expected one of them, got both"}; });
    const auto start = std::chrono::steady_clock::now();
    if (repairs_ && options_.max_seconds == 0 && options_.until_tv == 0 && synthesizer_.may_miss() &&
        (options_.repair == Repair::on || synthesizer_.is_around())) {
        check_input(!resumed_ && plan.every == 0, [] {
            return std::string{
                "--checkpoint: expected --repair off, because rows are mended at the end, got none"};
        });
        run_and_repair(take);
        return;
    }
    if (!resumed_) hand_over({{}, writer_.header()}, take);
    StopFlag over;
    const RunControl until_over{.stop = &over, .progress = [&](std::int64_t rows) {
                                    options_.control.tell(rows);
                                    if (options_.control.stop_requested() || is_late(start))
                                        over.request_stop();
                                }};
    const bool together = options_.pool != nullptr && options_.pool->thread_count() > 1;
    std::vector<std::uint32_t> cells;
    std::vector<std::uint32_t> next;
    std::size_t count = 0;
    const auto make = [&] { synthesizer_.generate(count, next, options_.pool, until_over); };
    std::optional<Worker> worker;  // after what it uses: it ends before that if handing over throws
    if (together) worker.emplace();
    while (true) {
        count = next_chunk(plan);
        next.clear();
        if (worker) {
            worker->start(make);
            pass_on(cells, take);
            worker->wait();
        } else {
            pass_on(cells, take);
            make();
        }
        std::swap(cells, next);
        mark_course();
        options_.control.tell(row_count());
        interrupted_ = options_.control.stop_requested() && row_count() < row_count_;
        if (is_done() || is_late(start) || interrupted_) break;
        if (plan.every > 0 && row_count() - last_checkpoint_ >= plan.every) {
            pass_on(cells, take);
            cells.clear();
            save(plan);
        }
    }
    check_input(row_count() > 0 || interrupted_,
                [] { return std::string{"--time: expected enough for a row, got none in that time"}; });
    pass_on(cells, take);
    if (!shuffle_.empty()) hand_over(shuffle_.take(), take);
    if (interrupted_ && plan.every > 0) save(plan);
}

// All rows wait until they are mended.
void Job::run_and_repair(const TakeRows& take) {
    std::vector<std::uint32_t> cells;
    while (row_count() < row_count_ && !interrupted_) {
        synthesizer_.generate(next_chunk({}), cells, options_.pool, options_.control);
        mark_course();
        options_.control.tell(row_count());
        interrupted_ = options_.control.stop_requested() && row_count() < row_count_;
    }
    if (!interrupted_) {
        repaired_rows_ = synthesizer_.repair(cells, options_.control);
        interrupted_ = options_.control.stop_requested();
    }
    if (repaired_rows_ > 0 && !course_.empty()) course_.back().mean_tv = mean_tv();
    hand_over({{}, writer_.header()}, take);
    const std::size_t n = synthesizer_.tables().schema.columns.size() * static_cast<std::size_t>(chunk_rows);
    for (std::size_t at = 0; at < cells.size(); at += n) {
        const auto first = cells.begin() + static_cast<std::ptrdiff_t>(at);
        const auto last = cells.begin() + static_cast<std::ptrdiff_t>(std::min(cells.size(), at + n));
        pass_on(std::vector<std::uint32_t>{first, last}, take);
    }
    if (!shuffle_.empty()) hand_over(shuffle_.take(), take);
}

// Up to the next row that something happens at.
std::size_t Job::next_chunk(const CheckpointPlan& plan) const {
    const std::int64_t made = row_count();
    // A goal is looked at every chunk_rows.
    const auto block = static_cast<std::int64_t>(options_.until_tv > 0 ? 1 : synthesizer_.good_block());
    const std::int64_t chunk = std::max(chunk_rows, block);
    std::int64_t end = std::min(row_count_, (made / chunk + 1) * chunk);
    if (options_.keeps_course) end = std::min(end, next_mark(made));
    if (plan.every > 0) end = std::min(end, std::max(made + 1, last_checkpoint_ + plan.every));
    return static_cast<std::size_t>(std::max<std::int64_t>(0, end - made));
}

void Job::save(const CheckpointPlan& plan) {
    plan.save(checkpoint());
    last_checkpoint_ = row_count();
}

void Job::complete(const TableText& partial, const TakeRows& take) {
    PartialRows rows{partial.text, partial.file, schema_, options_.csv};
    std::vector<std::uint32_t> cells;
    std::string filled;
    std::string out = rows.header();
    PacedWatch watch{options_.control};
    while (!interrupted_ && rows.next()) {
        interrupted_ = !watch.goes_on(row_count());
        const std::optional<CategoryRow> row = completed(rows);
        if (!row) {
            rows.append_as_given(out);
            continue;
        }
        filled.clear();
        const std::span shown = shown_rows(*row);
        writer_.append(shown, filled);
        rows.append(filled, out);
        cells.insert(cells.end(), shown.begin(), shown.end());
        record(*row);
        if (row_count() % chunk_rows != 0) continue;
        hand_over({cells, out}, take);
        cells.clear();
        out.clear();
    }
    check_input(row_count() > 0 || unfilled_rows_ == 0, [&] { return first_unfilled_; });
    hand_over({cells, out}, take);
}

// Nothing where no row may have the values given.
std::optional<CategoryRow> Job::completed(const PartialRows& rows) {
    CategoryRow given(columns_.size());
    for (std::size_t j = 0; j < columns_.size(); ++j) given[columns_[j]] = rows.given()[j];
    try {
        return synthesizer_.complete(given);
    } catch (const InputError& error) {
        if (++unfilled_rows_ == 1) first_unfilled_ = rows.place() + ": the values given: " + error.what();
        return std::nullopt;
    }
}

// At once, or when a block to shuffle is whole.
void Job::pass_on(const std::vector<std::uint32_t>& cells, const TakeRows& take) {
    if (options_.shuffle == 0) return hand_over(cells, take);
    shuffle_.add(cells);
    while (shuffle_.is_full()) hand_over(shuffle_.take(), take);
}

void Job::hand_over(std::span<const std::uint32_t> cells, const TakeRows& take) {
    const std::size_t n = synthesizer_.tables().schema.columns.size();
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

// Rows with the columns in the order in which they are written, until the next call.
std::span<const std::uint32_t> Job::shown_rows(std::span<const std::uint32_t> rows) {
    if (std::is_sorted(columns_.begin(), columns_.end())) return rows;
    shown_.clear();
    for (std::size_t at = 0; at < rows.size(); at += columns_.size()) {
        for (const std::size_t column : columns_) shown_.push_back(rows[at + column]);
    }
    return shown_;
}

void Job::hand_over(const RowBlock& block, const TakeRows& take) {
    digest_.add(block.csv);
    byte_count_ += static_cast<std::int64_t>(block.csv.size());
    take(block);
}

void Job::record(std::span<const std::uint32_t> row) {
    distinct_.record(row);
    impossible_.record(row);
    // A result that breaks a promise is none.
    if (hard_zeros_ && impossible_.count() > 0)
        throw std::logic_error{"with hard zeros a row fell into a cell of count 0"};
}

void Job::mark_course() {
    const std::int64_t rows = row_count();
    if (!options_.keeps_course || rows == 0) return;
    if (course_.empty() || rows == row_count_ || next_mark(rows - 1) == rows)
        course_.push_back({rows, mean_tv()});
}

double Job::mean_tv() const {
    const Targets& targets = synthesizer_.targets();
    double sum = 0;
    for (const TableError& error : table_errors(targets, synthesizer_.hits(), row_count()))
        sum += total_variation(error, targets, row_count());
    return sum / static_cast<double>(targets.features.table_count());
}

bool Job::is_late(std::chrono::steady_clock::time_point start) const {
    return options_.max_seconds > 0 && seconds_since(start) >= options_.max_seconds;
}

bool Job::is_done() const {
    if (row_count() >= row_count_) return true;
    if (options_.until_tv <= 0 || row_count() % chunk_rows != 0) return false;
    return mean_tv() < options_.until_tv;
}

Checkpoint Job::checkpoint() const {
    return {.inputs = {},
            .options = {},
            .byte_count = byte_count_,
            .digest = digest_.hex(),
            .bin_uses = writer_.uses(),
            .state = synthesizer_.state()};
}

Result Job::result() const {
    Result made;
    made.schema = schema_;
    made.csv = options_.csv;
    made.fit = summarize(synthesizer_.tables().schema, table_names(synthesizer_.tables()),
                         synthesizer_.targets(), synthesizer_.hits(), row_count());
    order_tables(made.fit, table_names_);
    made.fit.impossible_rows = impossible_.count();
    made.fit.distinct = distinct_.result();
    made.steps = synthesizer_.steps();
    made.positive_margins = synthesizer_.positive_margins();
    made.input = input_text_;
    made.zeros = zeros_.text;
    made.zeros_are_hard = zeros_.is_hard;
    made.noise = noise_text_;
    made.search = synthesizer_.search_text();
    made.notes = synthesizer_.notes();
    made.notes.insert(made.notes.end(), zone_notes_.begin(), zone_notes_.end());
    made.repaired_rows = repaired_rows_;
    made.implied_tables = static_cast<std::int64_t>(synthesizer_.implied_count());
    made.arithmetic = arithmetic_of(synthesizer_.targets());
    made.course = course_;
    made.digest = digest_.hex();
    made.unfilled_rows = unfilled_rows_;
    made.first_unfilled = first_unfilled_;
    made.interrupted = interrupted_;
    return made;
}

}  // namespace drover::synth
