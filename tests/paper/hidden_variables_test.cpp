// Chen & Welling 2016, "Herding Partially Observed Random Field Models": the averages of imputed cases and of
// fantasies differ by at most 2R/T in every feature, R a bound of the weights; a search that begins at the
// case of lowest energy meets the condition of the cycling theorem whatever it finds. "Herding with Hidden
// Variables": without the growth of the hidden biases every hidden unit is on in about half of the fantasies.
#include <cmath>

#include <drover/rbm/herder.hpp>

#include <gtest/gtest.h>

#include "hidden_cases.hpp"

namespace drover {
namespace {

constexpr std::size_t visible = 30;
constexpr std::size_t hidden = 20;
constexpr std::size_t case_count = 60;

rbm::Herder herder_of(rbm::FantasyStart fantasy, bool growth) {
    return {prototype_cases(case_count, visible, 1),
            {.hidden_count = hidden, .fantasy = fantasy, .hidden_growth = growth, .seed = 1}};
}

double norm(const rbm::PackedWeights& weights) {
    double square = 0;
    for (std::size_t a = 0; a < weights.size(); ++a) {
        const double w = static_cast<double>(weights[a]) / static_cast<double>(weights.scale());
        square += w * w;
    }
    return std::sqrt(square);
}

TEST(HiddenVariables, ImputedCasesAndFantasiesDifferByAtMostTwoROverT) {
    for (const rbm::FantasyStart fantasy :
         {rbm::FantasyStart::previous, rbm::FantasyStart::lowest_case, rbm::FantasyStart::every_case}) {
        rbm::Herder herder = herder_of(fantasy, true);
        const rbm::Machine rbm = herder.model();
        const std::vector<rbm::ObservedRow> cases = herder.cases();
        std::vector<std::int64_t> difference(rbm.feature_count());  // times the cases
        double largest = norm(herder.current().weights);
        for (std::int64_t t = 1; t <= 400; ++t) {
            herder.step();
            largest = std::max(largest, norm(herder.current().weights));
            const std::vector<BitRow> z = herder.batch_hidden();
            for (std::size_t i = 0; i < case_count; ++i) {
                rbm.visit({cases[i].values, z[i]},
                          [&](std::size_t a, std::int64_t value) { difference[a] += value; });
            }
            const std::vector<rbm::State> dreams = herder.fantasies();
            const auto each = static_cast<std::int64_t>(case_count / dreams.size());
            for (const rbm::State& dream : dreams)
                rbm.visit(dream, [&](std::size_t a, std::int64_t value) { difference[a] -= each * value; });
            if (t % 100 != 0) continue;
            for (const std::int64_t d : difference) {
                const double average =
                    static_cast<double>(d) / static_cast<double>(case_count) / static_cast<double>(t);
                ASSERT_LE(std::abs(average), 2 * largest / static_cast<double>(t));
            }
        }
    }
}

TEST(HiddenVariables, SafeSearchesMeetTheConditionAndStayBounded) {
    for (const rbm::FantasyStart fantasy : {rbm::FantasyStart::lowest_case, rbm::FantasyStart::every_case}) {
        rbm::Herder herder = herder_of(fantasy, true);
        double early = 0;
        double late = 0;
        for (std::int64_t t = 1; t <= 4'000; ++t) {
            ASSERT_TRUE(herder.step().margin <= 0) << "step " << t;
            double& largest = t <= 2'000 ? early : late;
            if (t % 10 == 0) largest = std::max(largest, norm(herder.current().weights));
        }
        EXPECT_LT(late, 1.5 * early);
    }
}

TEST(HiddenVariables, WithoutGrowthHiddenUnitsAreOnHalfOfTheTime) {
    for (const rbm::FantasyStart fantasy : {rbm::FantasyStart::previous, rbm::FantasyStart::lowest_case}) {
        rbm::Herder herder = herder_of(fantasy, false);
        std::vector<std::int64_t> sums(hidden);
        constexpr std::int64_t steps = 4'000;
        for (std::int64_t t = 0; t < steps; ++t) {
            const BitRow& z = herder.step().state.z;
            for (std::size_t k = 0; k < hidden; ++k) sums[k] += sign_of(z[k]);
        }
        for (const std::int64_t sum : sums) EXPECT_LT(std::abs(sum), steps / 10);
    }
}

}  // namespace
}  // namespace drover
