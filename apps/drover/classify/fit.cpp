#include <algorithm>
#include <optional>
#include <ostream>

#include <drover/classify/summary.hpp>
#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/core/thread_pool.hpp>

#include "../cli/command.hpp"
#include "../cli/memory.hpp"
#include "../cli/output.hpp"
#include "../cli/terminal.hpp"
#include "data.hpp"
#include "report.hpp"

namespace drover::cli::classify {

using namespace drover::classify;
namespace {

// Scales too far apart for integer weights show only while the weights are made and moved.
template <class Call>
auto with_scales(const Call& call) {
    try {
        return call();
    } catch (const InputError& error) {
        throw InputError("--input-scale and the rates: expected others, these cannot be herded: " +
                         std::string{error.what()});
    }
}

class Fit {
  public:
    Fit(const FitOptions& options, Streams& streams)
        : options_{options},
          streams_{streams},
          pool_{static_cast<std::size_t>(options.common.threads)},
          is_new_{options.resume.empty()} {
        is_new_ ? begin() : resume();
    }

    FitResult run() {
        run_training();
        result_.summary = summarize(model_.classifier);
        result_.is_finished = is_finished();
        if (options_.keep > 0 && result_.is_finished) make_compact();
        save();
        result_.used = model_.classifier.options;
        result_.cases = model_.classifier.case_count;
        result_.inputs = model_.classifier.norm.column_count;
        result_.classes = model_.classifier.classes;
        result_.digest = digest_of(model_.classifier);
        return std::move(result_);
    }

  private:
    void save() {
        const std::string bytes = to_bytes(model_);
        result_.model_bytes = static_cast<std::int64_t>(bytes.size());
        file_->write(bytes);
    }

    void begin() {
        Options how = classifier_options(options_);
        LearnedInputs learned = learn_training(options_.files);
        result_.notes = std::move(learned.notes);
        train_ = std::move(learned.examples);
        check_memory(how);
        file_.emplace(options_.common.output);
        if (options_.tune) how = tuned(how);
        model_ = {.coding = std::move(learned.coding), .classifier = start_classifier(how)};
    }

    void resume() {
        model_ = read_model(options_.resume);
        const Summary summary = summarize(model_.classifier);
        check_input(!summary.is_compact, [&] {
            return options_.resume +
                   ": expected a complete model, got a compact one, which cannot be trained further";
        });
        check_input(options_.updates >= summary.updates, [&] {
            return "--updates: expected at least the " + std::to_string(summary.updates) + " that " +
                   options_.resume + " has, got " + std::to_string(options_.updates);
        });
        CodedExamples train = read_training(options_, model_);
        result_.notes = std::move(train.notes);
        train_ = std::move(train.examples);
        file_.emplace(options_.common.output);
    }

    // The first weights and the current ones; everything else may be small beside them.
    void check_memory(const Options& how) const {
        const auto classes = static_cast<double>(train_.classes.size());
        const auto inputs = static_cast<double>(train_.rows.column_count());
        const double systems = how.procedure == LabelProcedure::joint ? 1 : classes;
        memory_limit(options_.common)
            .check("--hidden: weights of " + std::to_string(how.hidden_count) + " units",
                   systems * (inputs + classes) * static_cast<double>(how.hidden_count),
                   2 * sizeof(std::int64_t));
    }

    Classifier start_classifier(const Options& how) const {
        try {
            return start(train_, how);
        } catch (const InputError& error) {
            throw InputError(options_.files.data + ": " + error.what());
        }
    }

    Options tuned(const Options& how) {
        check_input(train_.rows.row_count() >= 10, [&] {
            return "--tune: expected at least 10 examples, got " + std::to_string(train_.rows.row_count());
        });
        // About as much work as the training itself.
        const std::int64_t updates =
            std::max(options_.updates / 10, std::min<std::int64_t>(options_.updates, 2000));
        Progress progress{"tune", tuning_update_count(train_, how, updates), options_.common, streams_,
                          "updates"};
        const RunOptions run{.updates = updates, .pool = &pool_, .control = progress.control()};
        result_.tuning = with_scales([&] { return tune(train_, how, run); });
        if (result_.tuning->stopped) throw Interrupted{};
        result_.tuning_updates = updates;
        return result_.tuning->options;
    }

    bool is_finished() const {
        const Summary now = summarize(model_.classifier);
        const auto is_at_end = [&](const System& system) {
            return system.is_settled || system.updates >= options_.updates;
        };
        return now.is_settled ||
               std::all_of(model_.classifier.systems.begin(), model_.classifier.systems.end(), is_at_end);
    }

