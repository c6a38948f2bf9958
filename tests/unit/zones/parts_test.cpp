#include <drover/zones/parts.hpp>

#include <numeric>

#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::zones {
namespace {

Level alone(std::size_t zone_count) {
    Level level{std::vector<std::uint32_t>(zone_count), zone_count};
    std::iota(level.unit_of.begin(), level.unit_of.end(), 0U);
    return level;
}

std::vector<std::uint32_t> numbers(const Parts& parts, std::size_t zone_count) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t zone = 0; zone < zone_count; ++zone) all.push_back(parts.of(zone));
    return all;
}

// Of each part the positions in the order in which they came, and how many scratches were made.
struct Visits {
    std::vector<std::vector<std::size_t>> by_part;
    std::size_t scratch_count = 0;
};
Visits visits(const Parts& parts, const std::vector<std::uint32_t>& zones) {
    Visits found{std::vector<std::vector<std::size_t>>(parts.count())};
    parts.for_each(
        zones, nullptr, [&] { return found.scratch_count++; },
        [&](std::size_t /*scratch*/, std::size_t k) { found.by_part[parts.of(zones[k])].push_back(k); });
    return found;
}

TEST(ZoneLevel, IsEqualIfItsUnitsAre) {
    EXPECT_EQ(alone(3), (Level{{0, 1, 2}, 3}));
    EXPECT_NE(alone(3), (Level{{0, 1, 1}, 3}));
    EXPECT_NE(alone(3), (Level{{0, 1, 2}, 4}));  // a unit without zones
    EXPECT_EQ(Level{}, alone(0));
}

TEST(ZoneParts, OfNoZonesThereAreNone) {
    const Parts parts{0, {}};
    EXPECT_EQ(parts.count(), 0U);
    EXPECT_EQ(visits(parts, {}).scratch_count, 0U);
    ThreadPool pool{2};
    parts.for_each(
        {}, &pool, [] { return 0; }, [](int /*scratch*/, std::size_t /*position*/) { FAIL(); });
}

TEST(ZoneParts, WithoutATyingLevelEveryZoneIsOne) {
    EXPECT_EQ(numbers(Parts{3, {}}, 3), (std::vector<std::uint32_t>{0, 1, 2}));
    const Level zones = alone(3);
    const std::vector<const Level*> tying{&zones};
    EXPECT_EQ(numbers(Parts{3, tying}, 3), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(ZoneParts, OneZoneIsOnePart) {
    const Level region{{0}, 1};
    const std::vector<const Level*> tying{&region};
    const Parts parts{1, tying};
    EXPECT_EQ(parts.count(), 1U);
    EXPECT_EQ(visits(parts, {0, 0, 0}).by_part, (std::vector<std::vector<std::size_t>>{{0, 1, 2}}));
}

TEST(ZoneParts, ARegionTiesAllZones) {
    const Level zones = alone(4);
    const Level region{{0, 0, 0, 0}, 1};
    const std::vector<const Level*> tying{&zones, &region, &region};
    const Parts parts{4, tying};
    EXPECT_EQ(parts.count(), 1U);
    EXPECT_EQ(visits(parts, {3, 0, 2}).by_part, (std::vector<std::vector<std::size_t>>{{0, 1, 2}}));
}

TEST(ZoneParts, LevelsThatCrossTieZonesThroughOneAnother) {
    const Level tracts{{0, 1, 0, 2, 3}, 4};     // 0 with 2
    const Level districts{{0, 1, 2, 2, 3}, 5};  // 2 with 3; unit 4 has no zones
    const std::vector<const Level*> tying{&tracts, &districts};
    EXPECT_EQ(numbers(Parts{5, tying}, 5), (std::vector<std::uint32_t>{0, 1, 0, 0, 2}));
}

TEST(ZoneParts, PositionsOfAPartComeInTheirOrder) {
    const Level tracts{{0, 1, 0, 1}, 2};
    const std::vector<const Level*> tying{&tracts};
    const Visits found = visits(Parts{4, tying}, {3, 0, 2, 1, 3, 0});
    EXPECT_EQ(found.by_part, (std::vector<std::vector<std::size_t>>{{1, 2, 5}, {0, 3, 4}}));
    EXPECT_EQ(found.scratch_count, 1U);
}

// A part's zones write to one place, in an order that matters.
TEST(ZoneParts, TheResultIsTheSameForAnyNumberOfThreads) {
    constexpr std::size_t zone_count = 200;
    const CounterRandom random{7};
    Level tracts{std::vector<std::uint32_t>(zone_count), 60};
    for (std::size_t zone = 0; zone < zone_count; ++zone)
        tracts.unit_of[zone] = static_cast<std::uint32_t>(random.below(zone, 60));
    std::vector<std::uint32_t> zones(5000);
    for (std::size_t k = 0; k < zones.size(); ++k)
        zones[k] = static_cast<std::uint32_t>(random.below(1000 + k, zone_count));
    const std::vector<const Level*> tying{&tracts};
    const Parts parts{zone_count, tying};
    const auto chains = [&](ThreadPool* pool) {
        std::vector<std::uint64_t> sums(parts.count());
        parts.for_each(
            zones, pool, [] { return std::uint64_t{0}; },
            [&](std::uint64_t& scratch, std::size_t k) {
                scratch = sums[parts.of(zones[k])];  // what another part left there is not looked at
                sums[parts.of(zones[k])] = 31 * scratch + k;
            });
        return sums;
    };
    const std::vector<std::uint64_t> expected = chains(nullptr);
    for (const std::size_t threads : {1U, 2U, 3U, 8U, 50U}) {
        ThreadPool pool{threads};
        EXPECT_EQ(chains(&pool), expected) << threads << " threads";
    }
}

}  // namespace
}  // namespace drover::zones
