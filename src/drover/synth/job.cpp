#include <array>
#include <cmath>
#include <optional>

#include <drover/core/check.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/core/worker.hpp>
#include <drover/synth/impl/row_shuffle.hpp>
#include <drover/synth/impl/run.hpp>
#include <drover/synth/job.hpp>

namespace drover::synth {
namespace {

constexpr std::int64_t course_start = 10;

// Rows after which a point of the course is kept: four per decade.
std::int64_t next_mark(std::int64_t rows) {
    static constexpr std::array<std::int64_t, 4> steps{1000, 1778, 3162, 5623};
    for (std::int64_t decade = course_start;; decade *= 10) {
        for (const std::int64_t step : steps) {
            if (decade * step / 1000 > rows) return decade * step / 1000;
        }
    }
}

enum class Stage { rows, repair, done };

// Rows are repaired where they could miss cells, unless they may have to be given out before all are made.
bool is_repaired(const impl::Run& run, const Options& options) {
    return run.plan().allows_repair && run.plan().may_miss && !options.control.deadline &&
           options.until_tv == 0 && (options.repair == Repair::on || run.generator().is_by_zones());
}

}  // namespace

class Job::Impl {
  public:
    Impl(const TableSet& tables, const Options& options, RowSink& rows)
        : options_{options},
          run_{tables, options, impl::Task::make_rows, rows},
          repairs_{is_repaired(run_, options)},
          shuffle_{run_.schema().columns.size(), options.shuffle, options.seed} {
        rows.begin(run_.schema());
    }

    bool advance(std::int64_t budget, const RunControl& control);
    std::int64_t row_count() const { return run_.generator().row_count(); }
    std::int64_t rows_wanted() const { return run_.plan().row_count; }
    void save(SealedWriter& out);
    void restore(SealedReader& in);
    void check_resumable() const;
    Result result();

  private:
    void make_rows(std::int64_t budget, const RunControl& control);
    void make_chunk(std::size_t count, const RunControl& control, std::optional<Worker>& worker);
    std::size_t next_chunk(std::int64_t end) const;
    void repair_rows(const RunControl& control);
    void hand_over_waiting();
    void pass_on(std::span<const std::uint32_t> cells);
    void finish();
    void mark_course();
    bool is_good_enough() const;
    void save_course(SealedWriter& out) const;
    void restore_course(SealedReader& in);

