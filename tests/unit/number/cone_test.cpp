#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include <drover/number/cone.hpp>

#include "random_models.hpp"

namespace drover {
namespace {

bool contains(const std::vector<Int128>& rays, const std::vector<Int128>& target) {
    return cone_contains({rays, target.size()}, target);
}

TEST(Cone, HoldsItsRaysAndTheirSums) {
    const std::vector<Int128> rays{1, 2, 0, -1, 3, 1};
    EXPECT_TRUE(contains(rays, {1, 2, 0}));
    EXPECT_TRUE(contains(rays, {-3, 9, 3}));
    EXPECT_TRUE(contains(rays, {0, 5, 1}));
    EXPECT_FALSE(contains(rays, {-1, -2, 0}));
    EXPECT_FALSE(contains(rays, {0, 5, 2}));
}

TEST(Cone, OfNoRaysIsTheOrigin) {
    EXPECT_TRUE(contains({}, {0, 0}));
    EXPECT_FALSE(contains({}, {0, -1}));
    EXPECT_TRUE(contains({0, 0}, {0, 0}));
    EXPECT_FALSE(contains({0, 0}, {1, 0}));
}

TEST(Cone, ThatIsAPlaneHoldsEveryPointOfIt) {
    const std::vector<Int128> rays{1, 0, 0, -1, 1, 0, 0, -1, 0};
    EXPECT_TRUE(contains(rays, {-7, -5, 0}));
    EXPECT_TRUE(contains(rays, {7, 5, 0}));
    EXPECT_FALSE(contains(rays, {7, 5, 1}));
}

// Neighbouring rays that no double can tell apart.
TEST(Cone, DecidesExactlyBeyondTheBitsOfDouble) {
    const Int128 huge = Int128{1} << 100U;
    const std::vector<Int128> rays{huge, huge + 2, huge, huge + 4};
    EXPECT_TRUE(contains(rays, {huge, huge + 3}));
    EXPECT_FALSE(contains(rays, {huge, huge + 1}));
    EXPECT_FALSE(contains(rays, {huge, huge + 5}));
    EXPECT_TRUE(contains({huge, 0, 0, 1}, {1, huge}));
}

// Every level but one is zero, and most pivots move nothing.
TEST(Cone, EndsOnADegenerateProblem) {
    std::vector<Int128> rays;
    for (int code = 0; code < 81; ++code) {
        rays.insert(rays.end(), {code % 3 - 1, code / 3 % 3 - 1, code / 9 % 3 - 1, code / 27 - 1, 0});
    }
    EXPECT_FALSE(contains(rays, {0, 0, 0, 0, 1}));
    EXPECT_TRUE(contains(rays, {5, -7, 0, 100, 0}));
    rays.insert(rays.end(), {9, -8, 7, -6, 1});
    EXPECT_TRUE(contains(rays, {0, 0, 0, 0, 1}));
}

using Vector = std::array<Int128, 3>;

Int128 dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// If the rays span the space, a cone that is not all of it is cut out by planes through two rays each.
bool separated_by_two_rays(const std::vector<Vector>& rays, const Vector& target) {
    for (const Vector& a : rays) {
        for (const Vector& b : rays) {
            const Vector normal = cross(a, b);
            const bool all_below = std::all_of(rays.begin(), rays.end(),
                                               [&](const Vector& ray) { return dot(normal, ray) <= 0; });
            if (all_below && dot(normal, target) > 0) return true;
        }
    }
    return false;
}

TEST(Cone, AgreesWithSeparatingPlanesInThreeDimensions) {
    testing::Dice dice{5};
    const auto roll = [&] { return Vector{dice.roll(-3, 3), dice.roll(-3, 3), dice.roll(-3, 3)}; };
    int inside = 0;
    for (int round = 0; round < 1'000; ++round) {
        std::vector<Vector> rays;
        for (std::int64_t i = dice.roll(3, 7); i > 0; --i) rays.push_back(roll());
        if (dot(cross(rays[0], rays[1]), rays[2]) == 0) continue;  // they may not span the space
        std::vector<Int128> values;
        for (const Vector& ray : rays) values.insert(values.end(), ray.begin(), ray.end());
        const Vector target = roll();
        const bool separated = separated_by_two_rays(rays, target);
        ASSERT_EQ(cone_contains({values, 3}, target), !separated) << "round " << round;
        inside += separated ? 0 : 1;
    }
    EXPECT_GT(inside, 200);
    EXPECT_LT(inside, 800);
}

}  // namespace
}  // namespace drover
