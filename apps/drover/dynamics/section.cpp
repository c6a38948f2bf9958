#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/message_text.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/section.hpp>
#include <drover/plot/panels.hpp>

#include "../cli/command.hpp"
#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;
namespace {

/// The orbit where it takes one state: return times, and the return map of one weight.
struct SectionItem {
    Options dynamics;
    std::string state;
    std::string feature;
    std::int64_t steps = 1'000'000;
    std::int64_t burn_in = 1'000;
    std::int64_t points = 10'000;
};

void describe(OptionList& list, SectionItem& options) {
    list.text("--state", options.state, "State whose cone is the section [default: the first]")
        .typed("NAME")
        .silent();
    list.text("--feature", options.feature, "Feature whose weight the return map shows [default: the first]")
        .typed("NAME")
        .silent();
    list.count("--steps", options.steps, "Steps of the orbit").within(1, 1'000'000'000);
    list.count("--burn-in", options.burn_in, "Steps before the first point").within(0, 1'000'000'000'000);
    list.count("--points", options.points, "Most points to keep").within(1, 10'000'000);
    describe(list, options.dynamics);
}

std::size_t place_of(const char* option, const std::string& name, const std::vector<std::string>& names) {
    if (name.empty()) return 0;
    const auto found = std::find(names.begin(), names.end(), name);
    check_input(found != names.end(), [&] {
        return std::string{option} + ": expected a name of the table, such as " + quoted(names.front()) +
               ", got " + quoted(name);
    });
    return static_cast<std::size_t>(found - names.begin());
}

struct Chosen {
    std::size_t state;
    std::size_t feature;
};

Section find(const SectionItem& options, const ExactModel& model, std::size_t state, Streams& streams) {
    Progress progress{"dynamics section", options.steps + options.burn_in, options.dynamics.common, streams};
    Section found = find_section(model, {.state = state,
                                         .steps = options.steps,
                                         .burn_in = options.burn_in,
                                         .most_points = static_cast<std::size_t>(options.points),
                                         .control = progress.control()});
    if (found.stopped) throw Interrupted{};
    return found;
}

std::vector<double> column_of(const Section& found, std::size_t feature) {
    std::vector<double> values;
    for (std::size_t i = 0; i < found.view().row_count(); ++i) values.push_back(found.view()(i, feature));
    return values;
}

Report report_of(const SectionItem& options, const ExactModel& model, const Section& found,
                 const Chosen& chosen) {
    Report report = item_report("section", options, &model);
    report.add("state", "", model.state(chosen.state));
    report.add("feature", "", model.table().feature_names[chosen.feature]);
    report.add("visits", "", found.visits);
    std::vector<std::int64_t> times;
    std::vector<std::int64_t> counts;
    for (const ReturnTime& time : found.times) {
        times.push_back(time.steps);
        counts.push_back(time.count);
    }
    report.add("return_times", "", times);
    report.add("return_counts", "", counts);
    report.add("ways", "", found.way_count);
    report.add("weights", "", column_of(found, chosen.feature));
    return report;
}

void write_text(std::ostream& out, const ExactModel& model, const Section& found, const Chosen& chosen) {
    constexpr std::size_t most_shown = 20;
    TextTable table{{"back after", "times"}, {}};
    for (std::size_t i = 0; i < std::min(most_shown, found.times.size()); ++i)
        table.add({std::to_string(found.times[i].steps), std::to_string(found.times[i].count)});
    out << '\n';
    table.write(out);
    if (found.times.size() > most_shown) out << "... " << found.times.size() << " different times in all\n";
    out << '\n'
        << "State " << shown_text(model.state(chosen.state)) << " was taken " << found.visits << " times; "
        << found.way_count << " different translations lead from one time to the next.\n";
}

Panels picture(const ExactModel& model, const Section& found, const Chosen& chosen) {
    const std::string weight = "weight of " + model.table().feature_names[chosen.feature];
    const std::string& state = model.state(chosen.state);
    Chart returns{.title = "Return map: " + weight + " after state " + state,
                  .x = {.label = weight},
                  .y = {.label = weight + ", next time"},
                  .width = 640,
                  .height = 640};
    Series series{.mark = Mark::points};
    const std::vector<double> values = column_of(found, chosen.feature);
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        series.x.push_back(values[i]);
        series.y.push_back(values[i + 1]);
    }
    returns.series.push_back(std::move(series));
    Panels panels{.title = "A section of the orbit", .charts = {std::move(returns)}};
    if (found.visits < 2)
        panels.note = "State " + state + " was taken " + (found.visits == 0 ? "never" : "once") +
                      ": there is no return to draw";
    if (found.feature_count < 2) return panels;
    const std::size_t other = chosen.feature == 0 ? 1 : 0;
    Chart section{.title = "The section: weights after state " + state,
                  .x = {.label = weight},
                  .y = {.label = "weight of " + model.table().feature_names[other]},
                  .width = 640,
                  .height = 640};
    section.series.push_back({.x = values, .y = column_of(found, other), .mark = Mark::points});
    panels.charts.emplace_back(std::move(section));
    return panels;
}

ExitCode run_section(const SectionItem& options, Streams& streams) {
    const ExactModel model = read_model(options.dynamics.model, options.steps + options.burn_in);
    const Chosen chosen{.state = place_of("--state", options.state, model.table().state_names),
                        .feature = place_of("--feature", options.feature, model.table().feature_names)};
    const Section found = find(options, model, chosen.state, streams);
    write_picture(options.dynamics, streams, picture(model, found, chosen));
    write_result(options.dynamics, streams, report_of(options, model, found, chosen), [&](std::ostream& out) {
        write_model(out, model);
        write_text(out, model, found, chosen);
    });
    return ExitCode::ok;
}

}  // namespace

Command section_item() {
    return {
        .name = "section",
        .summary = "Return times and return map of the orbit at one state",
        .footer =
            "Example: drover dynamics section six.csv --moments six_moments.csv --state a --svg section.svg",
        .task = task<run_section>};
}

}  // namespace drover::cli::dynamics
