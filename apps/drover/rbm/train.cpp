#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/files/file.hpp>
#include <drover/rbm/job.hpp>

#include "../cli/command.hpp"
#include "../cli/job.hpp"
#include "../cli/memory.hpp"
#include "rbm.hpp"

namespace drover::cli::rbm {

using namespace drover::rbm;
namespace {

struct TrainOptions {
    CommonOptions common;
    std::string data;
    std::int64_t hidden = 100;
    std::int64_t steps = 2000;
    FantasyStart variant = FantasyStart::previous;
    UnitCoding coding = UnitCoding::signs;
    bool growth = false;
    std::int64_t batch = 0;
    std::string spread = "0.01";
    std::string binarize;
    cli::JobOptions job;
};

constexpr std::int64_t most_training_steps = 10'000'000;

void describe(OptionList& list, TrainOptions& options) {
    list.file("DATA", options.data,
              "CSV file with a header, or IDX images; both may be gzipped; - is standard input");
    list.count("--hidden", options.hidden, "Hidden units").within(1, 1'000'000);
    list.count("--steps", options.steps, "Steps; with --resume MODEL, further steps")
        .within(0, most_training_steps);
    list.choice("--variant", options.variant,
                "Where the search for a fantasy begins: H at the last one, SH at the case of lowest energy, "
                "CD at every case; HR as H, and again as SH if it ends below the average of the cases",
                variants);
    list.choice("--coding", options.coding,
                "Values of a unit: signs -1 and +1, or bits 0 and 1; with --growth all hidden bits end at 0",
                unit_codings);
    list.flag("--growth", options.growth, "Keep the positive term of the hidden biases");
    list.count("--batch", options.batch, "Cases per step, in turn; 0: all").within(0, 100'000'000);
    list.text("--spread", options.spread, "Standard deviation of the first weights, 0 to 1000")
        .typed("R")
        .with_default();
    describe_binarize(list, options.binarize);
    describe(list, options.job, "steps", 1000);
    list.at("--resume")
        .described(
            "Resume from this checkpoint, with the same DATA and options; or take further steps of this "
            "model");
    describe(list, options.common);
    list.at("--output").described("File for the model").required().without_default().replacing("--resume");
    list.require([&options] { return options.data.empty() && options.job.resume.empty() ? "DATA" : ""; });
}

// The options that the model was started with; further steps do not change them.
TrainOptions begun_with(TrainOptions options, const Options& model) {
    options.hidden = static_cast<std::int64_t>(model.hidden_count);
    options.coding = model.coding;
    options.variant = model.fantasy;
    options.growth = model.hidden_growth;
    options.batch = static_cast<std::int64_t>(model.batch_size);
    options.spread = shortest(model.start_spread);
    options.common.seed = model.seed;
    return options;
}

Options model_options(const TrainOptions& options) {
    const Rational spread = option_number("--spread", options.spread);
    check_input(!(spread < Rational{0}) && !(Rational{1000} < spread),
                [&] { return "--spread: expected 0 to 1000, got " + quoted(options.spread); });
    return {.hidden_count = static_cast<std::size_t>(options.hidden),
            .coding = options.coding,
            .fantasy = options.variant,
            .hidden_growth = options.growth,
            .batch_size = static_cast<std::size_t>(options.batch),
            .start_spread = spread.to_double(),
            .seed = options.common.seed};
}

class Training {
  public:
    Training(const TrainOptions& options, Streams& streams)
        : options_{options},
          run_{options.job, options.common, streams},
          pool_{static_cast<std::size_t>(options.common.threads)} {
        const std::string& resume = options.job.resume;
        const std::string bytes = resume.empty() ? std::string{} : read_file(resume);
        is_further_ = !resume.empty() && !is_checkpoint(bytes);
        is_further_ ? take_further(bytes) : begin();
        if (!resume.empty() && !is_further_)
            restore_checkpoint(bytes, resume, job_->identity(options.data), *job_);
        file_.emplace(options.common.output);
    }

    JobEnd run() {
        const JobEnd end = run_.run(*job_, job_->identity(options_.data), "rbm train", "steps");
        model_ = job_->result();
        file_->write(to_bytes(model_));
        return end;
    }

    const Model& model() const { return model_; }
    /// For the report.
    TrainOptions options() const { return is_further_ ? begun_with(options_, model_.options) : options_; }

