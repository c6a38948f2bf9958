#include <bit>
#include <cmath>
#include <string>

#include <drover/core/check.hpp>
#include <drover/herd/record/batch_means.hpp>
#include <drover/lattice/power_law.hpp>

namespace drover::lattice {
namespace {

bool is_power_of_two(std::int64_t size) {
    return size > 0 && std::has_single_bit(static_cast<std::uint64_t>(size));
}

void check_range(const PowerLawOptions& options) {
    check_input(is_power_of_two(options.first_size) && is_power_of_two(options.end_size) &&
                    options.first_size < options.end_size,
                [&] {
                    return Problem{
                        Fault::range,
                        {.function = "fit_power_law"},
                        "a range between two powers of two",
                        std::to_string(options.first_size) + " to " + std::to_string(options.end_size)};
                });
}

// count(k): the clusters of bin k, which holds 2^k sizes from 2^k on. What divides all counts alike shifts
// the line and leaves its slope.
template <class Count>
std::optional<LineFit> fit_bins(const PowerLawOptions& options, double samples, Count&& count) {
    std::vector<double> x;
    std::vector<double> y;
    std::size_t k =
        static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(options.first_size))) - 1;
    for (std::int64_t size = options.first_size; size < options.end_size; size *= 2, ++k) {
        const std::int64_t clusters = count(k);
        if (clusters == 0) continue;
        x.push_back(std::log(static_cast<double>(size) * std::sqrt(2)));  // the middle of the bin
        y.push_back(std::log(static_cast<double>(clusters) / static_cast<double>(size) / samples));
    }
    if (x.size() < 2) return std::nullopt;
    return fit_line(x, y);
}

}  // namespace

std::optional<PowerLaw> fit_power_law(const ClusterSizeCounts& counts, const PowerLawOptions& options) {
    check_range(options);
    const std::vector<SizeBin> bins = size_bins(counts);
    const double samples = static_cast<double>(counts.site_count) * static_cast<double>(counts.sample_count);
    const auto whole = fit_bins(options, samples,
                                [&](std::size_t k) { return k < bins.size() ? bins[k].cluster_count : 0; });
    if (!whole) return std::nullopt;
    std::vector<double> slopes;
    for (const auto& block : counts.blocks) {
        const auto part =
            fit_bins(options, 1, [&](std::size_t k) { return k < block.size() ? block[k] : 0; });
        if (part) slopes.push_back(part->slope);
    }
    return PowerLaw{.slope = whole->slope,
                    .slope_error = estimate_of(slopes).error,
                    .block_count = slopes.size(),
                    .fit = *whole,
                    .first_size = options.first_size,
                    .end_size = options.end_size,
                    .bins = bins};
}

}  // namespace drover::lattice
