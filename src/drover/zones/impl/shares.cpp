#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <drover/zones/hub_tables.hpp>
#include <drover/zones/impl/shares.hpp>

namespace drover::zones::impl {

void to_shares(std::span<const double> parts, double whole, std::span<std::uint32_t> shares) {
    constexpr double one = 1LL << hub_share_bits;
    std::vector<double> rests(parts.size());
    std::int64_t left = std::int64_t{1} << hub_share_bits;
    double sum = 0;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const double scaled = std::min(parts[k] / whole * one, one);
        const double down = std::floor(scaled);
        shares[k] = static_cast<std::uint32_t>(down);
        rests[k] = scaled - down;
        left -= shares[k];
        sum += parts[k];
    }
    if (left <= 0 || left > std::ssize(parts) || sum < whole * (1 - 1e-9)) return;
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rests[a] > rests[b]; });
    for (std::size_t k = 0; k < static_cast<std::size_t>(left); ++k)
        if (parts[order[k]] > 0) ++shares[order[k]];
}

}  // namespace drover::zones::impl
