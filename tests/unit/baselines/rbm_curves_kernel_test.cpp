#include <limits>
#include <vector>

#include <drover/baselines/impl/rbm_curves.hpp>
#include <drover/number/philox.hpp>

#include "expect.hpp"

namespace drover::baselines::impl {
namespace {

// Fields of all sizes, the ends among them.
std::vector<std::int32_t> fields(std::size_t count) {
    std::vector<std::int32_t> found{0,
                                    1,
                                    -1,
                                    15,
                                    16,
                                    -16,
                                    16 << field_bits,
                                    -(16 << field_bits),
                                    std::numeric_limits<std::int32_t>::max(),
                                    std::numeric_limits<std::int32_t>::min()};
    const CounterRandom random{1};
    for (std::size_t i = found.size(); i < count; ++i) {
        const auto word = static_cast<std::int32_t>(random.below(i, 1U << 31U));
        found.push_back((i % 2 == 0 ? word : -word) >> (i % 17));
    }
    found.resize(count);
    return found;
}

TEST(RbmCurvesKernel, MeansAndSoftnessAreThoseOfOneFieldAtATime) {
    const RbmCurves& curves = RbmCurves::get();
    for (std::size_t count : {0U, 1U, 7U, 64U, 100U, 5000U}) {
        const std::vector<std::int32_t> given = fields(count);
        std::vector<std::int32_t> means(count + 1, 7);
        find_means(given.data(), count, means.data());
        std::int64_t sum = 0;
        for (std::size_t k = 0; k < count; ++k) {
            ASSERT_EQ(means[k], curves.mean(given[k])) << given[k];
            sum += curves.softness(given[k]);
        }
        EXPECT_EQ(means[count], 7);
        EXPECT_EQ(sum_softness(given.data(), count), sum);
    }
    const std::vector<std::int32_t> soft(100'000);  // the largest softness
    EXPECT_EQ(sum_softness(soft.data(), soft.size()), 100'000 * std::int64_t{curves.softness(0)});
}

TEST(RbmCurvesKernel, UnitsAreDrawnOneAtATime) {
    const RbmCurves& curves = RbmCurves::get();
    const std::vector<std::int32_t> given = fields(640);
    for (std::size_t first = 0; first < given.size(); first += 64) {
        std::vector<std::uint32_t> words;
        for (std::size_t k = 0; k < 64; ++k) {
            const auto parts = static_cast<std::uint32_t>(mean_one + curves.mean(given[first + k]));
            const std::uint32_t at_limit = (parts - (k % 2 == 0 ? 0U : 1U)) << 16U;
            const auto random = static_cast<std::uint32_t>(CounterRandom{2}.below(first + k, 1ULL << 32U));
            words.push_back(k % 3 == 0 ? at_limit : random);
        }
        std::uint64_t expected = 0;
        for (std::size_t k = 0; k < 64; ++k) {
            const auto parts = static_cast<std::uint32_t>(mean_one + curves.mean(given[first + k]));
            if (words[k] >> 16U < parts) expected |= std::uint64_t{1} << k;
        }
        EXPECT_EQ(draw_units(given.data() + first, words.data()), expected);
    }
}

}  // namespace
}  // namespace drover::baselines::impl
