#pragma once

#include <optional>
#include <ostream>
#include <vector>

#include <drover/dynamics/line_fit.hpp>
#include <drover/herd/dual_herder.hpp>
#include <drover/report/chart.hpp>

#include "../model_input.hpp"

namespace drover::cli::dynamics {

/// Options of every item.
struct DynamicsOptions {
    CommonOptions common;
    ModelFiles model;
    std::string svg;  ///< file for the picture; empty: none
};

/// The model and its start, the picture, and the common options.
void add_model_item_options(CLI::App& item, DynamicsOptions& options);
/// The picture and the common options.
void add_dynamics_options(CLI::App& item, DynamicsOptions& options);

/// Throws InputError if two inputs are standard input, or picture and result would go to the same place.
void check_files(const DynamicsOptions& options);

/// A model in integers. Weights, moments and features are in multiples of 1 / whole.unit.
struct Model {
    FeatureTable table;
    WholeTable whole;
    Moments moments;  ///< those of `whole`
    StartWeights start;

    double unit() const { return static_cast<double>(whole.unit); }
    const std::string& state(std::size_t s) const { return table.state_names[s]; }
    DriveOptions drive() const { return {.start = start}; }
};

/// What the numbers of a model have to allow: herding, or points of weights in 64 bits too.
enum class Need { orbit, points };

/// Exactly where moments of 64 bits and weights of 128 allow it for so many steps, otherwise on the finest of
/// some dyadic grids that do; the report says so. Throws InputError for more than 2048 states too.
Model read_model(const ModelFiles& files, std::int64_t steps, Need need = Need::orbit);

/// A picture of the plane needs two features. Throws InputError if one is asked for and there are others.
void check_plane(const DynamicsOptions& options, const Model& model);

/// use(orbit) with a herder of the model that may take so many steps: in 64 bits where they suffice.
template <class Use>
auto with_orbit(const Model& model, std::int64_t steps, Use&& use) {
    const HerderOptions limits{.max_steps = steps};
    const double limit = ExactMoments{model.moments, model.drive()}.step_limit(model.whole.features);
    if (limit >= static_cast<double>(steps))
        return use(DualHerder{model.whole.features, model.moments, model.drive(), limits});
    return use(WideDualHerder{model.whole.features, model.whole.moments, model.drive(), limits});
}

/// The beginning of an item's JSON: format, item, options, and the model as it was held.
Report item_report(const std::string& item, const DynamicsOptions& options, const Model* model);
/// key, key_interval and key_range; null and empty without a fit.
void add_fit(Report& report, const std::string& key, const std::optional<LineFit>& fit,
             std::vector<double> range);
std::string fit_text(const LineFit& fit);
std::vector<std::string> state_names(const Model& model, const std::vector<std::size_t>& states);

/// The result as JSON, or what `text` writes.
void write_result(const DynamicsOptions& options, Streams& streams, const Report& report,
                  const std::function<void(std::ostream&)>& text);
/// One line on the model: states, features, and rounding if there was any.
void write_model(std::ostream& out, const Model& model);

/// Throws Interrupted after Ctrl-C; called before the first thing is written.
void look_for_interrupt();

template <class Picture>
void write_picture(const DynamicsOptions& options, Streams& streams, const Picture& picture) {
    if (options.svg.empty()) return;
    look_for_interrupt();
    write_output(options.svg, streams.out, [&](std::ostream& out) { write_svg(out, picture); });
}

}  // namespace drover::cli::dynamics
