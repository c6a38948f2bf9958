#include <algorithm>
#include <utility>

#include <drover/herd/exact_model.hpp>

namespace drover {
namespace {

// Start weights given in the units of the table, in those of the grid.
DriveOptions on_grid(DriveOptions drive, std::int64_t unit) {
    if (auto* given = std::get_if<std::vector<Rational>>(&drive.start)) {
        for (Rational& weight : *given) weight = weight * Rational{unit};
    }
    return drive;
}

bool all_fit_int64(const std::vector<Int128>& values) {
    return std::all_of(values.begin(), values.end(), [](Int128 value) { return fits_int64(value); });
}

bool moments_fit_int64(const WideMoments& moments) {
    return fits_int64(moments.total) && all_fit_int64(moments.counts);
}

// The greedy rule has a third of the steps of herding (BasicDualHerder).
bool allows_int128(const WholeTable& whole, const WideExactMoments& wide, const ExactModelOptions& options) {
    const auto steps = static_cast<double>(options.max_steps);
    return (options.rule == HerdRule::greedy ? 3 * (steps + 1) : steps) <= wide.step_limit(whole.features);
}

// For either rule.
bool allows_int64(const WholeTable& whole, const WideExactMoments& wide, const DriveOptions& drive,
                  std::int64_t max_steps) {
    const auto& parts = wide.parts();
    if (!moments_fit_int64(whole.moments) || !fits_int64(parts.scale) || !all_fit_int64(parts.rate) ||
        !all_fit_int64(parts.start))
        return false;
    const ExactMoments narrowed{narrow<std::int64_t>(whole.moments), drive};
    return 3 * static_cast<double>(max_steps) <= narrowed.step_limit(whole.features);
}

// Points are weights times scale * unit; some room is left for weights above 1.
bool meets(ModelNeed need, const WholeTable& whole, const WideExactMoments& drive) {
    if (need == ModelNeed::nothing) return true;
    return moments_fit_int64(whole.moments) &&
           (need == ModelNeed::moments ||
            static_cast<double>(drive.parts().scale) * static_cast<double>(whole.unit) < 0x1p58);
}

}  // namespace

// Nothing if the numbers cannot be herded for so many steps.
std::optional<ExactModel::Numbers> ExactModel::held(std::optional<WholeTable> whole,
                                                    const ExactModelOptions& options) {
    if (!whole) return std::nullopt;
    const DriveOptions drive = on_grid(options.drive, whole->unit);
    const WideExactMoments wide{whole->moments, drive};
    if (!meets(options.need, *whole, wide) || !allows_int128(*whole, wide, options)) return std::nullopt;
    const int bits = allows_int64(*whole, wide, drive, options.max_steps) ? 64 : 128;
    return Numbers{.whole = *std::move(whole), .drive = drive, .weight_bits = bits};
}

ExactModel::Numbers ExactModel::chosen(const FeatureTable& table, const HerdTarget& target,
                                       const ExactModelOptions& options) {
    if (auto exact = held(put_on_grid(table, target, options.grid), options)) return *std::move(exact);
    for (const int bits : {options.grid.bits, 28, 24, 20, 16}) {
        if (bits > options.grid.bits) continue;
        const GridOptions grid{.bits = bits, .max_unit = std::int64_t{1} << bits};
        if (auto rounded = held(put_on_grid(table, target, grid), options)) return *std::move(rounded);
    }
    throw InputError(table.file + ": expected numbers that can be herded exactly for " +
                     std::to_string(options.max_steps) + " steps, got larger ones");
}

ExactModel::ExactModel(FeatureTable table, const HerdTarget& target, const ExactModelOptions& options)
    : table_{std::move(table)},
      numbers_{chosen(table_, target, options)},
      max_steps_{options.max_steps},
      rule_{options.rule} {}

ExactModel::ExactModel(WholeTable whole, const ExactModelOptions& options)
    : numbers_{[&] {
          auto numbers = held(std::move(whole), options);
          check_input(numbers.has_value(), [&] {
              return "ExactModel: the numbers are too large for " + std::to_string(options.max_steps) +
                     " steps";
          });
          return *std::move(numbers);
      }()},
      max_steps_{options.max_steps},
      rule_{options.rule} {}

}  // namespace drover
