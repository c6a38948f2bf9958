#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <drover/tables/read/impl/words.hpp>

namespace drover::read {

/// Counts of one variable: a row per value, a column per slice of the other variables. NaN: not known.
struct SumMatrix {
    std::size_t value_count = 0;
    std::size_t slice_count = 0;
    std::vector<double> counts;

    double at(std::size_t value, std::size_t slice) const { return counts[value * slice_count + slice]; }
};

/// Whether a value equals the sum of others, slice by slice.
struct SumCheck {
    std::size_t checked = 0;  ///< slices where all are known
    std::size_t held = 0;     ///< of them, within the tolerance
    double bits = 0;          ///< of evidence: slices in which at least two parts are above zero
    std::size_t above = 0;    ///< slices where the parts are more
    std::size_t below = 0;    ///< slices where the parts are less
    double total = 0;         ///< sum of the value
    double parts = 0;         ///< sum of the parts, over the slices checked
};

/// The rounding base of the counts: 10, 5, 3, 1 or a decimal unit such as 0.1.
double rounding_base(const SumMatrix& matrix);

SumCheck check_sum(const SumMatrix& matrix, std::size_t value, const std::vector<std::size_t>& parts,
                   double base, bool is_named);
/// Named totals hold in eight of ten slices; others in nearly all, and with enough evidence.
bool is_accepted(const SumCheck& check, bool is_named, std::size_t value_count);

/// Which values are sums of others.
struct Hierarchy {
    std::vector<bool> is_total;
    /// For each value its parts, as one list per way to divide it (values, which may be totals themselves).
    std::vector<std::vector<std::vector<std::size_t>>> parts;
    std::vector<std::size_t> roots;     ///< values that are parts of no other, in order
    std::vector<std::size_t> unproven;  ///< called a total, without parts that add up to it
    std::vector<std::size_t> suspects;  ///< may be totals by their size, without a name or sum that proves it
    std::vector<SumCheck> unproven_sums;  ///< compared with the sum of all leaves

    /// Values below a value that have no parts, by the first way to divide each.
    std::vector<std::size_t> leaves(const std::vector<std::size_t>& nodes) const;
};

/// Totals before or after runs of their parts, and totals of all others, by their sums; names give weight.
Hierarchy find_totals(const SumMatrix& matrix, const std::vector<TotalName>& names);

}  // namespace drover::read
