#include <array>
#include <chrono>
#include <future>

#include <drover/core/check.hpp>
#include <drover/data/coded_rows.hpp>

#include "synth_job.hpp"

namespace drover::cli {
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

CsvOptions csv_of(const SynthOptions& options) {
    return {.separator = separator_of(options.reference.tables)};
}

}  // namespace

SynthJob::SynthJob(const SynthOptions& options, SynthPlan plan, Streams& streams)
    : options_{options},
      streams_{streams},
      plan_{std::move(plan)},
      synthesizer_{plan_.tables, plan_.synthesis},
      writer_{plan_.tables.schema, csv_of(options)},
      output_{options.common.output, streams.out, !options.checkpoint.empty() || !options.resume.empty()},
      impossible_{synthesizer_.targets()} {}

void SynthJob::run() {
    if (options_.resume.empty()) {
        output_.start();
        if (options_.complete.empty()) output_.write(writer_.header());
    } else {
        resume();
    }
    options_.complete.empty() ? make_rows() : fill_partial_rows();
    if (interrupted_ && !options_.checkpoint.empty()) save_checkpoint();
}

// Takes up the rows written so far: they are read again for what is counted of them.
void SynthJob::resume() {
    Checkpoint now = checkpoint();
    const Checkpoint before = read_checkpoint(options_.resume);
    check_same_run(options_.resume, before, now);
    check_input(before.state.row_count <= plan_.row_count, [&] {
        return options_.resume + ": expected at most " + std::to_string(plan_.row_count) +
               " rows, as -n asks for, got " + std::to_string(before.state.row_count);
    });
    synthesizer_.restore(before.state);
    writer_.set_uses(before.bin_uses);
    last_checkpoint_ = before.state.row_count;
    const std::string text = output_.resume(before.byte_count, before.digest);
    CodedRows rows{text, RowOutput::part_name(options_.common.output), plan_.tables.schema, csv_of(options_)};
    while (rows.next()) {
        distinct_.record(rows.row());
        impossible_.record(rows.row());
    }
}

// The next chunk is made while this one is written. The rows do not depend on it.
void SynthJob::make_rows() {
    const auto start = std::chrono::steady_clock::now();
    ThreadPool pool{options_.common.threads};
    Progress progress{"rows", plan_.row_count, options_.common, streams_};
    std::int64_t made = synthesizer_.row_count();
    std::vector<std::uint32_t> cells;
    std::vector<std::uint32_t> next;
    const auto make = [&](std::size_t count) {
        next.clear();
        synthesizer_.generate(count, next, &pool);
    };
    while (true) {
        const std::size_t count = next_chunk(made);
        const bool together = pool.thread_count() > 1;
        std::future<void> work =
            std::async(together ? std::launch::async : std::launch::deferred, make, count);
        write_rows(cells);
        work.get();
        std::swap(cells, next);
        made += static_cast<std::int64_t>(count);
        mark_course();
        progress(made);
        interrupted_ = progress.stopped() && made < plan_.row_count;
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (is_done(seconds) || interrupted_) break;
        if (!options_.checkpoint.empty() && made - last_checkpoint_ >= options_.checkpoint_every) {
            write_rows(cells);
            cells.clear();
            save_checkpoint();
        }
    }
    write_rows(cells);
}

// Up to the next row that something happens at.
std::size_t SynthJob::next_chunk(std::int64_t made) const {
    std::int64_t end = std::min(plan_.row_count, (made / chunk_rows + 1) * chunk_rows);
    if (!options_.report.empty()) end = std::min(end, next_mark(made));
    if (!options_.checkpoint.empty())
        end = std::min(end, std::max(made + 1, last_checkpoint_ + options_.checkpoint_every));
    return static_cast<std::size_t>(std::max<std::int64_t>(0, end - made));
}

void SynthJob::fill_partial_rows() {
    const std::string text = read_file(options_.complete);
    PartialRows rows{text, options_.complete, plan_.tables.schema, csv_of(options_)};
    Progress progress{"rows", 0, options_.common, streams_};
    std::string filled;
    std::string out = rows.header();
    while (!interrupted_ && rows.next()) {
        const CategoryRow& row = completed(rows);
        filled.clear();
        writer_.append(row, filled);
        rows.append(filled, out);
        distinct_.record(row);
        impossible_.record(row);
        if (synthesizer_.row_count() % chunk_rows != 0) continue;
        output_.write(out);
        out.clear();
        progress(synthesizer_.row_count());
        interrupted_ = progress.stopped();
    }
    output_.write(out);
}

const CategoryRow& SynthJob::completed(const PartialRows& rows) {
    try {
        return synthesizer_.complete(rows.given());
    } catch (const InputError& error) {
        throw InputError(rows.place() + ": the values given: " + error.what());
    }
}

void SynthJob::write_rows(const std::vector<std::uint32_t>& cells) {
    const std::size_t n = plan_.tables.schema.columns.size();
    std::string text;
    for (std::size_t at = 0; at < cells.size(); at += n) {
        const std::span row = std::span{cells}.subspan(at, n);
        writer_.append(row, text);
        distinct_.record(row);
        impossible_.record(row);
    }
    output_.write(text);
}

void SynthJob::mark_course() {
    if (options_.report.empty()) return;
    const std::int64_t rows = synthesizer_.row_count();
    if (course_.empty() || rows == plan_.row_count || next_mark(rows - 1) == rows)
        course_.push_back({rows, mean_tv()});
}

double SynthJob::mean_tv() const {
    const Targets& targets = synthesizer_.targets();
    double sum = 0;
    for (const TableError& error : table_errors(targets, synthesizer_.hits(), synthesizer_.row_count()))
        sum += total_variation(error, targets, synthesizer_.row_count());
    return sum / static_cast<double>(targets.features.table_count());
}

bool SynthJob::is_done(double seconds) const {
    if (synthesizer_.row_count() >= plan_.row_count) return true;
    if (plan_.max_seconds > 0 && seconds >= plan_.max_seconds) return true;
    if (plan_.until_tv <= 0 || synthesizer_.row_count() % chunk_rows != 0) return false;
    return mean_tv() < plan_.until_tv;
}

Checkpoint SynthJob::checkpoint() const {
    return {.inputs = plan_.inputs,
            .options = row_options(options_),
            .byte_count = output_.byte_count(),
            .digest = output_.digest(),
            .bin_uses = writer_.uses(),
            .state = synthesizer_.state()};
}

void SynthJob::save_checkpoint() {
    write_checkpoint(options_.checkpoint, checkpoint());
    output_.keep_part();
    last_checkpoint_ = synthesizer_.row_count();
}

FitSummary SynthJob::fit() const {
    FitSummary fit = summarize(plan_.tables.schema, table_names(synthesizer_.tables()),
                               synthesizer_.targets(), synthesizer_.hits(), synthesizer_.row_count());
    fit.impossible_rows = impossible_.count();
    fit.distinct = distinct_.result();
    return fit;
}

}  // namespace drover::cli
