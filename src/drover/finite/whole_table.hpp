#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/data/feature_table.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/number/grid.hpp>
#include <drover/number/quadratic.hpp>
#include <drover/number/rational.hpp>

namespace drover {

/// What the average of a finite model's features should be.
struct UniformTarget {};  ///< the plain average over the states
struct ProbabilityTarget {
    std::vector<QuadraticNumber> probabilities;  ///< one per state, not negative; divided by their sum
};
struct MomentTarget {
    std::vector<QuadraticNumber> moments;  ///< one per feature; may lie outside what the states can reach
};
using HerdTarget = std::variant<UniformTarget, ProbabilityTarget, MomentTarget>;

/// A table as integer multiples of 1 / unit, and its target as counts over a total in those multiples, in
/// lowest terms: the moment of feature a is moments[a] / unit.
struct WholeTable {
    StateTable features;
    WideMoments moments;
    std::int64_t unit = 1;
    double feature_rounding = 0;  ///< largest change of a feature; 0 means exact
    double target_rounding = 0;   ///< largest change of a moment or probability; 0 means exact
};

/// The radicand of the target's numbers, 0 if all are rational. Throws InputError for two different ones.
std::int64_t radicand_of(const HerdTarget& target);

/// The moments themselves, for numbers of any kind: exact. Throws InputError for sizes that disagree,
/// negative probabilities, and results beyond 128 bits.
std::vector<QuadraticNumber> exact_moments(const FeatureTable& table, const HerdTarget& target);

/// Exactly where the options of the grid allow it, otherwise rounded to the grid. Nothing if products of
/// features and targets leave 128 bits: a coarser grid may help.
/// Throws InputError for sizes that disagree, negative probabilities, numbers too large for the grid (naming
/// row and column), and irrational ones, for which there is ExactModel.
std::optional<WholeTable> put_on_grid(const FeatureTable& table, const HerdTarget& target,
                                      const GridOptions& grid = {});

/// Moments as counts of another type. Not checked: the counts and the total have to fit.
template <class V>
BasicMoments<V> narrow(const WideMoments& wide) {
    BasicMoments<V> moments{.names = {}, .counts = {}, .total = static_cast<V>(wide.total)};
    for (const Int128 count : wide.counts) moments.counts.push_back(static_cast<V>(count));
    return moments;
}

}  // namespace drover
