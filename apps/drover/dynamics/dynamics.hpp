#pragma once

#include <optional>
#include <ostream>
#include <vector>

#include <drover/dynamics/plateau.hpp>
#include <drover/finite/exact_model.hpp>
#include <drover/plot/panels.hpp>

#include "../finite/model_input.hpp"

namespace drover::cli::dynamics {
using namespace drover::dynamics;

/// Options of every item.
struct Options {
    CommonOptions common;
    ModelFiles model;
    std::string svg;  ///< file for the picture; empty: none
};

void describe(OptionList& list, Options& options);

/// With `options` but for the steps, the need and the start. Throws InputError for more than 2048 states too.
ExactModel read_model(const ModelFiles& files, std::int64_t steps, ModelNeed need = ModelNeed::moments,
                      ExactModelOptions options = {});

/// Whether some mix of the states has the moments; nothing for tables of more than max_hull_cells numbers,
/// and where irrational moments are too close to call.
std::optional<bool> has_possible_moments(const ExactModel& model);

/// The beginning of an item's JSON: format, item, the options that all have, and the model as it was held.
Report begun_report(const std::string& item, const Options& options, const ExactModel* model);
/// Then the item's own options.
template <class Item>
Report item_report(const std::string& item, const Item& options, const ExactModel* model) {
    Report report = begun_report(item, options.dynamics, model);
    echo(report, options);
    return report;
}
/// plateau, plateau_range and still_changing; the first null and empty without one.
void add_plateau(Report& report, const std::optional<Plateau>& plateau);
/// 1.65 (local slopes of 1.62 to 1.67).
std::string plateau_text(const Plateau& plateau);
/// The last of the slopes, at most three: 1.8, 1.8, 1.5.
std::string last_slopes_text(std::span<const double> slopes);
std::vector<std::string> state_names(const ExactModel& model, const std::vector<std::size_t>& states);

/// The result as JSON, or what `text` writes.
void write_result(const Options& options, Streams& streams, const Report& report,
                  const std::function<void(std::ostream&)>& text);
/// One line about the model: states, features, and rounding if there was any.
void write_model(std::ostream& out, const ExactModel& model);

/// Throws Interrupted after Ctrl-C; called before the first thing is written.
void throw_if_interrupted();

template <class Picture>
void write_picture(const Options& options, Streams& streams, const Picture& picture) {
    if (options.svg.empty()) return;
    throw_if_interrupted();
    write_output(options.svg, streams.out, [&](std::ostream& out) { write_svg(out, picture); });
}

}  // namespace drover::cli::dynamics
