#include <gtest/gtest.h>

#include <drover/herd/impl/marginal_kernels.hpp>
#include <drover/number/philox.hpp>

namespace drover::impl {
namespace {

template <class Lane>
std::vector<Lane> random_lanes(std::uint64_t stream, std::size_t count, int shift) {
    const CounterRandom random{7, stream};
    std::vector<Lane> lanes;
    for (std::size_t l = 0; l < count; ++l) lanes.push_back(static_cast<Lane>(random.bits(l) >> shift));
    return lanes;
}

template <class Lane>
class MarginalKernels : public ::testing::Test {};
using Lanes = ::testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(MarginalKernels, Lanes);

TYPED_TEST(MarginalKernels, AddAndSwapGiveTheBitsOfThePlainOnes) {
    for (std::size_t count = 0; count < 70; ++count) {
        const auto in = random_lanes<TypeParam>(1, count, 0);
        const auto out = random_lanes<TypeParam>(2, count, 0);
        auto fast = random_lanes<TypeParam>(3, count, 0);
        auto plain = fast;
        add_row(fast.data(), in.data(), count);
        plain_add_row(plain.data(), in.data(), count);
        EXPECT_EQ(fast, plain);
        swap_row(fast.data(), in.data(), out.data(), count);
        plain_swap_row(plain.data(), in.data(), out.data(), count);
        EXPECT_EQ(fast, plain);
    }
}

TYPED_TEST(MarginalKernels, FourRowsAtOnceAreFourRows) {
    for (std::size_t count = 0; count < 70; ++count) {
        auto fast = random_lanes<TypeParam>(1, count, 0);
        auto plain = fast;
        std::vector<std::vector<TypeParam>> rows;
        for (std::uint64_t k = 0; k < 4; ++k) {
            rows.push_back(random_lanes<TypeParam>(2 + k, count, 0));
            plain_add_row(plain.data(), rows.back().data(), count);
        }
        add_rows<TypeParam>(fast.data(), {rows[0].data(), rows[1].data(), rows[2].data(), rows[3].data()},
                            count);
        EXPECT_EQ(fast, plain);
    }
}

TYPED_TEST(MarginalKernels, FlipLaneIsThatOfThePlainOne) {
    constexpr int bits = 8 * static_cast<int>(sizeof(TypeParam));
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const std::size_t count = 2 * (1 + seed % 40);
        const int ban_bits = static_cast<int>(seed % 3) * 2;
        auto sums = random_lanes<TypeParam>(2 * seed, count, 64 - bits / 4);
        const auto hits = random_lanes<TypeParam>(2 * seed + 1, count, 61);
        if (ban_bits > 0) sums[seed % count] += static_cast<TypeParam>(TypeParam{1} << (bits - ban_bits));
        const LaneFields<TypeParam> fields{sums.data(), hits.data(), count, static_cast<TypeParam>(seed),
                                           48842,       ban_bits};
        std::vector<TypeParam> in_row(count);
        for (std::size_t pair = 0; pair < count; pair += 2) {
            const bool second_is_better = fields.field(pair + 1) > fields.field(pair);
            const bool is_settled = pair != 2 * (seed % 45);
            in_row[pair + (second_is_better == is_settled ? 1 : 0)] = 1;
        }
        ASSERT_EQ(flip_lane(fields, in_row.data()), plain_flip_lane(fields, in_row.data())) << seed;
    }
}

TYPED_TEST(MarginalKernels, BestLaneIsThatOfThePlainOne) {
    constexpr int bits = 8 * static_cast<int>(sizeof(TypeParam));
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const std::size_t count = 1 + seed % 40;
        const int ban_bits = static_cast<int>(seed % 3) * 2;
        auto sums = random_lanes<TypeParam>(2 * seed, count, 64 - bits / 4);  // few bits: many ties
        const auto hits = random_lanes<TypeParam>(2 * seed + 1, count, 64 - (seed % 2 == 0 ? 3 : 7));
        if (ban_bits > 0) {
            for (std::size_t l = seed % 5; l < count; l += 1 + seed % 4)
                sums[l] += static_cast<TypeParam>(TypeParam{1} << (bits - ban_bits));
        }
        const LaneFields<TypeParam> fields{sums.data(), hits.data(), count, static_cast<TypeParam>(seed),
                                           48842,       ban_bits};
        for (std::size_t now = 0; now <= count; ++now)
            ASSERT_EQ(best_lane(fields, now), plain_best_lane(fields, now)) << seed << ' ' << now;
    }
}

