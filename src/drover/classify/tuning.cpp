#include <algorithm>
#include <cmath>
#include <limits>

#include <drover/classify/impl/training.hpp>
#include <drover/classify/tuning.hpp>
#include <drover/core/check.hpp>
#include <drover/core/impl/shared_progress.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/split.hpp>
#include <drover/number/philox.hpp>

namespace drover::classify {
namespace {

constexpr std::uint64_t split_stream = 31;

struct Knob {
    const char* name;
    double Options::*value;
    std::vector<double> factors;  // tried in this order, applied to the best so far
    bool needs_hidden;
};

const std::vector<Knob>& knobs() {
    static const std::vector<Knob> all{
        {"input_scale", &Options::input_scale, {0.5, 2, 4}, false},
        {"rate", &Options::rate, {0.1, 10}, true},
        {"label_rate", &Options::label_rate, {0.25, 4}, true},
        {"hidden_bias_rate", &Options::hidden_bias_rate, {0.25, 4}, true},
        {"label_bias_rate", &Options::label_bias_rate, {0.1, 10}, false},
    };
    return all;
}

// Examples that a trial learns from, and those that it is judged on.
struct Fold {
    Examples learned;
    Examples held_out;
};

// With few examples several tenths are held out in turn, until there are enough to tell trials apart.
std::size_t fold_count(std::size_t examples) {
    constexpr std::size_t enough = 1000;
    const std::size_t tenth = examples / 10;
    return std::clamp<std::size_t>((enough + tenth - 1) / tenth, 1, 5);
}

std::vector<Fold> folds_of(const Examples& train, std::uint64_t seed) {
    const std::size_t n = train.rows.row_count();
    check_input(n >= 10, [&] {
        return Problem{Fault::range, {.key = "tune"}, "at least 10 examples", std::to_string(n)};
    });
    const std::vector<std::size_t> order = random_split(n, n, CounterRandom{seed, split_stream}).train;
    const auto at = [&](std::size_t place) { return order.begin() + static_cast<std::ptrdiff_t>(place); };
    std::vector<Fold> folds;
    for (std::size_t f = 0; f < fold_count(n); ++f) {
        const std::size_t first = f * (n / 10);
        const std::size_t end = first + n / 10;
        std::vector<std::size_t> rest{at(0), at(first)};
        rest.insert(rest.end(), at(end), at(n));
        folds.push_back(
            {examples_at(train, rest), examples_at(train, std::vector<std::size_t>{at(first), at(end)})});
    }
    return folds;
}

// A change of one option, against its value when the first change of that option is tried.
struct Change {
    const Knob* knob;
    double factor;
    bool is_first;
};

std::vector<Change> changes_of(const Options& options) {
    std::vector<Change> changes;
    for (const Knob& knob : knobs()) {
        if (knob.needs_hidden && options.hidden_count == 0) continue;
        for (std::size_t n = 0; n < knob.factors.size(); ++n)
            changes.push_back({&knob, knob.factors[n], n == 0});
    }
    return changes;
}

// Where the two differ, the new one wins more often than a fair coin would, by a standard deviation.
bool is_clearly_better(const std::vector<char>& right, const std::vector<char>& best) {
    double gain = 0;
    double differing = 0;
    for (std::size_t i = 0; i < right.size(); ++i) {
        gain += right[i] - best[i];
        differing += right[i] != best[i] ? 1 : 0;
    }
    return gain > std::sqrt(differing);
}

// One fold of the trial that is running.
struct FoldTrial {
    enum class Stage : std::uint8_t { waiting, training, impossible };

    std::unique_ptr<Job> job = {};
    Stage stage = Stage::waiting;
    std::vector<char> right = {};  // for each held-out example, whether its label is found; empty before that
};

}  // namespace

// ---- the search ---------------------------------------------------------------------------------------

class TuneJob::Search {
  public:
    Search(const Examples& train, const Options& options, const JobOptions& job)
        : job_{job},
          tuning_{.options = options, .trials = {}, .stopped = true},
          folds_{folds_of(train, options.seed)},
          changes_{changes_of(options)},
          fold_updates_{job.updates * (options.procedure == LabelProcedure::joint
                                           ? 1
                                           : static_cast<std::int64_t>(train.classes.size()))} {
        impl::check_memory(train, options, job.memory, folds_.size());
        for (const Fold& fold : folds_) tuning_.held_out += fold.held_out.labels.size();
        fold_count_ = folds_.size();
        begin_trial();
    }

    const Tuning& tuning() const { return tuning_; }
    bool is_finished() const { return tuning_.trials.size() == changes_.size() + 1; }

