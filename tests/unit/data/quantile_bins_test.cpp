#include <drover/data/quantile_bins.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Bins = std::vector<Bin>;

std::vector<NumberCount> counted(const std::map<std::int64_t, std::int64_t>& counts) {
    std::vector<NumberCount> numbers;
    for (const auto& [number, count] : counts) numbers.push_back({.number = number, .count = count});
    return numbers;
}

std::vector<std::int64_t> bin_counts(const Bins& bins, const std::vector<NumberCount>& numbers) {
    std::vector<std::int64_t> counts(bins.size());
    for (const auto& [number, count] : numbers) counts[find_bin(bins, number).value()] += count;
    return counts;
}

TEST(QuantileBins, HaveAboutEqualCountsOnASkewedSample) {
    std::map<std::int64_t, std::int64_t> sample;
    const CounterRandom random{1, 1};
    for (std::uint64_t k = 0; k < 10'000; ++k) {
        const auto u = static_cast<std::int64_t>(random.bits(k) >> 44U);  // below 2^20
        ++sample[u * u / 1'000'000 * (u / 1'000)];
    }
    const std::vector<NumberCount> numbers = counted(sample);
    std::int64_t most_of_one = 0;
    for (const NumberCount& number : numbers) most_of_one = std::max(most_of_one, number.count);
    const Bins bins = quantile_bins(numbers, 20);
    ASSERT_EQ(bins.size(), 20U);
    for (const std::int64_t count : bin_counts(bins, numbers)) {
        EXPECT_GT(count, 0);
        EXPECT_LE(std::abs(count - 500), most_of_one);
    }
}

TEST(QuantileBins, NeverSplitEqualNumbersNorLeaveABinEmpty) {
    const auto numbers = counted({{1, 1}, {2, 1}, {5, 900}, {6, 1}, {7, 1}, {8, 1}});
    EXPECT_EQ(quantile_bins(numbers, 3), (Bins{{1, 2}, {5, 5}, {6, 8}}));
    EXPECT_EQ(quantile_bins(numbers, 1), (Bins{{1, 8}}));
}

TEST(QuantileBins, ReachFromTheSmallestToTheLargestNumberPresent) {
    EXPECT_EQ(quantile_bins(counted({{10, 1}, {20, 1}, {30, 1}, {40, 1}}), 2), (Bins{{10, 20}, {30, 40}}));
}

TEST(QuantileBins, OfFewNumbersHoldOneEach) {
    EXPECT_EQ(quantile_bins(counted({{-1, 1}, {4, 1000}}), 20), (Bins{{-1, -1}, {4, 4}}));
    EXPECT_TRUE(quantile_bins({}, 20).empty());
    EXPECT_INPUT_ERROR(quantile_bins({}, 0), "quantile_bins: expected at least one bin, got 0");
}

TEST(QuantileBins, AreNeverMoreThanAskedForWhateverTheCounts) {
    const CounterRandom random{2, 1};
    std::uint64_t draw = 0;
    for (std::size_t round = 0; round < 200; ++round) {
        std::map<std::int64_t, std::int64_t> sample;
        const std::uint64_t distinct = 1 + random.bits(draw++) % 60;
        for (std::uint64_t k = 0; k < distinct; ++k)
            sample[static_cast<std::int64_t>(k)] =
                1 + static_cast<std::int64_t>(random.bits(draw++) % 50 == 0) * 5'000;
        const auto numbers = counted(sample);
        const std::size_t wanted = 1 + random.bits(draw++) % 25;
        const Bins bins = quantile_bins(numbers, wanted);
        EXPECT_LE(bins.size(), wanted);
        for (const std::int64_t count : bin_counts(bins, numbers)) EXPECT_GT(count, 0);
    }
}

TEST(EdgeBins, AreOpenAboveButTheLast) {
    EXPECT_EQ(edge_bins(std::vector<std::int64_t>{0, 10, 20}), (Bins{{0, 9}, {10, 20}}));
    EXPECT_INPUT_ERROR(edge_bins(std::vector<std::int64_t>{0}),
                       "edge_bins: expected at least two edges, got 1");
    EXPECT_INPUT_ERROR(edge_bins(std::vector<std::int64_t>{0, 5, 5}),
                       "edge_bins: expected rising edges, got 5 before 5");
}

TEST(BinName, SaysWhatTheBinHolds) {
    EXPECT_EQ(bin_name({17, 21}, 0), "17-21");
    EXPECT_EQ(bin_name({17, 17}, 0), "17");
    EXPECT_EQ(bin_name({125, 250}, 2), "1.25-2.50");
    EXPECT_EQ(bin_name({-5, -1}, 0), "-5 to -1");
    EXPECT_EQ(bin_name({-5, 5}, 1), "-0.5 to 0.5");
    EXPECT_EQ(bin_name({-5, -5}, 0), "-5");
}

TEST(FindBin, FindsNothingBetweenBins) {
    const Bins bins{{1, 3}, {7, 9}};
    EXPECT_FALSE(find_bin(bins, 0));
    EXPECT_EQ(find_bin(bins, 1), 0U);
    EXPECT_EQ(find_bin(bins, 3), 0U);
    EXPECT_FALSE(find_bin(bins, 5));
    EXPECT_EQ(find_bin(bins, 9), 1U);
    EXPECT_FALSE(find_bin(bins, 10));
}

}  // namespace
}  // namespace drover
