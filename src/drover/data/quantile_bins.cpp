#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/data/quantile_bins.hpp>
#include <drover/number/decimal.hpp>
#include <drover/number/int128.hpp>

namespace drover {
namespace {

// How many of the first numbers make a bin of about 1/bins of all: the next one is added while at least half
// of its count is still missing.
std::size_t first_bin_size(std::span<const NumberCount> numbers, std::int64_t total, std::size_t bins) {
    const auto parts = static_cast<Int128>(bins);
    Int128 taken = numbers[0].count;
    std::size_t size = 1;
    while (size < numbers.size() && (2 * taken + numbers[size].count) * parts <= 2 * Int128{total})
        taken += numbers[size++].count;
    return size;
}

}  // namespace

std::vector<Bin> quantile_bins(std::span<const NumberCount> numbers, std::size_t bin_count) {
    check_input(bin_count > 0, [] {
        return Problem{Fault::range, {.function = "quantile_bins"}, "at least one bin", "0"};
    });
    std::int64_t rest = 0;
    for (const NumberCount& number : numbers) rest += number.count;
    std::vector<Bin> bins;
    while (!numbers.empty()) {
        const std::size_t left = bin_count - bins.size();
        std::size_t size = numbers.size() <= left ? 1 : first_bin_size(numbers, rest, left);
        if (left == 1) size = numbers.size();
        bins.push_back({.first = numbers.front().number, .last = numbers[size - 1].number});
        for (const NumberCount& number : numbers.first(size)) rest -= number.count;
        numbers = numbers.subspan(size);
    }
    return bins;
}

std::vector<Bin> edge_bins(std::span<const std::int64_t> edges) {
    check_input(edges.size() >= 2, [&] {
        return Problem{
            Fault::range, {.function = "edge_bins"}, "at least two edges", std::to_string(edges.size())};
    });
    std::vector<Bin> bins;
    for (std::size_t k = 0; k + 1 < edges.size(); ++k) {
        check_input(edges[k] < edges[k + 1], [&] {
            return Problem{Fault::range,
                           {.function = "edge_bins"},
                           "rising edges",
                           std::to_string(edges[k]) + " before " + std::to_string(edges[k + 1])};
        });
        bins.push_back({.first = edges[k], .last = edges[k + 1] - 1});
    }
    bins.back().last = edges.back();
    return bins;
}

std::string bin_name(const Bin& bin, int decimals) {
    std::string name = decimal_text(bin.first, decimals);
    if (bin.first == bin.last) return name;
    name += bin.first < 0 ? " to " : "-";
    append_decimal(name, bin.last, decimals);
    return name;
}

std::optional<std::uint32_t> find_bin(std::span<const Bin> bins, std::int64_t number) {
    const auto after = std::upper_bound(bins.begin(), bins.end(), number,
                                        [](std::int64_t n, const Bin& bin) { return n < bin.first; });
    if (after == bins.begin() || number > (after - 1)->last) return std::nullopt;
    return static_cast<std::uint32_t>(after - bins.begin() - 1);
}

}  // namespace drover