    std::int64_t total() const {
        return fold_updates_ * static_cast<std::int64_t>(fold_count_ * (changes_.size() + 1));
    }
    std::int64_t done() const {
        std::int64_t sum = fold_updates_ * static_cast<std::int64_t>(fold_count_ * tuning_.trials.size());
        for (const FoldTrial& fold : trial_) sum += done_of(fold);
        return sum;
    }

    void advance(std::int64_t budget, const RunControl& control) {
        const std::vector<std::int64_t> shares = shares_of(budget);
        drover::impl::SharedProgress progress{
            [&, before = done()](std::int64_t now) { control.tell(before + now); }};
        const bool by_fold = folds_.size() > 1;
        for_each_index(by_fold ? job_.pool : nullptr, folds_.size(), [&](std::size_t f) {
            advance_fold(f, shares[f], control, progress, by_fold ? nullptr : job_.pool);
        });
        const bool is_judged = std::all_of(trial_.begin(), trial_.end(),
                                           [](const FoldTrial& fold) { return !fold.right.empty(); });
        if (is_judged) end_trial();
    }

    void save(SealedWriter& out) const {
        out.number(tuning_.trials.size());
        for (const Trial& trial : tuning_.trials) {
            out.real(trial.error);
            out.number(trial.is_better ? 1 : 0);
        }
        if (is_finished()) return;
        for (const char right : best_) out.small_number(right);
        for (const FoldTrial& fold : trial_) {
            out.number(static_cast<std::uint64_t>(fold.stage));
            if (fold.stage == FoldTrial::Stage::training) fold.job->save(out);
        }
    }

    void restore(SealedReader& in) {
        const std::uint64_t trials = in.up_to(changes_.size() + 1);
        for (std::uint64_t n = 0; n < trials; ++n) {
            const double error = in.real();
            in.expect(error >= 0 && error <= 1, "an error out of range");
            const bool is_better = in.up_to(1) == 1;
            in.expect(is_better || n > 0, "a first trial that is not the best");
            record_trial(error, is_better);
        }
        if (is_finished()) return;
        best_.clear();
        for (std::size_t i = 0; trials > 0 && i < tuning_.held_out; ++i) {
            const std::int32_t right = in.small_number();
            in.expect(right == 0 || right == 1, "a label out of range");
            best_.push_back(static_cast<char>(right));
        }
        for (std::size_t f = 0; f < trial_.size(); ++f) restore_fold(in, f);
    }

  private:
    // The options of the next trial, and what is new in them.
    void begin_trial() {
        trial_.clear();
        if (is_finished()) return end();
        trial_.resize(folds_.size());
        what_ = "as given";
        options_ = tuning_.options;
        if (tuning_.trials.empty()) return;
        const Change& change = changes_[tuning_.trials.size() - 1];
        if (change.is_first) given_ = tuning_.options.*change.knob->value;
        options_.*change.knob->value = given_ * change.factor;
        what_ = std::string{change.knob->name} + " " + rounded(given_ * change.factor);
    }

    void end() {
        folds_.clear();
        best_.clear();
        tuning_.stopped = false;
    }

    void end_trial() {
        std::vector<char> right;
        for (const FoldTrial& fold : trial_) right.insert(right.end(), fold.right.begin(), fold.right.end());
        const auto wrong = static_cast<double>(std::count(right.begin(), right.end(), 0));
        const bool is_better = tuning_.trials.empty() || is_clearly_better(right, best_);
        const double error = wrong / static_cast<double>(right.size());
        if (is_better) best_ = std::move(right);
        record_trial(error, is_better);
    }

    void record_trial(double error, bool is_better) {
        tuning_.trials.push_back({what_, options_, error, is_better});
        if (is_better) tuning_.options = options_;
        begin_trial();
    }

    std::int64_t done_of(const FoldTrial& fold) const {
        if (fold.stage == FoldTrial::Stage::waiting) return 0;
        return fold.stage == FoldTrial::Stage::training ? fold.job->progress().done : fold_updates_;
    }

    std::vector<std::int64_t> shares_of(std::int64_t budget) const {
        std::vector<std::int64_t> done;
        std::vector<std::int64_t> left;
        for (const FoldTrial& fold : trial_) {
            done.push_back(done_of(fold));
            left.push_back(fold_updates_ - done.back());
        }
        return impl::share_budget(budget, done, left);
    }

    void begin_fold(std::size_t f, ThreadPool* pool) {
        Options options = options_;
        options.burn_in = job_.updates / 2;
        trial_[f].job = std::make_unique<classify::Job>(folds_[f].learned, options,
                                                        JobOptions{.updates = job_.updates, .pool = pool});
        trial_[f].stage = FoldTrial::Stage::training;
    }

