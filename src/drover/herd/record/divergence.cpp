#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/herd/record/divergence.hpp>

namespace drover {
namespace {

void check_counts(const char* what, std::span<const std::int64_t> counts) {
    const bool no_negative = std::all_of(counts.begin(), counts.end(), [](auto n) { return n >= 0; });
    const bool some = std::any_of(counts.begin(), counts.end(), [](auto n) { return n > 0; });
    check_input(no_negative && some, [&] {
        return Problem{Fault::range, {.key = what}, "counts of at least 0, one of them above 0"};
    });
}

void check_histograms(std::span<const std::int64_t> data, std::span<const std::int64_t> estimate) {
    check_input(data.size() == estimate.size(), [&] {
        return Problem{.fault = Fault::other,
                       .place = {.key = "KL divergence"},
                       .text = "data (" + std::to_string(data.size()) + ") and estimate (" +
                               std::to_string(estimate.size()) + ") must have the same number of bins"};
    });
    check_counts("KL divergence: data", data);
    check_counts("KL divergence: estimate", estimate);
}

bool misses_a_bin(std::span<const std::int64_t> data, std::span<const std::int64_t> estimate) {
    for (std::size_t k = 0; k < data.size(); ++k) {
        if (data[k] > 0 && estimate[k] == 0) return true;
    }
    return false;
}

// Twice the counts, plus one if they are smoothed: still integers.
Divergence smoothed_divergence(std::span<const std::int64_t> data, std::span<const std::int64_t> estimate) {
    const bool smoothed = misses_a_bin(data, estimate);
    std::vector<std::int64_t> doubled(estimate.begin(), estimate.end());
    for (std::int64_t& count : doubled) count = 2 * count + (smoothed ? 1 : 0);
    return {.kl = kl_divergence(shares(data), shares(doubled)), .smoothed = smoothed};
}

}  // namespace

double entropy(std::span<const double> p) {
    double sum = 0;
    for (const double value : p) sum -= value > 0 ? value * std::log(value) : 0;
    return sum;
}

double kl_divergence(std::span<const double> p, std::span<const double> q) {
    check_input(p.size() == q.size(), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.key = "KL divergence"},
                       .text = "p (" + std::to_string(p.size()) + ") and q (" + std::to_string(q.size()) +
                               ") must have the same size"};
    });
    double sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
        if (p[k] > 0 && q[k] == 0) return std::numeric_limits<double>::infinity();
        if (p[k] > 0) sum += p[k] * std::log(p[k] / q[k]);
    }
    return sum;
}

std::vector<double> shares(std::span<const std::int64_t> counts) {
    check_counts("shares", counts);
    const auto total = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
    std::vector<double> p;
    p.reserve(counts.size());
    for (const std::int64_t count : counts) p.push_back(static_cast<double>(count) / total);
    return p;
}

Divergence kl_of_counts(std::span<const std::int64_t> data, std::span<const std::int64_t> estimate) {
    check_histograms(data, estimate);
    return smoothed_divergence(data, estimate);
}

Divergence kl_on_occupied_bins(std::span<const std::int64_t> data, std::span<const std::int64_t> estimate) {
    check_histograms(data, estimate);
    std::vector<std::int64_t> occupied;
    std::vector<std::int64_t> there;
    for (std::size_t k = 0; k < data.size(); ++k) {
        if (data[k] == 0) continue;
        occupied.push_back(data[k]);
        there.push_back(estimate[k]);
    }
    return smoothed_divergence(occupied, there);
}

}  // namespace drover
