#include <algorithm>
#include <cmath>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/csv.hpp>
#include <drover/files/read.hpp>
#include <drover/finite/error_course.hpp>
#include <drover/finite/error_figure.hpp>
#include <drover/finite/herd_table.hpp>
#include <drover/finite/tempered.hpp>
#include <drover/herd/record/results.hpp>
#include <drover/number/bound_text.hpp>

#include "../cli/command.hpp"
#include "../cli/output.hpp"
#include "../cli/terminal.hpp"
#include "model_input.hpp"

namespace drover::cli {
namespace {

struct HerdOptions {
    CommonOptions common;
    ModelFiles model;
    std::int64_t steps = 1000;
    std::int64_t burn_in = 0;
    std::string eta = "1";
    std::string rates;
    HerdRule rule = HerdRule::herding;
    std::string states;  ///< file for the sequence
    std::string svg;     ///< file for the picture; empty: none
};

constexpr std::int64_t most_steps = 1'000'000'000'000'000;

void describe(OptionList& list, HerdOptions& options) {
    describe_model(list, options.model);
    list.at("FEATURES").required();
    list.count("--steps", options.steps, "Number of steps")
        .within(0, most_steps)
        .silent();  // the JSON has those done
    list.count("--burn-in", options.burn_in, "Steps taken before counting begins").within(0, most_steps);
    describe_start(list, options.model);
    list.text("--eta", options.eta, "Learning rate, above 0; matters only with given start weights")
        .typed("R")
        .with_default();
    list.file("--rates", options.rates, "Learning rate of each feature [default: all 1]");
    list.choice("--rule", options.rule, "herding, or greedy: the state that makes the error smallest",
                herd_rules);
    list.file("--states", options.states, "File for the sequence of states, one name per line")
        .written()
        .keyed("states_file");
    describe_svg(list, options.svg).described("File for a picture of the error over the steps");
    describe(list, options.common);
}

std::vector<QuadraticNumber> read_rates(const std::string& file, const FeatureTable& table) {
    std::vector<QuadraticNumber> rates = read_named_quadratics(file, table.feature_names, "feature");
    for (std::size_t a = 0; a < rates.size(); ++a) {
        check_input(rates[a].sign() > 0, [&] {
            return file + ": feature " + quoted(table.feature_names[a]) + ": expected a rate above 0, got " +
                   to_string(rates[a]);
        });
    }
    return rates;
}

ModelDrive read_drive(const HerdOptions& options, const FeatureTable& table) {
    ModelDrive drive{.eta = option_quadratic("--eta", options.eta)};
    check_input(drive.eta.sign() > 0,
                [&] { return "--eta: expected a number above 0, got " + to_string(drive.eta); });
    if (!options.rates.empty()) drive.rates = read_rates(options.rates, table);
    drive.start = read_start(options.model, table);
    return drive;
}

// Writes the sequence of states if it is wanted.
class StateWriter {
  public:
    StateWriter(const std::string& path, const std::vector<std::string>& names, std::ostream& standard)
        : names_{names}, output_{path, standard} {
        if (output_.is_wanted()) output_.stream() << "state\n";
    }
    std::function<void(std::size_t)> callback() {
        if (!output_.is_wanted()) return {};
        return [this](std::size_t state) {
            output_.stream() << csv_field(names_[state]) << '\n';
            if (++count_ % states_between_checks == 0) output_.check_written();
        };
    }
    void commit() { output_.commit(); }

  private:
    static constexpr std::int64_t states_between_checks = 1 << 16;

