#pragma once

#include <optional>

#include <drover/tables/count_table.hpp>

namespace drover {

/// The standard deviation of the noise on the counts of those tables that have no standard errors of their
/// own: as given; else, with 20 negative counts and more, their root mean square (cells that are empty but
/// for noise are below 0 half of the time); else 0: they are exact.
double count_noise(const TableSet& set, const std::optional<Rational>& given = {});

/// Whether shrink_noise would change anything. A given 0 says that nothing is to be changed.
bool has_noise(const TableSet& set, const std::optional<Rational>& given = {});

/// The total that shrink_noise brings all counts to, a whole number unless an exact table says otherwise;
/// nothing without noise, or if there are shares only.
std::optional<Rational> noise_free_total(const TableSet& set, const std::optional<Rational>& given = {});

/// What a count of 0 is: noise like any other, or exact.
enum class NoisyZeros { are_noise, stay };

/// Tables with noise of known size, brought closer to what they were before it. Of single cells nothing is
/// known, so the noise is taken out of all of them together:
/// - One total for all tables, and one margin for every column: the means over the tables that tell it,
///   weighted by precision; margins shrink towards even ones, and are nowhere below 0. Each table is moved to
///   these, its cells in proportion to their variance.
/// - Each table shrinks towards the product of its margins by James and Stein's factor, at least 0: by as
///   much as its distance from that product is what noise alone would make.
/// - What is below 0 goes to 0, by projection onto the simplex of the total; then the margins are met again
///   by proportional fitting.
///
/// Exact tables, cells of standard error 0 and tables with unknown cells stay as they are; without noise the
/// set comes back unchanged. The steps are sums, products, quotients and roots of doubles in a fixed order,
/// and counts end on the grid of 2^-20 (shares: 2^-40): the same numbers everywhere. O(cells) a sweep.
TableSet shrink_noise(TableSet set, const std::optional<Rational>& given = {},
                      NoisyZeros zeros = NoisyZeros::are_noise);

}  // namespace drover
