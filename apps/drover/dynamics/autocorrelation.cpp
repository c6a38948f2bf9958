#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/autocorrelation.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// How alike states are that lie some steps apart: of one model, or of many random ones.
struct AutocorrelationItem {
    Options dynamics;
    std::int64_t models = 100;
    std::int64_t steps = 100'000;
    std::int64_t lags = 20;
    std::string scale = "1";  ///< of the random models' parameters
};

void describe(OptionList& list, AutocorrelationItem& options) {
    describe_model(list, options.dynamics.model);
    list.at("--probabilities").needing("FEATURES");
    list.at("--moments").needing("FEATURES");
    describe_start(list, options.dynamics.model);
    list.at("--start").needing("FEATURES");
    list.count("--models", options.models, "Random models").within(1, 100'000).excluding("FEATURES");
    list.count("--steps", options.steps, "Steps of each model").within(1, 1'000'000'000);
    list.count("--lags", options.lags, "Largest lag").within(1, 10'000);
    list.text("--scale", options.scale, "Scale of the random models' parameters, at least 0")
        .typed("R")
        .with_default()
        .excluding("FEATURES");
    describe_svg(list, options.dynamics.svg);
    describe(list, options.dynamics.common);
}

Chart empty_chart(const std::string& title) {
    return {.title = title, .x = {.label = "lag"}, .y = {.label = "R(lag)", .include = {0}}};
}

std::vector<double> lags_of(std::size_t count) {
    std::vector<double> lags;
    for (std::size_t lag = 0; lag < count; ++lag) lags.push_back(static_cast<double>(lag));
    return lags;
}

// One model.

std::vector<double> correlate(const ExactModel& model, const AutocorrelationItem& options, Streams& streams) {
    Progress progress{"dynamics autocorrelation", options.steps, options.dynamics.common, streams};
    return find_autocorrelation(model, {.steps = options.steps,
                                        .max_lag = static_cast<std::size_t>(options.lags),
                                        .control = progress.control()});
}

void write_text(std::ostream& out, const std::vector<double>& curve) {
    if (curve.empty()) {
        out << "\nNo auto-correlation: all states taken are the same.\n";
        return;
    }
    TextTable table{{"lag", "R"}, {}};
    for (std::size_t lag = 0; lag < curve.size(); ++lag)
        table.add({std::to_string(lag), rounded(curve[lag], 4)});
    out << '\n';
    table.write(out);
}

ExitCode run_model(const AutocorrelationItem& options, Streams& streams) {
    const ExactModel model = read_model(options.dynamics.model, options.steps);
    const std::vector<double> curve = correlate(model, options, streams);
    throw_if_interrupted();
    if (!options.dynamics.svg.empty()) {
        Chart chart = empty_chart("Auto-correlation of the states");
        chart.series.push_back({.name = "R", .x = lags_of(curve.size()), .y = curve});
        if (curve.empty()) chart.note = "No auto-correlation: all states taken are the same";
        write_picture(options.dynamics, streams, chart);
    }
    Report report = item_report("autocorrelation", options, &model);
    report.add("R", "", curve);
    write_result(options.dynamics, streams, report, [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, curve);
    });
    return ExitCode::ok;
}

// Many random ones.

AutocorrelationStudyOptions study_options(const AutocorrelationItem& options) {
    const double scale = option_number("--scale", options.scale).to_double();
    check_input(scale >= 0, [&] { return "--scale: expected at least 0, got " + options.scale; });
    return {.model_count = static_cast<std::size_t>(options.models),
            .parameter_scale = scale,
            .steps = options.steps,
            .max_lag = static_cast<std::size_t>(options.lags),
            .seed = options.dynamics.common.seed};
}

Chart picture(const AutocorrelationStudy& study, const AutocorrelationItem& options) {
    Chart chart = empty_chart("Auto-correlation of " + std::to_string(options.models) + " random models");
    Series series{
        .name = "mean, with the standard deviation", .x = lags_of(study.mean.size()), .y = study.mean};
    for (std::size_t lag = 0; lag < study.mean.size(); ++lag) {
        series.low.push_back(study.mean[lag] - study.spread[lag]);
        series.high.push_back(study.mean[lag] + study.spread[lag]);
    }
    chart.series.push_back(std::move(series));
    return chart;
}

Report report_of(const AutocorrelationItem& options, const AutocorrelationStudy& study,
                 const AutocorrelationStudyOptions& asked) {
    Report report = item_report("autocorrelation", options, nullptr);
    report.add("state_count", "", static_cast<std::int64_t>(asked.state_count));
    report.add("feature_count", "", static_cast<std::int64_t>(asked.feature_count));
    report.add("mean", "", study.mean);
    report.add("spread", "", study.spread);
    report.add("negative_share", "", study.negative_share);
    return report;
}

void write_text(std::ostream& out, const AutocorrelationStudy& study,
                const AutocorrelationStudyOptions& asked) {
    out << asked.model_count << " random models of " << asked.state_count << " states and "
        << asked.feature_count << " features, " << asked.steps << " steps each; seed " << asked.seed
        << "\n\n";
    TextTable table{{"lag", "mean R", "spread"}, {}};
    for (std::size_t lag = 0; lag < study.mean.size(); ++lag) {
        table.add({std::to_string(lag), rounded(study.mean[lag], 4), rounded(study.spread[lag], 3)});
    }
    table.write(out);
    out << "\nR(1) < 0 in " << rounded(100 * study.negative_share, 4) << " % of the models.\n";
}

ExitCode run_study(const AutocorrelationItem& options, Streams& streams) {
    AutocorrelationStudyOptions asked = study_options(options);
    ThreadPool pool{options.dynamics.common.threads};
    AutocorrelationStudy study;
    {
        Progress progress{"dynamics autocorrelation", options.models, options.dynamics.common, streams,
                          "models"};
        asked.control = progress.control();
        study = study_autocorrelation(asked, &pool);
    }
    if (study.stopped) throw Interrupted{};
    if (!options.dynamics.svg.empty()) write_picture(options.dynamics, streams, picture(study, options));
    write_result(options.dynamics, streams, report_of(options, study, asked),
                 [&](std::ostream& out) { write_text(out, study, asked); });
    return ExitCode::ok;
}

ExitCode run_autocorrelation(const AutocorrelationItem& options, Streams& streams) {
    return options.dynamics.model.features.empty() ? run_study(options, streams)
                                                   : run_model(options, streams);
}

}  // namespace

Command autocorrelation_item() {
    return {
        .name = "autocorrelation",
        .summary = "How alike states are that lie some steps apart",
        .footer =
            "Without FEATURES: the chapter's experiment, 100 random models of 10 states and 7 features, 10^5 "
            "steps\n"
            "each. With FEATURES: that model.\n\n"
            "Example: drover dynamics autocorrelation --models 20 --svg autocorrelation.svg",
        .task = task<run_autocorrelation>};
}

}  // namespace drover::cli::dynamics
