#include <algorithm>
#include <limits>
#include <numeric>

#include <drover/number/int128.hpp>
#include <drover/populate/impl/branches.hpp>
#include <drover/zones/parts.hpp>

namespace drover::populate::impl {
namespace {

constexpr std::size_t most_branches = 16;
constexpr std::int64_t heaviest = std::int64_t{1} << 40U;

// Zones that anything but the largest units ties together are one part.
zones::Parts parts_below(const std::vector<const zones::Level*>& ties, std::size_t largest,
                         std::size_t zone_count) {
    std::vector<const zones::Level*> smaller;
    for (const zones::Level* tie : ties)
        if (tie->unit_count > largest) smaller.push_back(tie);
    return {zone_count, smaller};
}

// The branch of each zone, and how many there are.
struct Cut {
    std::vector<std::uint32_t> branch_of;
    std::vector<std::vector<std::uint32_t>> branches;  // by unit
    std::vector<std::int64_t> households;              // by branch
};

struct Piece {
    std::uint32_t part = 0;
    std::uint32_t unit = 0;
    std::int64_t households = 0;
};

std::vector<Piece> pieces_of(const zones::Parts& parts, const zones::Level& units,
                             const std::vector<std::int64_t>& zone_counts) {
    std::vector<Piece> pieces(parts.count());
    for (std::uint32_t z = 0; z < zone_counts.size(); ++z) {
        Piece& piece = pieces[parts.of(z)];
        piece = {parts.of(z), units.unit_of[z], piece.households + zone_counts[z]};
    }
    std::erase_if(pieces, [](const Piece& piece) { return piece.households == 0; });
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const Piece& a, const Piece& b) { return a.households > b.households; });
    return pieces;
}

// Whether a part has zones in several of these units.
bool cross(const zones::Parts& parts, const zones::Level& units) {
    constexpr auto none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> unit_of_part(parts.count(), none);
    for (std::uint32_t z = 0; z < units.unit_of.size(); ++z) {
        std::uint32_t& unit = unit_of_part[parts.of(z)];
        if (unit == none) unit = units.unit_of[z];
        if (unit != units.unit_of[z]) return true;
    }
    return false;
}

// The largest pieces first, each to the branch with the fewest households so far.
Cut cut(const zones::Parts& parts, const zones::Level& largest,
        const std::vector<std::int64_t>& zone_counts) {
    const std::vector<Piece> pieces = pieces_of(parts, largest, zone_counts);
    std::vector<std::int64_t> households(largest.unit_count);
    std::vector<std::size_t> counts(largest.unit_count);
    std::vector<std::size_t> zones_with(largest.unit_count);
    for (const Piece& piece : pieces) {
        households[piece.unit] += piece.households;
        ++counts[piece.unit];
    }
    for (std::uint32_t z = 0; z < zone_counts.size(); ++z)
        zones_with[largest.unit_of[z]] += zone_counts[z] > 0 ? 1 : 0;
    Cut cut{std::vector<std::uint32_t>(zone_counts.size()), {}, {}};
    for (std::size_t u = 0; u < largest.unit_count; ++u) {
        const bool is_large = households[u] >= placing_block && zones_with[u] >= 4 * repaired_zones;
        const std::size_t count = is_large ? std::clamp<std::size_t>(counts[u], 1, most_branches) : 1;
        std::vector<std::uint32_t>& own = cut.branches.emplace_back(count);
        std::iota(own.begin(), own.end(), static_cast<std::uint32_t>(cut.households.size()));
        cut.households.resize(cut.households.size() + count);
    }
    constexpr auto none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> branch_of_part(parts.count(), none);
    for (const Piece& piece : pieces) {
        const std::vector<std::uint32_t>& own = cut.branches[piece.unit];
        const std::uint32_t lightest = *std::min_element(
            own.begin(), own.end(),
            [&](std::uint32_t a, std::uint32_t b) { return cut.households[a] < cut.households[b]; });
        cut.households[lightest] += piece.households;
        branch_of_part[piece.part] = lightest;
    }
    for (std::uint32_t z = 0; z < zone_counts.size(); ++z) {
        const std::uint32_t branch = branch_of_part[parts.of(z)];
        cut.branch_of[z] = branch == none ? cut.branches[largest.unit_of[z]].front() : branch;
    }
    return cut;
}