    // Scales other than those given may be too far apart for integers: then every label counts as wrong.
    void advance_fold(std::size_t f, std::int64_t share, const RunControl& control,
                      drover::impl::SharedProgress& progress, ThreadPool* pool) {
        FoldTrial& fold = trial_[f];
        std::int64_t told = done_of(fold);
        const RunControl own{.stop = control.stop,
                             .progress =
                                 [&](std::int64_t done) {
                                     progress.add(done - told);
                                     told = done;
                                 },
                             .deadline = control.deadline};
        try {
            if (share > 0 && fold.stage == FoldTrial::Stage::waiting) begin_fold(f, pool);
            if (share > 0) fold.job->advance(share, own);
            if (done_of(fold) == fold_updates_ && fold.right.empty()) judge(f, control, pool);
        } catch (const InputError&) {
            if (tuning_.trials.empty()) throw;
            fold.job.reset();
            fold.stage = FoldTrial::Stage::impossible;
            fold.right.assign(folds_[f].held_out.labels.size(), 0);
        }
        progress.add(done_of(fold) - told);
    }

    // Empty if stopped.
    void judge(std::size_t f, const RunControl& control, ThreadPool* pool) {
        constexpr std::size_t kept = 100;  // votes of a trial
        const Examples& held_out = folds_[f].held_out;
        const Votes votes =
            vote(compact(trial_[f].job->result(), kept), held_out.rows,
                 {.pool = pool, .control = {.stop = control.stop, .deadline = control.deadline}});
        if (votes.stopped) return;
        for (std::size_t i = 0; i < votes.row_count(); ++i)
            trial_[f].right.push_back(votes.label(i) == held_out.labels[i] ? 1 : 0);
    }

    void restore_fold(SealedReader& in, std::size_t f) {
        const auto stage = static_cast<FoldTrial::Stage>(in.up_to(2));
        in.expect(stage != FoldTrial::Stage::impossible || !tuning_.trials.empty(),
                  "a first trial that is impossible");
        if (stage == FoldTrial::Stage::training) {
            begin_fold(f, folds_.size() > 1 ? nullptr : job_.pool);
            trial_[f].job->restore(in);
        } else if (stage == FoldTrial::Stage::impossible) {
            trial_[f].stage = stage;
            trial_[f].right.assign(folds_[f].held_out.labels.size(), 0);
        }
    }

    JobOptions job_;
    Tuning tuning_;
    std::vector<Fold> folds_;
    std::size_t fold_count_ = 0;
    std::vector<Change> changes_;
    std::int64_t fold_updates_;  // of all systems, in one trial
    std::string what_;           // is tried now
    Options options_;
    double given_ = 0;  // the value of the option that is changed now, before the first change
    std::vector<FoldTrial> trial_;
    std::vector<char> best_;  // for each held-out example, whether the best options find its label
};

// ---- the job ------------------------------------------------------------------------------------------

TuneJob::TuneJob(const Examples& train, const Options& options, const JobOptions& job)
    : search_{std::make_unique<Search>(train, options, job)} {}

TuneJob::~TuneJob() = default;

bool TuneJob::advance(std::int64_t budget, const RunControl& control) {
    if (!search_->is_finished()) search_->advance(budget, control);
    return !search_->is_finished();
}

JobProgress TuneJob::progress() const { return {search_->done(), search_->total()}; }
void TuneJob::save(SealedWriter& out) const { search_->save(out); }
void TuneJob::restore(SealedReader& in) { search_->restore(in); }
const Tuning& TuneJob::result() const { return search_->tuning(); }

Tuning tune(const Examples& train, const Options& options, const RunOptions& run) {
    TuneJob job{train, options, {.updates = run.updates, .pool = run.pool}};
    while (!run.control.stop_requested() &&
           job.advance(std::numeric_limits<std::int64_t>::max(), run.control)) {
    }
    return job.result();
}

std::int64_t tuning_update_count(const Examples& train, const Options& options, std::int64_t updates) {
    std::size_t trials = 1;
    for (const Knob& knob : knobs()) {
        if (!knob.needs_hidden || options.hidden_count > 0) trials += knob.factors.size();
    }
    const bool is_joint = options.procedure == LabelProcedure::joint;
    const std::size_t systems = is_joint ? 1 : train.classes.size();
    return updates * static_cast<std::int64_t>(trials * systems *
                                               fold_count(std::max<std::size_t>(train.rows.row_count(), 10)));
}

}  // namespace drover::classify
