#include <algorithm>
#include <optional>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>

#include "../cli/command.hpp"
#include "../cli/output.hpp"
#include "../cli/terminal.hpp"
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
    std::string resume;
    std::int64_t checkpoint_every = 0;
};

constexpr std::int64_t most_training_steps = 10'000'000;

void describe(OptionList& list, TrainOptions& options) {
    list.file("DATA", options.data,
              "CSV file with a header, or IDX images; both may be gzipped; - is standard input");
    list.count("--hidden", options.hidden, "Hidden units").within(1, 1'000'000).excluding("--resume");
    list.count("--steps", options.steps, "Steps; with --resume, further steps")
        .within(0, most_training_steps);
    list.choice("--variant", options.variant,
                "Where the search for a fantasy begins: H at the last one, SH at the case of lowest energy, "
                "CD at every case; HR as H, and again as SH if it ends below the average of the cases",
                variants)
        .excluding("--resume");
    list.choice("--coding", options.coding,
                "Values of a unit: signs -1 and +1, or bits 0 and 1; with --growth all hidden bits end at 0",
                unit_codings)
        .excluding("--resume");
    list.flag("--growth", options.growth, "Keep the positive term of the hidden biases")
        .excluding("--resume");
    list.count("--batch", options.batch, "Cases per step, in turn; 0: all")
        .within(0, 100'000'000)
        .excluding("--resume");
    list.text("--spread", options.spread, "Standard deviation of the first weights, 0 to 1000")
        .typed("R")
        .with_default()
        .excluding("--resume");
    describe_binarize(list, options.binarize);
    list.at("--binarize").excluding("--resume");
    list.file("--resume", options.resume, "Continue from this model: the same bytes as without a stop");
    list.count("--checkpoint-every", options.checkpoint_every,
               "Write the model every N steps; 0: only at the end")
        .within(0, most_training_steps);
    describe(list, options.common);
    list.at("--output").described("File for the model").required().without_default().replacing("--resume");
    list.require([&options] { return options.data.empty() && options.resume.empty() ? "DATA" : ""; });
}

void check_options(const TrainOptions& options) {
    check_model_path(options.common.output);
    check_input(options.resume.empty() || options.data.empty(), [] {
        return std::string{"--resume: expected no DATA beside it: the model contains its cases"};
    });
}

Model first_model(const TrainOptions& options) {
    if (!options.resume.empty()) return read_model(options.resume);
    const Rational spread = option_number("--spread", options.spread);
    check_input(!(spread < Rational{0}) && !(Rational{1000} < spread),
                [&] { return "--spread: expected 0 to 1000, got " + quoted(options.spread); });
    ObservedTable table = read_observed(options.data, options.binarize);
    check_input(!table.rows.empty(), [&] { return options.data + ": expected at least one row, got none"; });
    check_input(static_cast<std::size_t>(options.batch) <= table.rows.size(), [&] {
        return "--batch: expected at most the " + std::to_string(table.rows.size()) + " rows, got " +
               std::to_string(options.batch);
    });
    return start(std::move(table.names), std::move(table.rows),
                 {.hidden_count = static_cast<std::size_t>(options.hidden),
                  .coding = options.coding,
                  .fantasy = options.variant,
                  .hidden_growth = options.growth,
                  .batch_size = static_cast<std::size_t>(options.batch),
                  .start_spread = spread.to_double(),
                  .seed = options.common.seed});
}

// The options that the model was started with; --resume does not change them.
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

// Whether all steps were taken.
bool take_steps(const TrainOptions& options, Model& model, ModelFile& file, Streams& streams) {
    ThreadPool pool{static_cast<std::size_t>(options.common.threads)};
    Progress progress{"rbm train", options.steps, options.common, streams};
    const std::int64_t first = model.state.t;
    const std::int64_t every = options.checkpoint_every == 0 ? options.steps : options.checkpoint_every;
    while (model.state.t - first < options.steps && !progress.stopped()) {
        const std::int64_t done = model.state.t - first;
        const auto tell = [&, done](std::int64_t steps) { progress(done + steps); };
        train(model, {.steps = std::min(every, options.steps - done),
                      .pool = &pool,
                      .control = {.stop = &progress.stop_flag(), .progress = tell}});
        if (model.state.t - first < options.steps) file.write(to_bytes(model));
    }
    return model.state.t - first == options.steps;
}

Report report_of(const TrainOptions& options, const Model& model, bool is_finished) {
    const Summary summary = summarize(model);
    const auto partial = std::count_if(model.cases.begin(), model.cases.end(),
                                       [](const ObservedRow& seen) { return !seen.is_complete(); });
    Report report;
    report.add("format", "", "drover.rbm.train/1");
    echo(report, options.resume.empty() ? options : begun_with(options, model.options));
    report.add("cases", "cases", static_cast<std::int64_t>(model.cases.size()));
    report.add("incomplete_cases", partial > 0 ? "with unknown values" : "",
               static_cast<std::int64_t>(partial));
    report.add("visible_units", "visible units", static_cast<std::int64_t>(model.visible_count()));
    report.add("hidden_units", "hidden units", static_cast<std::int64_t>(model.options.hidden_count));
    report.add("steps_taken", "steps", model.state.t);
    report.add("positive_margins", "positive margins", model.positive_margins);
    report.add("weight_norm", "norm of the weights", summary.weight_norm);
    report.add("largest_weight", "largest weight", summary.largest_weight);
    report.add("scale", "whole numbers over", summary.scale);
    report.add("digest", "digest", summary.digest);
    report.add("interrupted", "", !is_finished);
    return report;
}

ExitCode run_train(const TrainOptions& options, Streams& streams) {
    check_options(options);
    Model model = first_model(options);
    ModelFile file{options.common.output};
    const bool is_finished = take_steps(options, model, file, streams);
    file.write(to_bytes(model));
    const Report report = report_of(options, model, is_finished);
    options.common.json ? write_json(streams.out, report) : write_text(streams.out, report);
    check_written("-", streams.out);
    if (is_finished) return ExitCode::ok;
    streams.err << "drover: interrupted; the model has " << model.state.t
                << " steps; continue with --resume\n";
    return ExitCode::interrupted;
}

}  // namespace

Command train_item() {
    return {.name = "train",
            .summary = "Herd a model from rows of 0 and 1",
            .footer =
                "An empty field, or ?, is an unknown value: it is imputed like the hidden units. The model "
                "file is also\n"
                "the checkpoint. Positive margins: steps whose search missed the condition that bounds the "
                "weights;\n"
                "SH, CD and HR with --growth have none.\n\n"
                "Example: drover rbm train digits.csv --hidden 100 --steps 2000 -o digits.rbm\n"
                "         drover rbm train images-idx3-ubyte.gz --binarize 0.2 --variant SH -o images.rbm",
            .task = task<run_train>};
}

}  // namespace drover::cli::rbm