    const std::vector<std::string>& names_;
    std::int64_t count_ = 0;
    Output output_;
};

std::string arithmetic_text(const HerdArithmetic& arithmetic) {
    std::string text = std::to_string(arithmetic.weight_bits) + "-bit integers, ";
    if (arithmetic.radicand != 0)
        return text + "exact with sqrt(" + std::to_string(arithmetic.radicand) + ")";
    if (arithmetic.feature_rounding == 0 && arithmetic.target_rounding == 0) return text + "exact";
    if (arithmetic.feature_rounding > 0)
        text += "features rounded by at most " + rounded_up(arithmetic.feature_rounding, 3);
    if (arithmetic.feature_rounding > 0 && arithmetic.target_rounding > 0) text += ", ";
    if (arithmetic.target_rounding > 0)
        text += "targets rounded by at most " + rounded_up(arithmetic.target_rounding, 3);
    return text;
}

std::vector<std::string> names_of(const std::vector<std::size_t>& states, const FeatureTable& table) {
    std::vector<std::string> names;
    for (const std::size_t state : states) names.push_back(table.state_names[state]);
    return names;
}

ReportValue truth_or_none(const std::optional<bool>& truth) {
    return truth ? ReportValue{*truth} : ReportValue{};
}

void add_geometry(Report& report, const FeatureTable& table, const TableHerdResult& result) {
    report.add("possible", result.possible ? "moments possible" : "", truth_or_none(result.possible));
    report.add("distance_outside", result.distance_outside ? "outside by about" : "",
               result.distance_outside ? ReportValue{*result.distance_outside} : ReportValue{});
    if (!result.unreachable_states) {
        report.add("unreachable_states", "", {});
        return;
    }
    const std::vector<std::string> names = names_of(*result.unreachable_states, table);
    report.add("unreachable_states", names.empty() ? "" : "unreachable states", names);
}

Report make_report(const HerdOptions& options, const FeatureTable& table, const TableHerdResult& result) {
    Report report;
    report.add("format", "", "drover.herd/1");
    echo(report, options);
    report.add("interrupted", result.stopped ? "interrupted" : "", result.stopped);
    report.add("state_names", "", table.state_names);
    report.add("counts", "", result.counts);
    report.add("feature_names", "", table.feature_names);
    report.add("moments", "", result.moments);
    report.add("averages", "", result.averages);
    add_result(report, result.error);
    add_result(report, result.margins);
    add_geometry(report, table, result);
    report.add("weights", "", result.weights);
    report.add("arithmetic", "arithmetic", arithmetic_text(result.arithmetic));
    const std::int64_t radicand = result.arithmetic.radicand;
    report.add("radicand", "", radicand == 0 ? ReportValue{} : ReportValue{radicand});
    report.add("feature_rounding", "", result.arithmetic.feature_rounding);
    report.add("target_rounding", "", result.arithmetic.target_rounding);
    add_result(report, result.digest);
    return report;
}

void write_tables(std::ostream& out, const FeatureTable& table, const TableHerdResult& result) {
    TextTable states{{"state", "count", "share"}};
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        const double share =
            result.steps == 0 ? 0 : static_cast<double>(result.counts[s]) / static_cast<double>(result.steps);
        states.add({table.state_names[s], std::to_string(result.counts[s]), rounded(share)});
    }
    TextTable features{{"feature", "moment", "average", "error", "weight"}};
    for (std::size_t a = 0; a < table.feature_count(); ++a) {
        features.add({table.feature_names[a], rounded(result.moments[a]), rounded(result.averages[a]),
                      rounded(result.error.errors[a], 3), rounded(result.weights[a])});
    }
    states.write(out);
    out << '\n';
    features.write(out);
    out << '\n';
}

void write_notes(std::ostream& out, const TableHerdResult& result) {
    if (result.distance_outside) {
        out << "\nNo mix of the states has these moments. The averages go to the nearest possible ones, at a "
               "distance\n"
               "of about "
            << rounded(*result.distance_outside, 3) << "; the error does not fall to zero.\n";
    }
}

// The largest norm of the weights at the points of the course, for a rate of 1: the last weights minus what
// was added since. Nothing if rates differ, or if states are not chosen by weights.
std::optional<double> largest_norm(const HerdOptions& options, const TableHerdResult& result,
                                   const std::vector<CoursePoint>& course,
                                   const std::vector<double>& last_excess) {
    if (!options.rates.empty() || options.rule != HerdRule::herding) return std::nullopt;
    const double eta = option_number("--eta", options.eta).to_double();
    std::vector<double> first;
    for (std::size_t a = 0; a < result.weights.size(); ++a)
        first.push_back(result.weights[a] / eta + last_excess[a]);
    double largest = 0;
    for (std::size_t k = 0; k <= course.size(); ++k) {
        double square = 0;
        for (std::size_t a = 0; a < first.size(); ++a) {
            const double weight = first[a] - (k < course.size() ? course[k].excess[a] : 0);
            square += weight * weight;
        }
        largest = std::max(largest, std::sqrt(square));
    }
    return largest;
}

Panels picture(const HerdOptions& options, const FeatureTable& table, const TableHerdResult& result,
               const ErrorCourse& course) {
    constexpr std::int64_t most_draws = 10'000'000;
    const std::vector<CoursePoint> points = course.result();
    std::vector<CoursePoint> draws;
    if (result.steps > 0)
        draws = independent_course(table, result.moments, result.counts, std::min(result.steps, most_draws),
                                   options.common.seed);
    return error_figure(points, draws, largest_norm(options, result, points, course.excess()));
}

ExitCode run_herd(const HerdOptions& options, Streams& streams) {
    const FeatureTable table = read_feature_csv(options.model.features);
    TableHerdOptions herd{.steps = options.steps, .burn_in = options.burn_in};
    herd.rule = options.rule;
    herd.drive = read_drive(options, table);
    const HerdTarget target = read_target(options.model, table);
    StateWriter states{options.states, table.state_names, streams.out};
    herd.on_state = states.callback();
    std::optional<ErrorCourse> course;
    if (!options.svg.empty()) {
        const TemperedMap real = tempered_map(table, target);
        course.emplace(table, std::vector<double>{real.moments().begin(), real.moments().end()});
        herd.on_state = [&course, write = herd.on_state](std::size_t state) {
            course->add(state);
            if (write) write(state);
        };
    }
    TableHerdResult result;
    {
        Progress progress{"herd", options.burn_in + options.steps, options.common, streams};
        herd.control = progress.control();
        result = herd_table(table, target, herd);
    }
    states.commit();
    if (course && !result.stopped)
        write_picture(options.svg, streams, picture(options, table, result, *course));
    const Report report = make_report(options, table, result);
    write_result(options.common, streams, report, [&](std::ostream& out) {
        write_tables(out, table, result);
        write_text(out, report);
        write_notes(out, result);
    });
    return result.stopped ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace

Command herd_command() {
    return {
        .name = "herd",
        .summary = "Herd any finite model given as a table of features",
        .footer =
            "FEATURES.csv has one row per state: its name, then its features. The target is the average of "
            "the "
            "features\n"
            "under --probabilities (rows state,p), given by --moments (rows feature,moment), or otherwise "
            "the\n"
            "plain average. Numbers may be decimals or fractions such as 3/7, and those of target, rates and "
            "start\n"
            "irrational ones with one square root: golden, (3-sqrt(2))/7. They are held exactly as far as "
            "128-bit\n"
            "weights allow; where they must be rounded, the report says by how much.\n"
            "Moments that no mix of states has are allowed: the report says so.\n\n"
            "Example: drover herd dice.csv --probabilities loaded.csv --steps 10000 --states rolls.csv",
        .task = task<run_herd>};
}

}  // namespace drover::cli

namespace drover::cli::finite {

void add_commands(CommandList& list) { list.add(HelpSection::herding, herd_command()); }

}  // namespace drover::cli::finite
