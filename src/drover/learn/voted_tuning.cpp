#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/core/philox.hpp>
#include <drover/data/split.hpp>
#include <drover/learn/voted_tuning.hpp>

namespace drover {
namespace {

constexpr std::uint64_t split_stream = 31;

struct Knob {
    const char* name;
    double VotedOptions::*value;
    std::vector<double> factors;  // tried in this order, on the best so far
    bool needs_hidden;
};

const std::vector<Knob>& knobs() {
    static const std::vector<Knob> all{
        {"input_scale", &VotedOptions::input_scale, {0.5, 2, 4}, false},
        {"rate", &VotedOptions::rate, {0.1, 10}, true},
        {"label_rate", &VotedOptions::label_rate, {0.25, 4}, true},
        {"hidden_bias_rate", &VotedOptions::hidden_bias_rate, {0.25, 4}, true},
        {"label_bias_rate", &VotedOptions::label_bias_rate, {0.1, 10}, false},
    };
    return all;
}

class Search {
  public:
    Search(const Examples& train, const VotedOptions& options, const VotedRun& run)
        : run_{run}, tuning_{.options = options, .trials = {}} {
        const std::size_t n = train.rows.row_count();
        check_input(n >= 10,
                    [&] { return "tune_voted: expected at least 10 examples, got " + std::to_string(n); });
        const Split split = random_split(n, n - n / 10, CounterRandom{options.seed, split_stream});
        learned_ = examples_at(train, split.train);
        held_out_ = examples_at(train, split.test);
        tuning_.held_out = split.test.size();
    }

    VotedTuning run() {
        try_options("as given", tuning_.options);
        for (const Knob& knob : knobs()) {
            if (knob.needs_hidden && tuning_.options.hidden_count == 0) continue;
            const double given = tuning_.options.*knob.value;
            for (const double factor : knob.factors) {
                VotedOptions options = tuning_.options;
                options.*knob.value = given * factor;
                if (!tuning_.stopped)
                    try_options(std::string{knob.name} + " " + rounded(given * factor), options);
            }
        }
        return std::move(tuning_);
    }

  private:
    void try_options(const std::string& what, const VotedOptions& options) {
        VotedOptions trial = options;
        trial.burn_in = run_.updates / 2;
        VotedClassifier model = start_voted(learned_, trial);
        VotedRun run = run_;
        if (run_.control.progress)
            run.control.progress = [this](std::int64_t done) { run_.control.progress(done_ + done); };
        const bool is_whole = train_voted(model, learned_, run);
        done_ += run_.updates * static_cast<std::int64_t>(model.systems.size());
        run.control.progress = {};
        const Votes votes = is_whole ? vote(compact(model, kept), held_out_.rows, run) : Votes{};
        tuning_.stopped = !is_whole || votes.stopped;
        if (tuning_.stopped) return;
        const double error = error_of(votes, held_out_.labels);
        const bool is_better = tuning_.trials.empty() || error < best_ - clearly();
        tuning_.trials.push_back({what, options, error, is_better});
        if (!is_better) return;
        best_ = error;
        tuning_.options = options;
    }
    // Half a standard error of the best: less is chance.
    double clearly() const {
        return 0.5 * std::sqrt(best_ * (1 - best_) / static_cast<double>(tuning_.held_out));
    }

    static constexpr std::size_t kept = 100;  // votes of a trial
    VotedRun run_;
    VotedTuning tuning_;
    Examples learned_;
    Examples held_out_;
    double best_ = 1;
    std::int64_t done_ = 0;
};

}  // namespace

VotedTuning tune_voted(const Examples& train, const VotedOptions& options, const VotedRun& run) {
    return Search{train, options, run}.run();
}

std::size_t tuning_trial_count(const VotedOptions& options) {
    std::size_t count = 1;
    for (const Knob& knob : knobs()) {
        if (!knob.needs_hidden || options.hidden_count > 0) count += knob.factors.size();
    }
    return count;
}

}  // namespace drover
