#include "rbm_twin.hpp"

#include <gtest/gtest.h>

#include "hidden_cases.hpp"

namespace drover::baselines {
namespace {

TEST(RbmTwin, MatrixProductsTakeTheSameSteps) {
    for (const rbm::FantasyStart fantasy : {rbm::FantasyStart::previous, rbm::FantasyStart::lowest_case}) {
        rbm::Herder herder{prototype_cases(60, 40, 1), {.hidden_count = 30, .fantasy = fantasy}};
        const std::vector<rbm::ObservedRow> strangers = prototype_cases(25, 40, 2);
        const rbm::Rows rows{strangers, 40};
        RbmTwin twin{herder};
        for (int t = 0; t < 100; ++t) {
            const std::vector<double> expected = twin.energies(RbmTwin::matrix_of(strangers));
            const std::vector<std::int64_t> found = herder.energies(rows);
            for (std::size_t i = 0; i < found.size(); ++i)
                ASSERT_EQ(static_cast<double>(found[i]), expected[i]);
            twin.step();
            herder.step();
        }
        const std::vector<std::int64_t> weights = twin.weights();
        for (std::size_t a = 0; a < weights.size(); ++a) ASSERT_EQ(herder.current().weights[a], weights[a]);
    }
}

}  // namespace
}  // namespace drover::baselines