  private:
    drover::rbm::JobOptions job_options() {
        return {.steps = options_.steps, .pool = &pool_, .memory = memory_limit(options_.common)};
    }

    void take_further(const std::string& bytes) {
        const std::string& path = options_.job.resume;
        check_input(options_.data.empty(), [] {
            return std::string{"--resume: expected no DATA beside a model, which contains its cases"};
        });
        check_left_to_model(
            options_, TrainOptions{},
            {"--hidden", "--variant", "--coding", "--growth", "--batch", "--spread", "--binarize", "--seed"},
            path);
        job_ = std::make_unique<drover::rbm::Job>(parse_model(bytes, path), job_options());
    }

    void begin() {
        check_input(!options_.data.empty(), [&] {
            return options_.job.resume +
                   ": expected DATA and the options of the run that wrote the checkpoint";
        });
        const Options how = model_options(options_);
        ObservedTable table =
            read_observed(options_.data, options_.binarize, run_.set_up("read " + options_.data, 0, "rows"));
        check_input(static_cast<std::size_t>(options_.batch) <= table.rows.size(), [&] {
            return "--batch: expected at most the " + std::to_string(table.rows.size()) + " rows, got " +
                   std::to_string(options_.batch);
        });
        job_ = std::make_unique<drover::rbm::Job>(std::move(table.names), std::move(table.rows), how,
                                                  job_options());
    }

    const TrainOptions& options_;
    LongRun run_;
    ThreadPool pool_;
    bool is_further_ = false;
    std::unique_ptr<drover::rbm::Job> job_;
    std::optional<ModelFile> file_;
    Model model_;
};

std::string ending(JobEnd end) {
    if (end == JobEnd::stopped) return "interrupted";
    return end == JobEnd::time ? "time was up" : "all steps taken";
}

Report report_of(const TrainOptions& options, const Model& model, JobEnd end) {
    const Summary summary = summarize(model);
    const auto partial = std::count_if(model.cases.begin(), model.cases.end(),
                                       [](const ObservedRow& seen) { return !seen.is_complete(); });
    Report report;
    report.add("format", "", "drover.rbm.train/1");
    echo(report, options);
    report.add("cases", "cases", static_cast<std::int64_t>(model.cases.size()));
    report.add("incomplete_cases", partial > 0 ? "with unknown values" : "",
               static_cast<std::int64_t>(partial));
    report.add("visible_units", "visible units", static_cast<std::int64_t>(model.visible_count()));
    report.add("hidden_units", "hidden units", static_cast<std::int64_t>(model.options.hidden_count));
    report.add("steps_taken", "steps", model.state.t);
    report.add("ended", end == JobEnd::finished ? "" : "ended", ending(end));
    report.add("positive_margins", "positive margins", model.positive_margins);
    report.add("weight_norm", "norm of the weights", summary.weight_norm);
    report.add("largest_weight", "largest weight", summary.largest_weight);
    report.add("scale", "weight denominator", summary.scale);
    report.add("digest", "digest", summary.digest);
    report.add("interrupted", "", end == JobEnd::stopped);
    return report;
}

ExitCode run_train(const TrainOptions& options, Streams& streams) {
    check_model_path(options.common.output);
    Training training{options, streams};
    const JobEnd end = training.run();
    const Report report = report_of(training.options(), training.model(), end);
    options.common.json ? write_json(streams.out, report) : write_text(streams.out, report);
    check_written("-", streams.out);
    if (end != JobEnd::stopped) return ExitCode::ok;
    streams.err << "drover: interrupted; the model has " << training.model().state.t
                << " steps; continue with --resume\n";
    return ExitCode::interrupted;
}

}  // namespace

Command train_item() {
    return {
        .name = "train",
        .summary = "Herd a model from rows of 0 and 1",
        .footer =
            "An empty field, or ?, is an unknown value: it is imputed like the hidden units. With --time "
            "and\n"
            "after Ctrl-C, the model has the steps so far. Positive margins: steps whose search missed the "
            "condition\n"
            "that bounds the weights; SH, CD and HR with --growth have none.\n\n"
            "Example: drover rbm train digits.csv --hidden 100 --steps 2000 -o digits.rbm\n"
            "         drover rbm train images-idx3-ubyte.gz --binarize 0.2 --variant SH -o images.rbm",
        .task = task<run_train>};
}

}  // namespace drover::cli::rbm
