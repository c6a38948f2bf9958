#include <algorithm>
#include <limits>

#include <drover/job/run_job.hpp>

namespace drover {
namespace {

using Clock = RunControl::Clock;

// Slices that take about 50 ms, whatever a unit costs.
class SliceSize {
  public:
    explicit SliceSize(std::int64_t fixed) : fixed_{fixed} {}

    std::int64_t next() const { return fixed_ > 0 ? fixed_ : size_; }
    void took(Clock::duration time) {
        if (time < std::chrono::milliseconds{25} && size_ < largest) size_ *= 2;
        if (time > std::chrono::milliseconds{100}) size_ = std::max<std::int64_t>(1, size_ / 2);
    }

  private:
    static constexpr std::int64_t largest = std::int64_t{1} << 40U;

    std::int64_t fixed_;
    std::int64_t size_ = 1;
};

class Runner {
  public:
    Runner(Job& job, const JobRun& run)
        : job_{job}, run_{run}, size_{run.slice}, saved_{job.progress().done} {}

    JobEnd run() {
        while (true) {
            if (is_stopped()) return ended_early(JobEnd::stopped);
            if (control().is_late()) return ended_early(JobEnd::time);
            const bool has_more = advance();
            tell(job_.progress());
            if (!has_more) return JobEnd::finished;
            if (run_.goal && run_.goal()) return JobEnd::goal;
            if (is_due()) save();
        }
    }

  private:
    bool is_stopped() const { return run_.stop != nullptr && run_.stop->stop_requested(); }
    bool is_due() const { return run_.save_every > 0 && job_.progress().done - saved_ >= run_.save_every; }

    void tell(const JobProgress& progress) const {
        if (run_.progress) run_.progress(progress);
    }

    RunControl control() const {
        RunControl control{.stop = run_.stop, .progress = {}, .deadline = run_.deadline};
        if (run_.progress) {
            control.progress = [this, now = job_.progress()](std::int64_t done) mutable {
                now.done = done;
                run_.progress(now);
            };
        }
        return control;
    }

    bool advance() {
        const std::int64_t until_save = run_.save_every > 0
                                            ? run_.save_every - (job_.progress().done - saved_)
                                            : std::numeric_limits<std::int64_t>::max();
        const auto start = Clock::now();
        const bool has_more = job_.advance(std::clamp<std::int64_t>(until_save, 1, size_.next()), control());
        size_.took(Clock::now() - start);
        return has_more;
    }

    void save() {
        if (!run_.save) return;
        run_.save(job_);
        saved_ = job_.progress().done;
    }

    JobEnd ended_early(JobEnd end) {
        save();
        return end;
    }

    Job& job_;
    const JobRun& run_;
    SliceSize size_;
    std::int64_t saved_;
};

}  // namespace

JobEnd run_job(Job& job, const JobRun& run) { return Runner{job, run}.run(); }

JobRun job_run_of(const RunControl& control) {
    return {.stop = control.stop,
            .progress = [&](const JobProgress& now) { control.tell(now.done); },
            .deadline = control.deadline};
}

}  // namespace drover
