#pragma once

#include <span>

#include <drover/data/schema.hpp>

namespace drover {

/// A number and how often it occurs.
struct NumberCount {
    std::int64_t number = 0;
    std::int64_t count = 0;
};

/// At most `bin_count` bins of about equal counts over distinct numbers in ascending order. Each bin reaches
/// from the smallest to the largest number that falls into it; equal numbers are never split.
std::vector<Bin> quantile_bins(std::span<const NumberCount> numbers, std::size_t bin_count = 20);

/// The bins [e0, e1), [e1, e2), ...; the last one includes its upper edge. Expects at least two ascending
/// edges.
std::vector<Bin> edge_bins(std::span<const std::int64_t> edges);

/// "17-21", "17" for a single number, "1.25-2.50" with decimals, "-5 to -1" with a negative number.
std::string bin_name(const Bin& bin, int decimals);

/// The bin that holds the number, or nothing. The bins are in ascending order.
std::optional<std::uint32_t> find_bin(std::span<const Bin> bins, std::int64_t number);

}  // namespace drover
