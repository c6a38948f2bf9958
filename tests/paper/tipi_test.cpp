// The Tipi function ell0(w) = <w, moments> - max_x <w, phi(x)>, which herding climbs with a constant step, is
// piecewise linear, concave, never positive, 0 at the origin, and scale free; it is <w, gradient>.
// Chen & Welling 2016, "Tipi Function and Basic Properties of Herding".
#include <gtest/gtest.h>

#include <drover/herd/moments/tipi.hpp>

#include "random_models.hpp"
#include "support.hpp"

namespace drover {
namespace {

using testing::Dice;

// Shows random weights a, b and their midpoint on random models.
template <class Check>
void for_random_weights(Check&& check) {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Dice dice{seed};
        const StateTable table = random_table(dice, 5, 3);
        const Moments moments = random_moments(dice, table);
        std::vector<std::int64_t> a, b, middle;
        for (int i = 0; i < 3; ++i) {
            a.push_back(2 * dice.roll(-50, 50));
            b.push_back(2 * dice.roll(-50, 50));
            middle.push_back((a.back() + b.back()) / 2);
        }
        check(
            [&](const std::vector<std::int64_t>& w) {
                return tipi(table, moments, WeightSpan<std::int64_t>{w});
            },
            a, b, middle);
    }
}

TEST(TipiFunction, IsLinearWhereTheMaximizerIsConstant) {
    int same = 0;
    for_random_weights([&](auto ell0, const auto& a, const auto& b, const auto& middle) {
        if (ell0(a).state != ell0(b).state) return;
        ++same;
        EXPECT_EQ(2 * ell0(middle).value, ell0(a).value + ell0(b).value);
        EXPECT_EQ(ell0(middle).gradient, ell0(a).gradient);
    });
    EXPECT_GT(same, 50);
}

TEST(TipiFunction, IsConcave) {
    int strict = 0;
    for_random_weights([&](auto ell0, const auto& a, const auto& b, const auto& middle) {
        EXPECT_GE(2 * ell0(middle).value, ell0(a).value + ell0(b).value);
        if (2 * ell0(middle).value > ell0(a).value + ell0(b).value) ++strict;
    });
    EXPECT_GT(strict, 50);
}

TEST(TipiFunction, IsNeverPositiveAndZeroAtTheOrigin) {
    for_random_weights([](auto ell0, const auto& a, const auto&, const auto&) {
        EXPECT_LE(ell0(a).value, 0);
        EXPECT_EQ(ell0({0, 0, 0}).value, 0);
    });
}

TEST(TipiFunction, IsScaleFree) {
    for_random_weights([](auto ell0, const auto& a, const auto&, const auto&) {
        for (const std::int64_t factor : {0, 1, 3, 64}) {
            std::vector<std::int64_t> scaled = a;
            for (auto& w : scaled) w *= factor;
            EXPECT_EQ(ell0(scaled).value, factor * ell0(a).value);
        }
    });
}

TEST(TipiFunction, IsScaleFreeInDoublesForPowersOfTwo) {
    const RealStateTable table{{0.1, -0.7}, {0.3, 0.2}, {-0.9, 0.4}};
    const RealMoments moments{{}, {0.05, 0.01}, 1};
    const std::vector<double> w = {0.37, -1.3};
    const std::vector<double> scaled = {w[0] * 0.125, w[1] * 0.125};
    EXPECT_EQ(tipi(table, moments, WeightSpan<double>{scaled}).value,
              0.125 * tipi(table, moments, WeightSpan<double>{w}).value);
}

TEST(TipiFunction, IsTheProductOfWeightsAndGradient) {
    for_random_weights([](auto ell0, const auto& a, const auto&, const auto&) {
        const auto result = ell0(a);
        EXPECT_TRUE(result.value == testing::dot(a, result.gradient));
    });
}

}  // namespace
}  // namespace drover
