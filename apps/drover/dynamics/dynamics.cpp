#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/files/read.hpp>
#include <drover/finite/possible.hpp>
#include <drover/finite/unreachable.hpp>
#include <drover/number/bound_text.hpp>

#include "../cli/terminal.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;

void describe(OptionList& list, Options& options) {
    describe_model(list, options.model);
    list.at("FEATURES").required();
    if (!options.model.start.empty()) describe_start(list, options.model);
    describe_svg(list, options.svg);
    describe(list, options.common);
}

ExactModel read_model(const ModelFiles& files, std::int64_t steps, ModelNeed need,
                      ExactModelOptions options) {
    FeatureTable table = read_feature_csv(files.features);
    const HerdTarget target = read_target(files, table);
    options.max_steps = steps;
    options.drive.start = read_start(files, table);
    options.need = need;
    return {std::move(table), target, options};
}

std::optional<bool> has_possible_moments(const ExactModel& model) {
    const StateTable& features = model.features();
    if (features.state_count() * features.feature_count() > max_hull_cells || !model.decides_hull())
        return std::nullopt;
    return is_mix_of_states(features, model.whole().moments);
}

Report begun_report(const std::string& item, const Options& options, const ExactModel* model) {
    Report report;
    report.add("format", "", "drover.dynamics/1");
    report.add("item", "", item);
    echo(report, options);
    if (model == nullptr) return report;
    std::vector<double> moments;
    for (std::size_t a = 0; a < model->table().feature_count(); ++a)
        moments.push_back(model->whole().moments[a] / model->unit());
    report.add("state_names", "", model->table().state_names);
    report.add("feature_names", "", model->table().feature_names);
    report.add("moments", "", moments);
    report.add("feature_rounding", "", model->whole().feature_rounding);
    report.add("target_rounding", "", model->whole().target_rounding);
    report.add("radicand", "", model->radicand() == 0 ? ReportValue{} : ReportValue{model->radicand()});
    const auto possible = has_possible_moments(*model);
    report.add("possible", "", possible ? ReportValue{*possible} : ReportValue{});
    return report;
}

void add_plateau(Report& report, const std::optional<Plateau>& plateau) {
    report.add("plateau", "", plateau ? ReportValue{plateau->slope} : ReportValue{});
    report.add("plateau_range", "",
               plateau ? std::vector<double>{plateau->low, plateau->high} : std::vector<double>{});
    report.add("still_changing", "", !plateau);
}

std::string plateau_text(const Plateau& plateau) {
    return rounded(plateau.slope, 3) + " (local slopes agree on " + rounded(plateau.low, 3) + " to " +
           rounded(plateau.high, 3) + ")";
}

std::string last_slopes_text(std::span<const double> slopes) {
    std::string text;
    for (const double slope : slopes.last(std::min<std::size_t>(3, slopes.size())))
        text += (text.empty() ? "" : ", ") + rounded(slope, 4);
    return text;
}

std::vector<std::string> state_names(const ExactModel& model, const std::vector<std::size_t>& states) {
    std::vector<std::string> names;
    for (const std::size_t s : states) names.push_back(model.state(s));
    return names;
}

void throw_if_interrupted() {
    if (interrupted()) throw Interrupted{};
}

void write_result(const Options& options, Streams& streams, const Report& report,
                  const std::function<void(std::ostream&)>& text) {
    if (options.svg.empty()) throw_if_interrupted();  // with a picture it is too late: that has been written
    write_output(options.common.output, streams.out, [&](std::ostream& out) {
        if (options.common.json) return write_json(out, report);
        text(out);
    });
}

void write_model(std::ostream& out, const ExactModel& model) {
    const auto counted = [](std::size_t count, const char* what) {
        return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
    };
    out << counted(model.table().state_count(), "state") << ", "
        << counted(model.table().feature_count(), "feature");
    if (model.whole().feature_rounding > 0)
        out << "; features rounded by at most " << rounded_up(model.whole().feature_rounding, 3);
    if (model.whole().target_rounding > 0)
        out << "; target rounded by at most " << rounded_up(model.whole().target_rounding, 3);
    out << (model.is_rounded() ? ", from there on exact" : "; exact");
    if (model.radicand() != 0) out << " with sqrt(" << model.radicand() << ")";
    out << '\n';
    if (has_possible_moments(model) == false) {
        out << "No mix of the states has these moments: they lie outside the hull, the weights diverge, and "
               "what\n"
               "follows describes their path, not an attractor.\n";
    }
}

}  // namespace drover::cli::dynamics