    void run_training() {
        const auto systems = static_cast<std::int64_t>(model_.classifier.systems.size());
        const std::int64_t every =
            options_.checkpoint_every == 0 ? options_.updates : options_.checkpoint_every;
        Progress progress{"fit", options_.updates * systems, options_.common, streams_, "updates"};
        while (!is_finished() && !progress.stopped()) {
            const std::int64_t done = summarize(model_.classifier).updates;
            train_some(std::min(every, options_.updates - done), progress);
            if (!is_finished() && !progress.stopped()) save();
        }
    }

    void train_some(std::int64_t updates, Progress& progress) {
        const Summary before = summarize(model_.classifier);
        const auto systems = static_cast<std::int64_t>(model_.classifier.systems.size());
        const auto judged = static_cast<double>(model_.classifier.case_count) * static_cast<double>(systems);
        std::atomic<std::int64_t> mistakes = 0;
        const auto tell = [&](std::int64_t done) {
            const std::int64_t all = before.updates * systems + done;
            if (all >= before.pass_updates * systems)
                progress.add_text(", training error " +
                                  rounded(100 * static_cast<double>(mistakes) / judged, 3) + " %");
            progress(all);
        };
        const RunOptions run{.updates = updates,
                             .pool = &pool_,
                             .control = {.stop = &progress.stop_flag(), .progress = tell},
                             .pass_mistakes = &mistakes};
        with_scales([&] { return train(model_.classifier, train_, run); });
    }

    // Evenly spaced: votes of all updates cost more than the updates themselves.
    Examples compared_cases() const {
        const std::size_t count = train_.rows.row_count();
        const std::size_t most = std::min<std::size_t>(count, 2000);
        std::vector<std::size_t> chosen;
        for (std::size_t n = 0; n < most; ++n) chosen.push_back(n * count / most);
        return examples_at(train_, chosen);
    }

    // How the votes of the kept weights differ from all votes, on training cases.
    void make_compact() {
        Classifier small = compact(model_.classifier, static_cast<std::size_t>(options_.keep));
        const Examples cases = compared_cases();
        const Votes all = votes_of(model_.classifier, cases.rows);
        const Votes few = votes_of(small, cases.rows);
        result_.is_finished = !all.stopped && !few.stopped;
        if (!result_.is_finished) return;  // the complete model is written
        result_.compact = CompactModel{.kept = small.systems.front().kept.size(),
                                       .cases = cases.labels.size(),
                                       .difference = difference_of(all, few),
                                       .full_error = error_of(all, cases.labels),
                                       .error = error_of(few, cases.labels)};
        model_.classifier = std::move(small);
    }

    Votes votes_of(const Classifier& classifier, const SparseRows& rows) {
        Progress progress{"vote", summarize(classifier).replayed, options_.common, streams_, "weights"};
        return vote(classifier, rows, {.pool = &pool_, .control = progress.control()});
    }

    const FitOptions& options_;
    Streams& streams_;
    std::optional<ModelFile> file_;
    ThreadPool pool_;
    bool is_new_;
    Examples train_;
    Model model_;
    FitResult result_;
};

ExitCode run_fit(const FitOptions& options, Streams& streams) {
    check_fit_options(options);
    const FitResult result = Fit{options, streams}.run();
    write_fit(streams.out, options, result);
    check_written("-", streams.out);
    if (result.is_finished) return ExitCode::ok;
    const Summary& now = result.summary;
    streams.err << "drover: interrupted; the model has ";
    if (now.fewest_updates < now.updates) streams.err << now.fewest_updates << " to ";
    streams.err << now.updates << " updates" << (now.fewest_updates < now.updates ? " per class" : "")
                << (options.keep > 0 ? " and the misclassified cases; continue with --resume and --keep\n"
                                     : "; continue with --resume\n");
    return ExitCode::interrupted;
}

}  // namespace

Command fit_command() {
    return {
        .name = "fit",
        .summary = "Train a voted classifier: conditional herding",
        .footer =
            "Columns of numbers are standardised, others get one input per category; a field that is empty "
            "or ? is\n"
            "missing. The model is the trajectory of its weights: every update after the burn-in has a vote. "
            "It contains\n"
            "the cases that were ever misclassified: share it only with those who may see them; --keep "
            "leaves "
            "them out. The\n"
            "file is also the checkpoint. The same bytes on every machine, for any number of threads.\n\n"
            "Example: drover fit train.csv --label species --updates 20000 -o species.model\n"
            "         drover fit images-idx3-ubyte.gz --labels labels-idx1-ubyte.gz --tune -o digits.model",
        .task = task<run_fit>};
}

}  // namespace drover::cli::classify