TEST(MarginalKernelsWide, FactorsBeyond32BitsGiveTheSame) {
    const auto sums = random_lanes<std::uint64_t>(5, 30, 50);
    const auto hits = random_lanes<std::uint64_t>(6, 30, 60);
    for (const std::uint64_t factor :
         {std::uint64_t{1} << 31U, (std::uint64_t{1} << 32U) - 1, std::uint64_t{1} << 33U}) {
        const LaneFields<std::uint64_t> fields{sums.data(), hits.data(), 30, factor, factor - 1, 3};
        EXPECT_EQ(best_lane(fields, 30), plain_best_lane(fields, 30));
    }
}

// Lanes of columns of two values, in groups of 16; the last ones belong to no column.
template <class Lane>
struct BinaryCase {
    explicit BinaryCase(std::uint64_t seed)
        : count{16 * (1 + seed % 6)},
          targets{random_lanes<Lane>(6 * seed, count, 54)},
          hits{random_lanes<Lane>(6 * seed + 1, count, 58)},
          negative{random_lanes<Lane>(6 * seed + 2, count, 63)},
          lags{random_lanes<Lane>(6 * seed + 3, count, 50)},
          sums{random_lanes<Lane>(6 * seed + 4, count, 50)},
          first_hits{random_lanes<Lane>(6 * seed + 5, count, 50)},
          multiples(count, 5),
          opposed((count + 63) / 64) {
        for (Lane& lane : negative) lane = static_cast<Lane>(-lane);
        multiples.back() = 0;
    }
    BinaryLanes<Lane> lanes() {
        return {targets.data(), hits.data(), negative.data(), opposed.data(), count, 3, 50};
    }
    friend bool operator==(const BinaryCase&, const BinaryCase&) = default;

    std::size_t count;
    std::vector<Lane> targets, hits, negative, lags, sums, first_hits, multiples;
    std::vector<std::uint64_t> opposed;
};

TYPED_TEST(MarginalKernels, OnesOfTwoValuesGiveTheBitsOfThePlainOnes) {
    const auto& kernels = marginal_kernels<TypeParam>();
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        BinaryCase<TypeParam> fast{seed};
        BinaryCase<TypeParam> plain = fast;
        kernels.mark_binary(fast.lanes());
        plain_mark_binary(plain.lanes());
        ASSERT_TRUE(fast == plain);
        const std::size_t own = seed % fast.count;
        auto couplings = random_lanes<TypeParam>(seed + 2000, fast.count, 50);
        couplings[own] = fast.lags[own] = plain.lags[own] = 0;
        kernels.flip_binary(fast.lanes(), {own, fast.lags.data(), couplings.data(), fast.sums.data()});
        plain_flip_binary<TypeParam>(plain.lanes(),
                                     {own, plain.lags.data(), couplings.data(), plain.sums.data()});
        ASSERT_TRUE(fast == plain);
        EXPECT_EQ(fast.opposed[own / 64] >> (own % 64) & 1U, 0U);
        kernels.hit_binary(fast.lanes(), {fast.sums.data(), fast.first_hits.data(), fast.multiples.data()});
        plain_hit_binary<TypeParam>(plain.lanes(),
                                    {plain.sums.data(), plain.first_hits.data(), plain.multiples.data()});
        ASSERT_TRUE(fast == plain);
        kernels.turn_binary(fast.lags.data(), fast.sums.data(), fast.count);
        plain_turn_binary(plain.lags.data(), plain.sums.data(), 0, plain.count);
        ASSERT_TRUE(fast == plain);
    }
}

}  // namespace
}  // namespace drover::impl