    Options options_;
    impl::Run run_;
    bool repairs_;
    impl::RowShuffle shuffle_;
    Stage stage_ = Stage::rows;
    std::vector<std::uint32_t> waiting_;  // rows that are made and not handed over: all that are repaired
    std::vector<std::uint32_t> next_;
    std::vector<ErrorPoint> course_;
    std::int64_t repaired_rows_ = 0;
    bool finished_ = false;
};

bool Job::Impl::advance(std::int64_t budget, const RunControl& control) {
    if (stage_ == Stage::rows) {
        make_rows(budget, control);
    } else if (stage_ == Stage::repair) {
        repair_rows(control);
    }
    if (stage_ == Stage::done) finish();
    return stage_ != Stage::done;
}

void Job::Impl::make_rows(std::int64_t budget, const RunControl& control) {
    const std::int64_t end = row_count() + std::min(budget, rows_wanted() - row_count());
    std::optional<Worker> worker;
    if (!repairs_ && options_.pool != nullptr && options_.pool->thread_count() > 1) worker.emplace();
    while (row_count() < end) {
        make_chunk(next_chunk(end), control, worker);
        mark_course();
        control.tell(row_count());
        if (is_good_enough()) {
            stage_ = Stage::done;
            return;
        }
        if (control.stop_requested()) break;
    }
    if (row_count() >= rows_wanted()) stage_ = repairs_ ? Stage::repair : Stage::done;
}

// While the rows before it are handed over, if there is a worker. The rows do not depend on it.
void Job::Impl::make_chunk(std::size_t count, const RunControl& control, std::optional<Worker>& worker) {
    if (repairs_) {
        run_.generator().generate(count, waiting_, options_.pool, control);
        return;
    }
    const auto make = [&] { run_.generator().generate(count, next_, options_.pool, control); };
    next_.clear();
    if (worker) worker->start(make);
    try {
        hand_over_waiting();
    } catch (...) {
        worker.reset();  // it uses what is about to go
        throw;
    }
    worker ? worker->wait() : make();
    std::swap(waiting_, next_);
}

// Up to the next row that something happens at.
std::size_t Job::Impl::next_chunk(std::int64_t end) const {
    const std::int64_t made = row_count();
    // A goal is checked every impl::chunk_rows.
    const auto block = static_cast<std::int64_t>(options_.until_tv > 0 ? 1 : run_.generator().good_block());
    const std::int64_t chunk = std::max(impl::chunk_rows, block);
    end = std::min(end, (made / chunk + 1) * chunk);
    if (options_.keeps_course) end = std::min(end, next_mark(made));
    return static_cast<std::size_t>(end - made);
}

void Job::Impl::repair_rows(const RunControl& control) {
    repaired_rows_ = run_.generator().repair(waiting_, control);
    if (repaired_rows_ > 0 && !course_.empty()) course_.back().mean_tv = run_.mean_tv();
    if (!control.stop_requested()) stage_ = Stage::done;
}

void Job::Impl::hand_over_waiting() {
    pass_on(waiting_);
    waiting_.clear();
}

// At once, or when a block to shuffle is complete.
void Job::Impl::pass_on(std::span<const std::uint32_t> cells) {
    if (options_.shuffle == 0) return run_.hand_over(cells);
    shuffle_.add(cells);
    while (shuffle_.is_full()) run_.hand_over(shuffle_.take());
}

void Job::Impl::finish() {
    if (std::exchange(finished_, true)) return;
    hand_over_waiting();
    if (!shuffle_.empty()) run_.hand_over(shuffle_.take());
    run_.sink().end();
}

void Job::Impl::mark_course() {
    const std::int64_t rows = row_count();
    if (!options_.keeps_course || rows == 0) return;
    if (rows == rows_wanted() || next_mark(rows - 1) == rows) course_.push_back({rows, run_.mean_tv()});
}

bool Job::Impl::is_good_enough() const {
    if (options_.until_tv <= 0 || row_count() % impl::chunk_rows != 0 || row_count() == 0) return false;
    return run_.mean_tv() < options_.until_tv;
}

void Job::Impl::check_resumable() const {
    check_input(options_.shuffle == 0, [] {
        return Problem{
            .fault = Fault::conflict, .expected = "one of {shuffle} and {checkpoint}", .got = "both"};
    });
    check_input(!repairs_, [] {
        return Problem{.fault = Fault::conflict,
                       .place = {.option = "checkpoint"},
                       .expected = "{repair=off}, because rows are repaired at the end",
                       .got = "none"};
    });
}

void Job::Impl::save(SealedWriter& out) {
    check_resumable();
    hand_over_waiting();
    run_.save(out);
    save_course(out);
}

void Job::Impl::restore(SealedReader& in) {
    check_resumable();
    run_.restore(in, rows_wanted(), [](std::int64_t) { return true; });
    restore_course(in);
    if (row_count() == rows_wanted()) stage_ = Stage::done;
}

void Job::Impl::save_course(SealedWriter& out) const {
    out.number(course_.size());
    for (const ErrorPoint& point : course_) {
        out.number(static_cast<std::uint64_t>(point.rows));
        out.real(point.mean_tv);
    }
}

void Job::Impl::restore_course(SealedReader& in) {
    course_.resize(in.count(16));
    std::int64_t last = 0;
    for (ErrorPoint& point : course_) {
        point = {static_cast<std::int64_t>(in.up_to(static_cast<std::uint64_t>(row_count()))), in.real()};
        in.expect(point.rows > last && point.mean_tv >= 0 && std::isfinite(point.mean_tv),
                  "a point of the course of errors that no run comes to");
        last = point.rows;
    }
    if (!options_.keeps_course) course_.clear();
}

Result Job::Impl::result() {
    if (row_count() == 0) throw Stopped{};
    finish();
    Result made = run_.result();
    made.repaired_rows = repaired_rows_;
    made.course = course_;
    if (options_.keeps_course && course_.empty()) made.course.push_back({row_count(), run_.mean_tv()});
    return made;
}

Job::Job(const TableSet& tables, const Options& options, RowSink& rows)
    : impl_{std::make_unique<Impl>(tables, options, rows)} {}
Job::~Job() = default;

bool Job::advance(std::int64_t budget, const RunControl& control) { return impl_->advance(budget, control); }
JobProgress Job::progress() const { return {.done = impl_->row_count(), .total = impl_->rows_wanted()}; }
void Job::save(SealedWriter& out) const { impl_->save(out); }
void Job::restore(SealedReader& in) { impl_->restore(in); }
void Job::check_resumable() const { impl_->check_resumable(); }
Result Job::result() const { return impl_->result(); }

}  // namespace drover::synth
