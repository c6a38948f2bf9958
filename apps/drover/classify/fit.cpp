#include <memory>
#include <optional>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/files/file.hpp>

#include "../cli/command.hpp"
#include "../cli/memory.hpp"
#include "data.hpp"
#include "report.hpp"

namespace drover::cli::classify {

using namespace drover::classify;
namespace {

struct StageText {
    const char* what;
    const char* unit;
};

StageText text_of(FitJob::Stage stage) {
    if (stage == FitJob::Stage::tune) return {"tune", "updates"};
    if (stage == FitJob::Stage::train) return {"fit", "updates"};
    return {"compare", "weights"};
}

class Fit {
  public:
    Fit(const FitOptions& options, Streams& streams)
        : options_{options},
          run_{options.job, options.common, streams},
          pool_{static_cast<std::size_t>(options.common.threads)} {
        const std::string& resume = options.job.resume;
        const std::string bytes = resume.empty() ? std::string{} : read_file(resume);
        const bool is_further = !resume.empty() && !is_checkpoint(bytes);
        is_further ? take_further(bytes) : begin();
        if (!resume.empty() && !is_further)
            restore_checkpoint(bytes, resume, job_->identity(options.files.data), *job_);
        file_.emplace(options.common.output);
    }

    /// Nothing if it ended while it was tuning.
    std::optional<FitReport> run() {
        FitReport report{.end = run_stages(), .trial_updates = job_->trial_updates()};
        std::optional<FitResult> result = std::move(*job_).result();
        if (!result) return {};
        report.used = result->classifier.options;
        report.cases = result->classifier.case_count;
        report.inputs = result->classifier.norm.column_count;
        report.digest = digest_of(result->classifier);
        report.result = std::move(*result);
        const Model model{.coding = std::move(coding_), .classifier = std::move(report.result.classifier)};
        const std::string bytes = to_bytes(model);
        report.model_bytes = static_cast<std::int64_t>(bytes.size());
        report.classes = model.classifier.classes;
        report.notes = std::move(notes_);
        file_->write(bytes);
        return report;
    }

    JobEnd end() const { return end_; }

  private:
    FitJobOptions job_options() {
        return {.updates = options_.updates,
                .tune = options_.tune,
                .keep = static_cast<std::size_t>(options_.keep),
                .pool = &pool_,
                .memory = memory_limit(options_.common)};
    }

    template <class Call>
    auto on_train(const Call& call) {
        return at(Place{.file = options_.files.data}, call);
    }

    RunControl reading() { return run_.set_up("read " + options_.files.data, 0, "rows"); }

    void begin() {
        check_burn_in(options_);
        const Options how = classifier_options(options_);
        LearnedInputs learned = learn_training(options_.files, reading());
        notes_ = std::move(learned.notes);
        train_ = std::move(learned.examples);
        coding_ = std::move(learned.coding);
        check_input(!options_.tune || train_.rows.row_count() >= 10, [&] {
            return "--tune: expected at least 10 examples, got " + std::to_string(train_.rows.row_count());
        });
        job_ = on_train([&] { return std::make_unique<FitJob>(train_, how, job_options()); });
    }

    void take_further(const std::string& bytes) {
        const std::string& path = options_.job.resume;
        check_left_to_model(options_, FitOptions{}, model_option_names(), path);
        Model model = parse_model(bytes, path);
        const Summary summary = summarize(model.classifier);
        check_input(!summary.is_compact, [&] {
            return path + ": expected a complete model, got a compact one, which cannot be trained further";
        });
        check_input(options_.updates >= summary.updates, [&] {
            return "--updates: expected at least the " + std::to_string(summary.updates) + " that " + path +
                   " has, got " + std::to_string(options_.updates);
        });
        CodedExamples train = read_training(options_, model, reading());
        notes_ = std::move(train.notes);
        train_ = std::move(train.examples);
        coding_ = std::move(model.coding);
        job_ = on_train(
            [&] { return std::make_unique<FitJob>(train_, std::move(model.classifier), job_options()); });
    }

    JobEnd run_stages() {
        const JobIdentity identity = job_->identity(options_.files.data);
        do {
            const StageText text = text_of(job_->stage());
            end_ = on_train([&] { return run_.run(*job_, identity, text.what, text.unit); });
        } while (end_ == JobEnd::finished && job_->next_stage());
        return end_;
    }

    const FitOptions& options_;
    LongRun run_;
    ThreadPool pool_;
    Examples train_;
    InputCoding coding_;
    std::vector<std::string> notes_;
    std::unique_ptr<FitJob> job_;
    std::optional<ModelFile> file_;
    JobEnd end_ = JobEnd::finished;
};

std::string updates_text(const Summary& now) {
    const bool differ = now.fewest_updates < now.updates;
    return (differ ? std::to_string(now.fewest_updates) + " to " : "") + std::to_string(now.updates) +
           " updates" + (differ ? " per class" : "");
}

// While it was tuning there is no model.
ExitCode end_without_model(const FitOptions& options, JobEnd end, Streams& streams) {
    const bool is_interrupted = end == JobEnd::stopped;
    streams.err << "drover: "
                << (is_interrupted
                        ? "interrupted while tuning"
                        : "--time: expected more than tuning takes, got " + quoted(options.job.time))
                << "; no model was written"
                << (options.job.checkpoint.empty() ? ""
                                                   : "; continue with --resume " + options.job.checkpoint)
                << '\n';
    return is_interrupted ? ExitCode::interrupted : ExitCode::input;
}

ExitCode run_fit(const FitOptions& options, Streams& streams) {
    check_fit_options(options);
    Fit fit{options, streams};
    const std::optional<FitReport> report = fit.run();
    if (!report) return end_without_model(options, fit.end(), streams);
    write_fit(streams.out, options, *report);
    check_written("-", streams.out);
    if (report->end != JobEnd::stopped) return ExitCode::ok;
    streams.err << "drover: interrupted; the model has " << updates_text(report->result.summary)
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
            "them out.\n"
            "With --time and after Ctrl-C, it has the updates so far. The same bytes on every machine, for "
            "any "
            "number\n"
            "of threads.\n\n"
            "Example: drover fit train.csv --label species --updates 20000 -o species.model\n"
            "         drover fit images-idx3-ubyte.gz --labels labels-idx1-ubyte.gz --tune -o digits.model",
        .task = task<run_fit>};
}

}  // namespace drover::cli::classify
