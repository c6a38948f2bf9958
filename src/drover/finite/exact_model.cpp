#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <drover/finite/exact_model.hpp>
#include <drover/finite/impl/field_model.hpp>

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

// Points are weights times scale * unit; some room is left for weights above 1. Those of irrational models
// may have 128 bits.
bool meets(ModelNeed need, const WholeTable& whole, const WideExactMoments& drive, bool is_irrational) {
    if (need == ModelNeed::nothing) return true;
    return moments_fit_int64(whole.moments) &&
           (need != ModelNeed::points || is_irrational ||
            static_cast<double>(drive.parts().scale) * static_cast<double>(whole.unit) < 0x1p58);
}

}  // namespace

// Nothing if the numbers cannot be herded for that many steps.
std::optional<ExactModel::Numbers> ExactModel::held(std::optional<WholeTable> whole,
                                                    const DriveOptions& drive,
                                                    const ExactModelOptions& options, std::int64_t radicand) {
    if (!whole) return std::nullopt;
    const DriveOptions used = on_grid(drive, whole->unit);
    const WideExactMoments wide{whole->moments, used};
    if (!meets(options.need, *whole, wide, radicand != 0) || !allows_int128(*whole, wide, options))
        return std::nullopt;
    const int bits = allows_int64(*whole, wide, used, options.max_steps) ? 64 : 128;
    return Numbers{.whole = *std::move(whole), .drive = used, .weight_bits = bits, .radicand = radicand};
}

// Features are not rounded here: what the numbers say of each other would be lost.
ExactModel::Numbers ExactModel::in_field(const impl::FieldModel& field, const FeatureTable& table,
                                         const HerdTarget& target, const ExactModelOptions& options) {
    const auto given =
        put_on_grid(table, field.has_irrational_moments() ? HerdTarget{} : target, options.grid);
    check_input(given && given->feature_rounding == 0 && given->target_rounding == 0, [&] {
        return Problem{Fault::other,
                       {.file = table.file},
                       "shorter numbers beside irrational ones, which cannot be rounded"};
    });
    const FeatureBounds bounds = given->features.bounds();
    const double feature = std::max(1.0, static_cast<double>(std::max(-bounds.lowest, bounds.highest)));
    // A side of a cell against a corner of two others: products of two normals, of numbers up to 2 F, and of
    // an offset, which each step moves.
    const std::array<impl::FieldHorizon, 2> horizons{
        impl::FieldHorizon{.max_steps = options.max_steps,
                           .rule = options.rule,
                           .finer = std::ldexp(1.0, options.fraction_bits)},
        impl::FieldHorizon{.max_steps = options.cell_steps,
                           .finer = options.cell_steps > 0 ? 32 * feature * feature : 1}};
    const GridOptions exact{.max_unit = std::int64_t{1} << 62U};
    for (const int bits : {53, 40, 0}) {
        try {
            const auto numbers = field.substituted(*given, horizons, bits);
            if (!numbers) continue;
            auto whole = put_on_grid(table, numbers->target, exact);
            if (whole && (whole->target_rounding > 0 || whole->feature_rounding > 0)) continue;
            auto result = held(std::move(whole), numbers->drive, options, field.radicand());
            if (!result) continue;
            result->irrational_moments = field.moments();
            result->comparable = numbers->comparable;
            return *std::move(result);
        } catch (const InputError&) {
            continue;  // the drive needs too long a denominator
        }
    }
    throw InputError(
        Problem{Fault::type,
                {.file = table.file},
                "numbers that can be compared exactly for " + std::to_string(options.max_steps) + " steps",
                "longer ones beside sqrt(" + std::to_string(field.radicand()) + ")"});
}

// On an edge through K states there is a form with coefficients of at most (K + 1) (F^2 K + 1)^(K / 2), by
// Hadamard's bound.
bool ExactModel::decides_hull() const {
    if (numbers_.irrational_moments.empty()) return true;
    const FeatureBounds bounds = features().bounds();
    const auto feature = static_cast<double>(std::max(-bounds.lowest, bounds.highest));
    const auto count = static_cast<double>(features().feature_count());
    double root = 0;
    std::vector<Rational> parts;
    for (const QuadraticNumber& moment : numbers_.irrational_moments) {
        root = std::max(root, std::abs(moment.root_part().to_double()));
        parts.insert(parts.end(), {moment.rational_part(), moment.root_part()});
    }
    const std::optional<Int128> common = common_denominator(parts, int128_max);
    const double form = (count + 1) * std::pow(feature * feature * count + 1, count / 2);
    return common && form * static_cast<double>(*common) * unit() * root < numbers_.comparable;
}

ExactModel::Numbers ExactModel::chosen(const FeatureTable& table, const HerdTarget& target,
                                       const ExactModelOptions& options) {
    const impl::FieldModel field{table, target, options.drive};
    if (field.radicand() != 0) return in_field(field, table, target, options);
    const DriveOptions drive = field.rational().drive;
    if (auto exact = held(put_on_grid(table, target, options.grid), drive, options)) return *std::move(exact);
    for (const int bits : {options.grid.bits, 28, 24, 20, 16}) {
        if (bits > options.grid.bits) continue;
        const GridOptions grid{.bits = bits, .max_unit = std::int64_t{1} << bits};
        if (auto rounded = held(put_on_grid(table, target, grid), drive, options)) return *std::move(rounded);
    }
    throw InputError(
        Problem{Fault::type,
                {.file = table.file},
                "numbers that can be herded exactly for " + std::to_string(options.max_steps) + " steps",
                "larger ones"});
}

ExactModel::ExactModel(FeatureTable table, const HerdTarget& target, const ExactModelOptions& options)
    : table_{std::move(table)},
      numbers_{chosen(table_, target, options)},
      max_steps_{options.max_steps},
      rule_{options.rule} {}

ExactModel::ExactModel(WholeTable whole, const ExactModelOptions& options)
    : numbers_{[&] {
          const FeatureTable none;
          const impl::FieldModel field{none, UniformTarget{}, options.drive};
          check_input(field.radicand() == 0, [] {
              return Problem{Fault::other,
                             {.function = "ExactModel"},
                             "rational rates and start weights for integer features"};
          });
          auto numbers = held(std::move(whole), field.rational().drive, options);
          check_input(numbers.has_value(), [&] {
              return Problem{
                  .fault = Fault::range,
                  .place = {.function = "ExactModel"},
                  .text = "the numbers are too large for " + std::to_string(options.max_steps) + " steps"};
          });
          return *std::move(numbers);
      }()},
      max_steps_{options.max_steps},
      rule_{options.rule} {}

}  // namespace drover
