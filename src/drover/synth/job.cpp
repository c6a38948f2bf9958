#include <array>
#include <chrono>

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

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

class Job::Impl {
  public:
    Impl(const TableSet& tables, const Options& options)
        : options_{options},
          run_{tables, options, impl::Task::make_rows},
          shuffle_{run_.schema().columns.size(), options.shuffle, options.seed} {}

    std::int64_t rows_wanted() const { return run_.plan().row_count; }
    void follow(RunControl control) { options_.control = std::move(control); }
    void resume(const Checkpoint& before, const std::string& name, const ReadBlock& read,
                const std::string& rows_name);
    void run(const TakeRows& take, const CheckpointPlan& plan);

    Checkpoint checkpoint() const { return run_.checkpoint(); }
    std::int64_t row_count() const { return run_.generator().row_count(); }
    bool interrupted() const { return interrupted_; }
    Result result() const;

  private:
    void run_and_repair(const TakeRows& take);
    void save(const CheckpointPlan& plan);
    void pass_on(const std::vector<std::uint32_t>& cells, const TakeRows& take);
    std::size_t next_chunk(const CheckpointPlan& plan) const;
    void mark_course();
    bool is_done() const;
    bool is_late(std::chrono::steady_clock::time_point start) const;

    Options options_;
    impl::Run run_;
    impl::RowShuffle shuffle_;
    std::vector<ErrorPoint> course_;
    std::int64_t last_checkpoint_ = 0;
    bool resumed_ = false;
    std::int64_t repaired_rows_ = 0;
    bool interrupted_ = false;
};

void Job::Impl::resume(const Checkpoint& before, const std::string& name, const ReadBlock& read,
                       const std::string& rows_name) {
    check_input(before.state.row_count <= rows_wanted(), [&] {
        return name + ": expected at most " + std::to_string(rows_wanted()) + " rows, as -n asks for, got " +
               std::to_string(before.state.row_count);
    });
    try {
        run_.generator().restore(before.state);
        run_.writer().set_uses(before.bin_uses, before.state.row_count);
    } catch (const InputError& error) {
        throw InputError(name + ": " + error.what());
    }
    check_input(run_.accepts(before, read, rows_name),
                [&] { return rows_name + ": expected the rows of the checkpoint, got others"; });
    last_checkpoint_ = before.state.row_count;
    resumed_ = true;
}

// The next chunk is made while this one is handed over. The rows do not depend on it.
void Job::Impl::run(const TakeRows& take, const CheckpointPlan& plan) {
    check_input(options_.shuffle == 0 || plan.every == 0,
                [] { return std::string{"--shuffle and --checkpoint: expected one of them, got both"}; });
    const auto start = std::chrono::steady_clock::now();
    if (run_.plan().allows_repair && options_.max_seconds == 0 && options_.until_tv == 0 &&
        run_.plan().may_miss && (options_.repair == Repair::on || run_.generator().is_by_zones())) {
        check_input(!resumed_ && plan.every == 0, [] {
            return std::string{
                "--checkpoint: expected --repair off, because rows are repaired at the end, got none"};
        });
        run_and_repair(take);
        return;
    }
    if (!resumed_) run_.hand_over({{}, run_.writer().header()}, take);
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
    const auto make = [&] { run_.generator().generate(count, next, options_.pool, until_over); };
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
        interrupted_ = options_.control.stop_requested() && row_count() < rows_wanted();
        if (is_done() || is_late(start) || interrupted_) break;
        if (plan.every > 0 && row_count() - last_checkpoint_ >= plan.every) {
            pass_on(cells, take);
            cells.clear();
            save(plan);
        }
    }
    check_input(row_count() > 0 || interrupted_,
                [] { return std::string{"--time: expected enough time for one row, got none"}; });
    pass_on(cells, take);
    if (!shuffle_.empty()) run_.hand_over(shuffle_.take(), take);
    if (interrupted_ && plan.every > 0) save(plan);
}

