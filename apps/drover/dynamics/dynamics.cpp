#include <algorithm>
#include <array>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>

#include "../watch.hpp"
#include "dynamics.hpp"

namespace drover::cli::dynamics {
namespace {

constexpr std::size_t most_states = 2048;  // the herder keeps a number for each pair of states

bool fits_int64(const WideMoments& moments) {
    return drover::fits_int64(moments.total) &&
           std::all_of(moments.counts.begin(), moments.counts.end(),
                       [](Int128 count) { return drover::fits_int64(count); });
}

// Start weights given in the units of the table, in those of the grid.
StartWeights on_grid(StartWeights start, std::int64_t unit) {
    if (auto* given = std::get_if<std::vector<Rational>>(&start)) {
        for (Rational& weight : *given) weight = weight * Rational{unit};
    }
    return start;
}

// Points are weights times scale * unit; some room is left for weights above 1.
bool fits(const WholeTable& whole, const WideExactMoments& drive, std::int64_t steps, Need need) {
    if (!fits_int64(whole.moments) || drive.step_limit(whole.features) < static_cast<double>(steps))
        return false;
    return need == Need::orbit ||
           static_cast<double>(drive.parts().scale) * static_cast<double>(whole.unit) < 0x1p58;
}

// Whether a grid leaves numbers that can be herded for so many steps.
std::optional<Model> model_on_grid(const FeatureTable& table, const HerdTarget& target,
                                   const StartWeights& start, GridOptions grid, std::int64_t steps,
                                   Need need) {
    try {
        WholeTable whole = put_on_grid(table, target, grid);
        const StartWeights weights = on_grid(start, whole.unit);
        const WideExactMoments drive{whole.moments, {.start = weights}};
        if (!fits(whole, drive, steps, need)) return std::nullopt;
        Moments moments = narrow<std::int64_t>(whole.moments);
        return Model{
            .table = table, .whole = std::move(whole), .moments = std::move(moments), .start = weights};
    } catch (const TooLarge&) {
        return std::nullopt;
    }
}

}  // namespace

void add_dynamics_options(CLI::App& item, DynamicsOptions& options) {
    add_svg_option(item, options.svg);
    add_common_options(item, options.common);
}

void add_model_item_options(CLI::App& item, DynamicsOptions& options) {
    add_model_options(item, options.model).required();
    add_start_option(item, options.model);
    add_dynamics_options(item, options);
}

void check_files(const DynamicsOptions& options) {
    const ModelFiles& model = options.model;
    check_inputs({model.features, model.probabilities, model.moments, model.start});
    check_picture(options.svg, options.common);
}

Model read_model(const ModelFiles& files, std::int64_t steps, Need need) {
    const FeatureTable table = read_feature_csv(files.features);
    check_input(table.state_count() <= most_states, [&] {
        return files.features + ": expected at most " + std::to_string(most_states) + " states, got " +
               std::to_string(table.state_count());
    });
    const HerdTarget target = read_target(files, table);
    const StartWeights start = read_start(files, table);
    if (auto model = model_on_grid(table, target, start, {}, steps, need)) return *std::move(model);
    for (const int bits : {32, 28, 24, 20, 16}) {
        const GridOptions grid{.bits = bits, .max_unit = std::int64_t{1} << bits};
        if (auto model = model_on_grid(table, target, start, grid, steps, need)) return *std::move(model);
    }
    throw InputError(files.features + ": expected numbers that can be herded exactly for " +
                     std::to_string(steps) + " steps, got larger ones");
}

void check_plane(const DynamicsOptions& options, const Model& model) {
    check_input(options.svg.empty() || model.table.feature_count() == 2, [&] {
        return "--svg: the picture needs two features, got " + std::to_string(model.table.feature_count());
    });
}

Report item_report(const std::string& item, const DynamicsOptions& options, const Model* model) {
    Report report;
    report.add("format", "", "drover.dynamics/1");
    report.add("item", "", item);
    add_model_entries(report, options.model);
    report.add("svg", "", options.svg);
    add_common_entries(report, options.common);
    if (model == nullptr) return report;
    std::vector<double> moments;
    for (std::size_t a = 0; a < model->moments.counts.size(); ++a)
        moments.push_back(model->moments[a] / model->unit());
    report.add("state_names", "", model->table.state_names);
    report.add("feature_names", "", model->table.feature_names);
    report.add("moments", "", moments);
    report.add("feature_rounding", "", model->whole.feature_rounding);
    report.add("target_rounding", "", model->whole.target_rounding);
    return report;
}

void add_fit(Report& report, const std::string& key, const std::optional<LineFit>& fit,
             std::vector<double> range) {
    report.add(key, "", fit ? ReportValue{fit->slope} : ReportValue{});
    report.add(key + "_interval", "", fit ? std::vector<double>{fit->low, fit->high} : std::vector<double>{});
    report.add(key + "_range", "", fit ? std::move(range) : std::vector<double>{});
}

std::string fit_text(const LineFit& fit) {
    return rounded(fit.slope, 4) + " (95 %: " + rounded(fit.low, 4) + " to " + rounded(fit.high, 4) + ")";
}

std::vector<std::string> state_names(const Model& model, const std::vector<std::size_t>& states) {
    std::vector<std::string> names;
    for (const std::size_t s : states) names.push_back(model.state(s));
    return names;
}

void look_for_interrupt() {
    if (interrupted()) throw Interrupted{};
}

void write_result(const DynamicsOptions& options, Streams& streams, const Report& report,
                  const std::function<void(std::ostream&)>& text) {
    if (options.svg.empty()) look_for_interrupt();  // with a picture it is too late: that is written
    write_output(options.common.output, streams.out, [&](std::ostream& out) {
        if (options.common.json) return write_json(out, report);
        text(out);
    });
}

void write_model(std::ostream& out, const Model& model) {
    const auto counted = [](std::size_t count, const char* what) {
        return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
    };
    out << counted(model.table.state_count(), "state") << ", "
        << counted(model.table.feature_count(), "feature");
    if (model.whole.feature_rounding > 0)
        out << "; features rounded by at most " << rounded(model.whole.feature_rounding, 3);
    if (model.whole.target_rounding > 0)
        out << "; target rounded by at most " << rounded(model.whole.target_rounding, 3);
    const bool exact = model.whole.feature_rounding == 0 && model.whole.target_rounding == 0;
    out << (exact ? "; exact" : ", from there on exact") << '\n';
}

}  // namespace drover::cli::dynamics
