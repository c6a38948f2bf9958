#pragma once

#include <optional>

#include <drover/tables/count_table.hpp>

namespace drover {

/// The standard deviation of the noise on the counts of tables without standard errors: as given; otherwise,
/// with at least 20 negative counts, their root mean square (empty cells with noise are negative half of the
/// time); otherwise 0: they are exact.
double count_noise(const TableSet& set, const std::optional<Rational>& given = {});

/// Whether shrink_noise would change anything. A given noise of 0 means that nothing is changed.
bool has_noise(const TableSet& set, const std::optional<Rational>& given = {});

/// The total to which shrink_noise adjusts all counts, an integer unless an exact table has another one;
/// nothing without noise, or if there are only shares.
std::optional<Rational> noise_free_total(const TableSet& set, const std::optional<Rational>& given = {});

/// How a count of 0 is treated: as noisy like any other, or as exact.
enum class NoisyZeros { are_noise, stay };

/// Tables with noise of known size, brought closer to their values without noise. The noise of single cells
/// is unknown, so it is removed from all of them together:
/// - One total for all tables, and one margin for every column: the means over the tables that have it,
/// weighted by precision; margins shrink towards uniform ones, and are never negative. Each table is adjusted
/// to these, its cells in proportion to their variance.
/// - Each table shrinks towards the product of its margins by James and Stein's factor, at least 0: the more
/// of its distance from that product noise alone can explain.
/// - Negative cells become 0, by projection onto the simplex of the total; then the margins are restored by
/// proportional fitting.
///
/// Exact tables, cells of standard error 0 and tables with unknown cells stay unchanged; without noise so
/// does the entire set. The steps are sums, products, quotients and roots of doubles in a fixed order, and
/// counts end on the grid of 2^-20 (shares: 2^-40): the same numbers everywhere. O(cells) per sweep.
TableSet shrink_noise(TableSet set, const std::optional<Rational>& given = {},
                      NoisyZeros zeros = NoisyZeros::are_noise);

}  // namespace drover
