#include <drover/lattice/power_law.hpp>

#include "expect.hpp"

namespace drover::lattice {
namespace {

// 2^20 s^-2 clusters in each bin of sizes from s on, in all and in each of the blocks.
ClusterSizeCounts inverse_squares(std::size_t block_count) {
    ClusterSizeCounts counts{.site_count = 4096, .sample_count = static_cast<std::int64_t>(block_count)};
    counts.counts.resize(4097);
    std::vector<std::int64_t> block;
    for (std::size_t size = 1; size <= 1024; size *= 2) {
        block.push_back(static_cast<std::int64_t>((1U << 20U) / size));
        counts.counts[size] = block.back() * counts.sample_count;
    }
    counts.blocks.assign(block_count, block);
    return counts;
}

TEST(PowerLaw, OfInverseSquaresHasSlopeMinusTwo) {
    const auto law = fit_power_law(inverse_squares(4));
    ASSERT_TRUE(law);
    EXPECT_NEAR(law->slope, -2, 1e-12);
    EXPECT_NEAR(law->slope_error, 0, 1e-12);
    EXPECT_EQ(law->block_count, 4U);
    EXPECT_EQ(law->fit.point_count, 8U);
    EXPECT_EQ(law->bins.size(), 11U);
    EXPECT_EQ(law->first_size, 4);
    EXPECT_EQ(law->end_size, 1024);
}

TEST(PowerLaw, ErrorIsThatOfTheMeanOverBlocks) {
    ClusterSizeCounts counts = inverse_squares(2);
    counts.blocks[0] = {0, 0, 64, 16};  // density 16 and 2: slope -3
    counts.blocks[1] = {0, 0, 64, 64};  // 16 and 8: slope -1
    const auto law = fit_power_law(counts, {.first_size = 4, .end_size = 16});
    EXPECT_NEAR(law->slope_error, 1, 1e-12);
}

TEST(PowerLaw, NeedsTwoBinsWithClusters) {
    ClusterSizeCounts counts{.site_count = 16, .sample_count = 1};
    EXPECT_FALSE(fit_power_law(counts));
    counts.counts = {0, 5, 0, 0, 7, 1, 0, 1};  // 4 .. 7 only
    EXPECT_FALSE(fit_power_law(counts));
    EXPECT_TRUE(fit_power_law(counts, {.first_size = 1, .end_size = 8}));
}

TEST(PowerLaw, RefusesARangeThatCutsBins) {
    const auto counts = inverse_squares(1);
    EXPECT_INPUT_ERROR(fit_power_law(counts, {.first_size = 3, .end_size = 8}),
                       "fit_power_law: expected a range between two powers of two, got 3 to 8");
    EXPECT_INPUT_ERROR(fit_power_law(counts, {.first_size = 8, .end_size = 8}),
                       "fit_power_law: expected a range between two powers of two, got 8 to 8");
}

}  // namespace
}  // namespace drover::lattice