// All rows wait until they are repaired.
void Job::Impl::run_and_repair(const TakeRows& take) {
    std::vector<std::uint32_t> cells;
    while (row_count() < rows_wanted() && !interrupted_) {
        run_.generator().generate(next_chunk({}), cells, options_.pool, options_.control);
        mark_course();
        options_.control.tell(row_count());
        interrupted_ = options_.control.stop_requested() && row_count() < rows_wanted();
    }
    if (!interrupted_) {
        repaired_rows_ = run_.generator().repair(cells, options_.control);
        interrupted_ = options_.control.stop_requested();
    }
    if (repaired_rows_ > 0 && !course_.empty()) course_.back().mean_tv = run_.mean_tv();
    run_.hand_over({{}, run_.writer().header()}, take);
    const std::size_t n =
        run_.plan().tables.schema.columns.size() * static_cast<std::size_t>(impl::chunk_rows);
    for (std::size_t at = 0; at < cells.size(); at += n) {
        const auto first = cells.begin() + static_cast<std::ptrdiff_t>(at);
        const auto last = cells.begin() + static_cast<std::ptrdiff_t>(std::min(cells.size(), at + n));
        pass_on(std::vector<std::uint32_t>{first, last}, take);
    }
    if (!shuffle_.empty()) run_.hand_over(shuffle_.take(), take);
}

// Up to the next row that something happens at.
std::size_t Job::Impl::next_chunk(const CheckpointPlan& plan) const {
    const std::int64_t made = row_count();
    // A goal is checked every impl::chunk_rows.
    const auto block = static_cast<std::int64_t>(options_.until_tv > 0 ? 1 : run_.generator().good_block());
    const std::int64_t chunk = std::max(impl::chunk_rows, block);
    std::int64_t end = std::min(rows_wanted(), (made / chunk + 1) * chunk);
    if (options_.keeps_course) end = std::min(end, next_mark(made));
    if (plan.every > 0) end = std::min(end, std::max(made + 1, last_checkpoint_ + plan.every));
    return static_cast<std::size_t>(std::max<std::int64_t>(0, end - made));
}

void Job::Impl::save(const CheckpointPlan& plan) {
    plan.save(checkpoint());
    last_checkpoint_ = row_count();
}

// At once, or when a block to shuffle is complete.
void Job::Impl::pass_on(const std::vector<std::uint32_t>& cells, const TakeRows& take) {
    if (options_.shuffle == 0) return run_.hand_over(cells, take);
    shuffle_.add(cells);
    while (shuffle_.is_full()) run_.hand_over(shuffle_.take(), take);
}

void Job::Impl::mark_course() {
    const std::int64_t rows = row_count();
    if (!options_.keeps_course || rows == 0) return;
    if (course_.empty() || rows == rows_wanted() || next_mark(rows - 1) == rows)
        course_.push_back({rows, run_.mean_tv()});
}

bool Job::Impl::is_late(std::chrono::steady_clock::time_point start) const {
    return options_.max_seconds > 0 && seconds_since(start) >= options_.max_seconds;
}

bool Job::Impl::is_done() const {
    if (row_count() >= rows_wanted()) return true;
    if (options_.until_tv <= 0 || row_count() % impl::chunk_rows != 0) return false;
    return run_.mean_tv() < options_.until_tv;
}

Result Job::Impl::result() const {
    Result made = run_.result();
    made.repaired_rows = repaired_rows_;
    made.course = course_;
    made.interrupted = interrupted_;
    return made;
}

Job::Job(const TableSet& tables, const Options& options) : impl_{std::make_unique<Impl>(tables, options)} {}
Job::Job(Job&& other) noexcept = default;
Job& Job::operator=(Job&& other) noexcept = default;
Job::~Job() = default;

std::int64_t Job::rows_wanted() const { return impl_->rows_wanted(); }
void Job::follow(RunControl control) { impl_->follow(std::move(control)); }
void Job::resume(const Checkpoint& before, const std::string& name, const ReadBlock& read,
                 const std::string& rows_name) {
    impl_->resume(before, name, read, rows_name);
}
void Job::run(const TakeRows& take, const CheckpointPlan& plan) { impl_->run(take, plan); }
Checkpoint Job::checkpoint() const { return impl_->checkpoint(); }
std::int64_t Job::row_count() const { return impl_->row_count(); }
bool Job::interrupted() const { return impl_->interrupted(); }
Result Job::result() const { return impl_->result(); }

}  // namespace drover::synth
