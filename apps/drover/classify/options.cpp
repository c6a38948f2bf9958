#include "options.hpp"

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/examples/input_format.hpp>

#include "../cli/output.hpp"

namespace drover::cli::classify {

using namespace drover::classify;
namespace {

constexpr std::int64_t most_updates = 1'000'000'000;

double real_option(const char* option, const std::string& text, double lowest, double highest) {
    const double value = option_number(option, text).to_double();
    check_input(value >= lowest && value <= highest, [&] {
        return std::string{option} + ": expected " + shortest(lowest) + " to " + shortest(highest) +
               ", got " + quoted(text);
    });
    return value;
}

std::vector<std::string> format_names() {
    std::vector<std::string> names{"auto"};
    for (const InputFormatChoice& each : input_formats) names.emplace_back(each.name);
    return names;
}

void describe(OptionList& list, TrainingFiles& files) {
    list.file("TRAIN", files.data,
              "CSV table with a header, IDX images, libsvm lines or 'document word count' triples; may be "
              "gzipped; - is standard input")
        .required();
    list.text("--label", files.label, "Column of a table that holds the classes").typed("COLUMN");
    list.file("--labels", files.labels, "Labels of images (IDX) or of documents (one per line)");
    list.choice("--format", files.format, "Of TRAIN; auto knows all but words", format_names());
    list.count("--vocabulary", files.vocabulary, "Words: use the N most frequent").within(1, 100'000'000);
    list.count("--skip-top", files.skip_top,
               "Words: but leave out the N most frequent of these, fewer than --vocabulary")
        .within(0, 99'999'999);
    list.texts("--ignore", files.ignore, "Column of a table that is not an input; may be repeated")
        .typed("COLUMN")
        .once_each();
    list.texts("--categorical", files.categorical, "Column whose numbers are categories; may be repeated")
        .typed("COLUMN")
        .once_each();
    list.text("--separator", files.separator, "Between fields of a table: one character, or tab")
        .typed("C")
        .with_default();
}

Option& describe_real(OptionList& list, const char* name, std::string& value, const char* help) {
    return list.text(name, value, help).typed("R").with_default();
}

void describe_rates(OptionList& list, FitOptions& options) {
    describe_real(list, "--input-scale", options.input_scale,
                  "Typical length that inputs are scaled to, 0.001 to 1000");
    describe_real(list, "--rate", options.rate,
                  "Learning rate of the inputs' weights, over the spread of the first weights, 1e-6 to 10^6");
    describe_real(list, "--label-rate", options.label_rate,
                  "Learning rate of the weights between labels and hidden units, over --rate, 1e-6 to 10^6");
    describe_real(list, "--hidden-bias-rate", options.hidden_bias_rate,
                  "Learning rate of the hidden units' biases, over --rate, 0 to 10^6");
    describe_real(list, "--label-bias-rate", options.label_bias_rate,
                  "Learning rate of the labels' biases, over --rate, 0 to 10^6");
    list.count("--bias-halving", options.bias_halving,
               "Updates after which the push of hidden units to their middle has halved; 0: no push")
        .within(0, most_updates);
    list.flag("--no-normalise", options.no_normalise,
              "Do not add an input that makes all inputs equally long");
}

void describe_course(OptionList& list, FitOptions& options) {
    list.flag("--tune", options.tune, "First search for scales and rates on held-out tenths of TRAIN");
    list.count("--keep", options.keep, "Write a compact model: N weights, evenly spaced; 0: all")
        .within(0, 1'000'000);
    describe(list, options.job, "updates", 10'000);
    list.at("--resume")
        .described(
            "Resume from this checkpoint, with the same TRAIN and options; or train this model further");
}

}  // namespace

FitOptions::FitOptions() {
    const Options defaults;
    input_scale = shortest(defaults.input_scale);
    rate = shortest(defaults.rate);
    label_rate = shortest(defaults.label_rate);
    hidden_bias_rate = shortest(defaults.hidden_bias_rate);
    label_bias_rate = shortest(defaults.label_bias_rate);
}

void describe(OptionList& list, FitOptions& options) {
    describe(list, options.files);
    list.count("--hidden", options.hidden, "Hidden units; 0: a voted perceptron").within(0, 100'000);
    list.choice("--procedure", options.procedure,
                "One system for all classes (joint), or one versus all: one system per class (ova)",
                label_procedures);
    list.count("--updates", options.updates,
               "Updates of the weights in all, including those of a model; fewer if no mistakes are left")
        .within(1, most_updates);
    list.count("--burn-in", options.burn_in, "Updates before the first vote").within(0, most_updates);
    list.count("--batch", options.batch, "Cases per update").within(1, 30'000);
    describe_rates(list, options);
    describe_course(list, options);
    describe(list, options.common);
    list.at("--seed").described("Seed of the first weights and of the order of the cases");
    list.at("--output").described("File for the model").required().without_default().replacing("--resume");
}

void check_fit_options(const FitOptions& options) {
    check_model_path(options.common.output);
    check_range("--skip-top", options.files.skip_top, 0, options.files.vocabulary - 1);
}

void check_burn_in(const FitOptions& options) {
    check_input(options.updates > options.burn_in, [&] {
        return "--updates: expected more than --burn-in, " + std::to_string(options.burn_in) + ", got " +
               std::to_string(options.updates);
    });
}

const std::vector<std::string>& model_option_names() {
    static const std::vector<std::string> names{
        "--label",           "--format",       "--vocabulary",   "--skip-top",   "--ignore",
        "--categorical",     "--separator",    "--hidden",       "--procedure",  "--burn-in",
        "--batch",           "--input-scale",  "--rate",         "--label-rate", "--hidden-bias-rate",
        "--label-bias-rate", "--bias-halving", "--no-normalise", "--tune",       "--seed"};
    return names;
}

Options classifier_options(const FitOptions& options) {
    return {
        .hidden_count = static_cast<std::size_t>(options.hidden),
        .procedure = options.procedure,
        .burn_in = options.burn_in,
        .batch_size = static_cast<std::size_t>(options.batch),
        .input_scale = real_option("--input-scale", options.input_scale, 1e-3, 1e3),
        .rate = real_option("--rate", options.rate, 1e-6, 1e6),
        .label_rate = real_option("--label-rate", options.label_rate, 1e-6, 1e6),
        .hidden_bias_rate = real_option("--hidden-bias-rate", options.hidden_bias_rate, 0, 1e6),
        .label_bias_rate = real_option("--label-bias-rate", options.label_bias_rate, 0, 1e6),
        .bias_halving = options.bias_halving,
        .normalise = !options.no_normalise,
        .seed = options.common.seed,
    };
}

}  // namespace drover::cli::classify