// The smaller a branch, the more its errors weigh: errors of all branches, in proportion to their sizes,
// weigh as much as that of the unit.
std::int64_t branch_weight(std::int64_t weight, std::int64_t households, std::int64_t of_branch) {
    if (of_branch == 0) return weight;
    return static_cast<std::int64_t>(
        std::min<Int128>(heaviest, static_cast<Int128>(weight) * households / of_branch));
}

std::vector<BranchedUnit> branch_level(ControlLevel& level, const Cut& cut) {
    const std::size_t count = level.features.column_count();
    ControlLevel branched{{cut.branch_of, cut.households.size()}, std::move(level.features), {}, {}};
    branched.asked.resize(branched.units.unit_count * count);
    branched.weights.resize(branched.units.unit_count * count);
    std::vector<BranchedUnit> units;
    for (std::size_t u = 0; u < level.units.unit_count; ++u) {
        BranchedUnit& unit = units.emplace_back(BranchedUnit{cut.branches[u]});
        std::int64_t households = 0;
        for (const std::uint32_t b : unit.branches) households += cut.households[b];
        for (std::size_t k = 0; k < count; ++k) {
            const std::int64_t asked = level.asked[u * count + k];
            unit.asked.push_back(asked);
            for (const std::uint32_t b : unit.branches) {
                const auto part = static_cast<Int128>(asked) * cut.households[b];
                branched.asked[b * count + k] =
                    households == 0 ? asked : static_cast<std::int64_t>(part / households);
                branched.weights[b * count + k] =
                    branch_weight(level.weights[u * count + k], households, cut.households[b]);
            }
        }
    }
    level = std::move(branched);
    return units;
}

// Every branch is pulled as the unit was; the numbers of each signature are updated between blocks.
std::vector<BranchedUnit> branch_pull(Pull& pull, const Cut& cut, std::size_t signature_count) {
    std::vector<BranchedUnit> units;
    std::vector<double> expected(cut.households.size() * signature_count);
    for (std::size_t u = 0; u < pull.units.unit_count; ++u) {
        for (const std::uint32_t b : units.emplace_back(BranchedUnit{cut.branches[u]}).branches)
            std::copy_n(pull.expected.begin() + static_cast<std::ptrdiff_t>(u * signature_count),
                        signature_count, expected.begin() + static_cast<std::ptrdiff_t>(b * signature_count));
    }
    pull = {{cut.branch_of, cut.households.size()}, std::move(expected), pull.strength};
    return units;
}

}  // namespace

std::vector<const zones::Level*> tying_levels(const Model& model) {
    std::vector<const zones::Level*> ties;
    for (const ControlLevel& level : model.levels)
        if (level.features.column_count() > 0) ties.push_back(&level.units);
    for (const Pull& pull : model.pulls) ties.push_back(&pull.units);
    return ties;
}

Branches cut_branches(Model& model) {
    const std::vector<const zones::Level*> ties = tying_levels(model);
    if (ties.empty()) return {};
    const zones::Level& largest = **std::min_element(
        ties.begin(), ties.end(),
        [](const zones::Level* a, const zones::Level* b) { return a->unit_count < b->unit_count; });
    const bool is_one = std::all_of(ties.begin(), ties.end(), [&](const zones::Level* tie) {
        return tie->unit_count > largest.unit_count || *tie == largest;
    });
    if (!is_one) return {};
    const zones::Parts parts = parts_below(ties, largest.unit_count, model.zone_counts.size());
    if (cross(parts, largest)) return {};
    const Cut found = cut(parts, largest, model.zone_counts);
    if (found.households.size() == largest.unit_count) return {};
    const std::size_t shared = largest.unit_count;
    Branches branches{std::vector<std::vector<BranchedUnit>>(model.levels.size()),
                      std::vector<std::vector<BranchedUnit>>(model.pulls.size())};
    for (std::size_t g = 0; g < model.levels.size(); ++g)
        if (model.levels[g].units.unit_count == shared && model.levels[g].features.column_count() > 0)
            branches.levels[g] = branch_level(model.levels[g], found);
    for (std::size_t p = 0; p < model.pulls.size(); ++p)
        if (model.pulls[p].units.unit_count == shared)
            branches.pulls[p] = branch_pull(model.pulls[p], found, model.signature_count);
    return branches;
}

}  // namespace drover::populate::impl
