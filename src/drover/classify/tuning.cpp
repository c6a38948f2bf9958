#include <algorithm>
#include <cmath>

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
    check_input(n >= 10, [&] { return "tune: expected at least 10 examples, got " + std::to_string(n); });
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

class Search {
  public:
    Search(const Examples& train, const Options& options, const RunOptions& run)
        : run_{run},
          tuning_{.options = options, .trials = {}},
          folds_{folds_of(train, options.seed)},
          progress_{run.control.progress} {
        for (const Fold& fold : folds_) tuning_.held_out += fold.held_out.labels.size();
    }

    Tuning run() {
        try_options("as given", tuning_.options);
        for (const Knob& knob : knobs()) {
            if (knob.needs_hidden && tuning_.options.hidden_count == 0) continue;
            const double given = tuning_.options.*knob.value;
            for (const double factor : knob.factors) {
                Options options = tuning_.options;
                options.*knob.value = given * factor;
                if (!tuning_.stopped)
                    try_options(std::string{knob.name} + " " + rounded(given * factor), options);
            }
        }
        return std::move(tuning_);
    }

  private:
    void try_options(const std::string& what, const Options& options) {
        std::vector<std::vector<char>> parts(folds_.size());
        const bool by_fold = folds_.size() > 1;
        for_each_index(by_fold ? run_.pool : nullptr, folds_.size(), [&](std::size_t f) {
            parts[f] = right_labels(folds_[f], options, by_fold ? nullptr : run_.pool);
        });
        tuning_.stopped = run_.control.stop_requested();
        if (tuning_.stopped) return;
        std::vector<char> right;
        for (const std::vector<char>& part : parts) right.insert(right.end(), part.begin(), part.end());
        const auto wrong = static_cast<double>(std::count(right.begin(), right.end(), 0));
        const bool is_better = tuning_.trials.empty() || is_clearly_better(right);
        tuning_.trials.push_back({what, options, wrong / static_cast<double>(right.size()), is_better});
        if (!is_better) return;
        best_ = std::move(right);
        tuning_.options = options;
    }

    // Scales other than those given may be too far apart for integers: then every label counts as wrong.
    std::vector<char> right_labels(const Fold& fold, const Options& options, ThreadPool* pool) {
        try {
            return found_labels(fold, options, pool);
        } catch (const InputError&) {
            if (tuning_.trials.empty()) throw;
            return std::vector<char>(fold.held_out.labels.size(), 0);
        }
    }

    // For each held-out example, whether its label is found.
    std::vector<char> found_labels(const Fold& fold, const Options& options, ThreadPool* pool) {
        Options trial = options;
        trial.burn_in = run_.updates / 2;
        Classifier model = start(fold.learned, trial);
        std::int64_t told = 0;
        RunOptions run{.updates = run_.updates, .pool = pool, .control = {.stop = run_.control.stop}};
        run.control.progress = [&](std::int64_t done) {
            progress_.add(done - told);
            told = done;
        };
        train(model, fold.learned, run);
        progress_.add(run_.updates * static_cast<std::int64_t>(model.systems.size()) - told);
        run.control.progress = {};
        if (run.control.stop_requested()) return {};
        const Votes votes = vote(compact(model, kept), fold.held_out.rows, run);
        std::vector<char> right;
        for (std::size_t i = 0; i < votes.row_count(); ++i)
            right.push_back(votes.label(i) == fold.held_out.labels[i] ? 1 : 0);
        return right;
    }

    // Where the two differ, the new one wins more often than a fair coin would, by a standard deviation.
    bool is_clearly_better(const std::vector<char>& right) const {
        double gain = 0;
        double differing = 0;
        for (std::size_t i = 0; i < right.size(); ++i) {
            gain += right[i] - best_[i];
            differing += right[i] != best_[i] ? 1 : 0;
        }
        return gain > std::sqrt(differing);
    }

    static constexpr std::size_t kept = 100;  // votes of a trial
    RunOptions run_;
    Tuning tuning_;
    std::vector<Fold> folds_;
    drover::impl::SharedProgress progress_;
    std::vector<char> best_;  // for each held-out example, whether the best options find its label
};

}  // namespace

Tuning tune(const Examples& train, const Options& options, const RunOptions& run) {
    return Search{train, options, run}.run();
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
