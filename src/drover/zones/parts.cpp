#include <limits>
#include <numeric>

#include <drover/core/union_find.hpp>
#include <drover/zones/parts.hpp>

namespace drover::zones {
namespace {

void tie(UnionFind& zones, const Level& level) {
    constexpr auto none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> first(level.unit_count, none);
    for (std::uint32_t zone = 0; zone < level.unit_of.size(); ++zone) {
        std::uint32_t& seen = first[level.unit_of[zone]];
        if (seen == none) seen = zone;
        zones.join(seen, zone);
    }
}

}  // namespace

Parts::Parts(std::size_t zone_count, std::span<const Level* const> tying) : part_of_(zone_count) {
    UnionFind zones{zone_count};
    for (auto level = tying.begin(); level != tying.end(); ++level)
        if (std::find(tying.begin(), level, *level) == level) tie(zones, **level);
    const std::span<const std::uint32_t> roots = zones.roots();
    for (std::uint32_t zone = 0; zone < zone_count; ++zone)
        part_of_[zone] = roots[zone] == zone ? static_cast<std::uint32_t>(count_++) : part_of_[roots[zone]];
}

Parts::Order Parts::in_parts(std::span<const std::uint32_t> zones) const {
    Order order{std::vector<std::size_t>(count_ + 1), std::vector<std::uint32_t>(zones.size())};
    for (const std::uint32_t zone : zones) ++order.first[part_of_[zone] + 1];
    std::partial_sum(order.first.begin(), order.first.end(), order.first.begin());
    std::vector<std::size_t> next = order.first;
    for (std::uint32_t k = 0; k < zones.size(); ++k) order.positions[next[part_of_[zones[k]]]++] = k;
    return order;
}

}  // namespace drover::zones
