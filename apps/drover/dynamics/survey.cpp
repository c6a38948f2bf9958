#include <optional>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/survey_job.hpp>
#include <drover/dynamics/survey_lines.hpp>
#include <drover/plot/panels.hpp>

#include "../cli/command.hpp"
#include "../cli/job.hpp"
#include "../cli/memory.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// What the chapter leaves open, measured over many random tables.
struct SurveyItem {
    Options dynamics;
    std::int64_t tables = 20;
    std::vector<std::string> states = {"4", "6", "8"};
    std::vector<std::string> features = {"2", "3"};
    std::string scale = "0.5";
    std::int64_t steps = 200'000;
    std::int64_t starts = 4;
    std::string lines;
    JobOptions job;
};

void describe(OptionList& list, SurveyItem& options) {
    list.count("--tables", options.tables, "Random tables of each size").within(1, 1'000'000);
    list.texts("--states", options.states, "Numbers of states, 1 to 256")
        .typed("N,...")
        .separated(',')
        .with_default();
    list.texts("--features", options.features, "Numbers of features, 1 to 16")
        .typed("N,...")
        .separated(',')
        .keyed("feature_counts")
        .with_default();
    list.text("--scale", options.scale, "Scale of the random fields' parameters, at least 0")
        .typed("R")
        .with_default();
    list.count("--steps", options.steps, "Steps of each orbit").within(100, 100'000'000);
    list.count("--starts", options.starts, "Starts of each table at temperature 0").within(1, 1'000);
    list.file("--lines", options.lines, "File for one line of JSON per table").written();
    describe(list, options.job, "tables", 10);
    describe_svg(list, options.dynamics.svg);
    describe(list, options.dynamics.common);
}

std::vector<std::size_t> counts_of(const char* option, const std::vector<std::string>& texts,
                                   std::int64_t highest) {
    std::vector<std::size_t> counts;
    for (const std::string& text : texts) {
        const Rational number = option_number(option, text);
        check_input(number.denominator() == 1 && !(number < Rational{1}) && !(Rational{highest} < number),
                    [&] {
                        return std::string{option} + ": expected integers from 1 to " +
                               std::to_string(highest) + ", got " + quoted(text);
                    });
        counts.push_back(static_cast<std::size_t>(number.numerator()));
    }
    return counts;
}

SurveyOptions asked(const SurveyItem& options) {
    const double scale = option_number("--scale", options.scale).to_double();
    check_input(scale >= 0, [&] { return "--scale: expected at least 0, got " + options.scale; });
    return {.table_count = static_cast<std::size_t>(options.tables),
            .state_counts = counts_of("--states", options.states, 256),
            .feature_counts = counts_of("--features", options.features, 16),
            .parameter_scale = scale,
            .steps = options.steps,
            .start_count = static_cast<std::size_t>(options.starts),
            .seed = options.dynamics.common.seed,
            .memory = memory_limit(options.dynamics.common)};
}

JobIdentity identity_of(const SurveyItem& options) {
    const auto joined = [](const std::vector<std::string>& texts) {
        std::string all;
        for (const std::string& text : texts) all += (all.empty() ? "" : ",") + text;
        return all;
    };
    return {.product = "dynamics survey",
            .options = {{"states", joined(options.states)},
                        {"features", joined(options.features)},
                        {"scale", options.scale},
                        {"steps", std::to_string(options.steps)},
                        {"starts", std::to_string(options.starts)},
                        {"seed", std::to_string(options.dynamics.common.seed)}}};
}

// The tables that were measured: all, or those before the time was up. Nothing if it was stopped, and its
// checkpoint can be resumed.
std::optional<std::vector<TableRecord>> find(const SurveyItem& options, const SurveyOptions& survey,
                                             LongRun& run, Output& lines, Streams& streams) {
    ThreadPool pool{options.dynamics.common.threads};
    const auto add = [&](const TableRecord& record) {
        if (lines.is_wanted()) (lines.stream() << survey_line(record)).flush();
    };
    SurveyJob job{survey, &pool, add};
    const JobIdentity identity = identity_of(options);
    if (!options.job.resume.empty()) run.resume(job, identity);
    if (lines.is_wanted()) lines.stream() << survey_head(survey);
    for (const TableRecord& record : job.records()) add(record);
    if (run.run(job, identity, "dynamics survey", "tables") == JobEnd::stopped) {
        if (options.job.checkpoint.empty()) throw Interrupted{};
        streams.err << "drover: interrupted after " << job.records().size()
                    << " tables; continue with --resume " << options.job.checkpoint << '\n';
        return {};
    }
    if (job.records().empty()) throw Stopped{};
    return job.records();
}

std::string size_text(const SurveyGroup& group) {
    return std::to_string(group.state_count) + ", " + std::to_string(group.feature_count);
}

double share(std::int64_t count, std::int64_t total) {
    return static_cast<double>(count) / static_cast<double>(total);
}

ReportValue or_null(const std::optional<double>& value) {
    return value ? ReportValue{*value} : ReportValue{};
}

Report group_report(const SurveyGroup& group) {
    Report row;
    row.add("states", "", static_cast<std::int64_t>(group.state_count));
    row.add("features", "", static_cast<std::int64_t>(group.feature_count));
    row.add("tables", "", group.tables);
    for (const RouteKind kind :
         {RouteKind::cascade, RouteKind::torus, RouteKind::fold, RouteKind::stays, RouteKind::other})
        row.add("route_" + name(kind), "", group.routes[static_cast<std::size_t>(kind)]);
    for (const Sameness kind : {Sameness::same, Sameness::different, Sameness::undecided})
        row.add("attractors_" + name(kind), "", group.attractors[static_cast<std::size_t>(kind)]);
    row.add("word_exponent", "", or_null(group.word_exponent));
    row.add("box_slope", "", or_null(group.box_slope));
    row.add("tables_with_positive_margins", "", group.tables_with_positive_margins);
    row.add("positive_share", "", group.positive_share);
    row.add("tables_with_bounded_weights", "", group.tables_with_bounded_weights);
    return row;
}

std::string or_dash(const std::optional<double>& value) { return value ? rounded(*value, 3) : "-"; }

void write_text(std::ostream& out, const SurveyOptions& survey, std::size_t table_count,
                const std::vector<SurveyGroup>& groups) {
    out << table_count;
    if (table_count < survey.job_count()) out << " of " << survey.job_count() << " (the time was up)";
    out << " random tables, " << survey.steps << " steps from each of " << survey.start_count
        << " starts; seed " << survey.seed << "\n\n";
    TextTable routes{{"states", "features", "tables", "cascade", "torus", "fold", "stays", "other", "same",
                      "different", "undecided"},
                     {}};
    TextTable growth{{"states", "features", "word exponent", "box slope", "positive margins in", "of steps",
                      "weights bounded in"},
                     {}};
    for (const SurveyGroup& group : groups) {
        std::vector<std::string> row{std::to_string(group.state_count), std::to_string(group.feature_count)};
        std::vector<std::string> other = row;
        row.push_back(std::to_string(group.tables));
        for (const std::int64_t count : group.routes) row.push_back(std::to_string(count));
        for (const std::int64_t count : group.attractors) row.push_back(std::to_string(count));
        routes.add(std::move(row));
        other.push_back(or_dash(group.word_exponent));
        other.push_back(or_dash(group.box_slope));
        other.push_back(std::to_string(group.tables_with_positive_margins));
        other.push_back(rounded(group.positive_share, 3));
        other.push_back(std::to_string(group.tables_with_bounded_weights));
        growth.add(std::move(other));
    }
    routes.write(out);
    out << "\nRoutes below the first flip as T falls; then whether all starts end in the same boxes at T = "
           "0.\n\n";
    growth.write(out);
    out << "\nMedians of exponents at the longest words that are saturated, and of slopes at the finest "
           "boxes of 30 "
           "points.\nThen local search: tables with a margin above 0 at some step, the share of such steps, "
           "and "
           "tables whose\nweights stay bounded, so that errors fall like 1/T.\n";
}

BarChart shares(const std::string& title, const std::vector<SurveyGroup>& groups,
                const std::vector<std::string>& names,
                const std::function<double(const SurveyGroup&, std::size_t)>& of) {
    BarChart chart{
        .title = title, .x_label = "states, features", .y = {.label = "share of tables", .include = {1}}};
    for (const SurveyGroup& group : groups) chart.categories.push_back(size_text(group));
    for (std::size_t k = 0; k < names.size(); ++k) {
        BarGroup bars{.name = names[k]};
        for (const SurveyGroup& group : groups) bars.values.push_back(of(group, k));
        chart.groups.push_back(std::move(bars));
    }
    return chart;
}

// Words against boxes, a colour for each number of features.
Chart growth_chart(const std::vector<TableRecord>& records, const SurveyOptions& survey) {
    Chart chart{.title = "Growth of words and boxes of each table",
                .x = {.label = "slope of the boxes", .include = {0}},
                .y = {.label = "exponent of the words", .include = {0}}};
    double most = 1;
    for (const std::size_t count : survey.feature_counts) {
        Series series{.name = std::to_string(count) + " features", .mark = Mark::points};
        for (const TableRecord& record : records) {
            if (record.feature_count != count || !record.word_exponent || !record.box_slope) continue;
            series.x.push_back(*record.box_slope);
            series.y.push_back(*record.word_exponent);
            most = std::max(most, *record.box_slope);
        }
        chart.series.push_back(std::move(series));
    }
    chart.series.push_back({.name = "equal", .x = {0, most}, .y = {0, most}, .mark = Mark::reference});
    return chart;
}

Panels picture(const std::vector<TableRecord>& records, const std::vector<SurveyGroup>& groups,
               const SurveyOptions& survey) {
    const auto route = [](const SurveyGroup& group, std::size_t k) {
        return share(group.routes[k], group.tables);
    };
    const auto same = [](const SurveyGroup& group, std::size_t k) {
        return share(group.attractors[k], group.tables);
    };
    const auto search = [](const SurveyGroup& group, std::size_t k) {
        return share(k == 0 ? group.tables_with_bounded_weights : group.tables_with_positive_margins,
                     group.tables);
    };
    return {.title = "A survey of random tables",
            .charts = {shares("What follows the first flip as T falls", groups,
                              {"cascade", "torus", "fold", "stays", "other"}, route),
                       shares("Do all starts end in the same boxes at T = 0?", groups,
                              {"same", "different", "undecided"}, same),
                       growth_chart(records, survey),
                       shares("Local search", groups, {"weights bounded", "some margin above 0"}, search)}};
}

ExitCode run_survey(const SurveyItem& options, Streams& streams) {
    LongRun run{options.job, options.dynamics.common, streams};
    const SurveyOptions survey = asked(options);
    Output lines{options.lines, streams.out};
    const std::optional<std::vector<TableRecord>> records = find(options, survey, run, lines, streams);
    if (!records) return ExitCode::interrupted;
    const std::vector<SurveyGroup> groups = summarize(*records);
    lines.commit();
    if (!options.dynamics.svg.empty())
        write_picture(options.dynamics, streams, picture(*records, groups, survey));
    Report report = item_report("survey", options, nullptr);
    std::vector<Report> rows;
    for (const SurveyGroup& group : groups) rows.push_back(group_report(group));
    report.add("groups", "", rows);
    report.add("tables_left", "", static_cast<std::int64_t>(survey.job_count() - records->size()));
    write_result(options.dynamics, streams, report,
                 [&](std::ostream& out) { write_text(out, survey, records->size(), groups); });
    return ExitCode::ok;
}

}  // namespace

Command survey_item() {
    return {
        .name = "survey",
        .summary = "What the chapter leaves open, measured over random tables",
        .footer =
            "When --time is up, the tables measured so far are summarized. --resume continues a run from its "
            "--checkpoint,\n"
            "also with more --tables than before.\n\n"
            "Example: drover dynamics survey --tables 50 --lines survey.jsonl --checkpoint survey.job",
        .task = task<run_survey>};
}

}  // namespace drover::cli::dynamics
