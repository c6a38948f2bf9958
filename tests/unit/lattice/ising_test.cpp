#include <cmath>

#include <drover/lattice/ising.hpp>

#include "expect.hpp"
#include "lattice_enumeration.hpp"

namespace drover::lattice {
namespace {

TEST(CriticalBeta, IsTheSelfDualPoint) {
    EXPECT_NEAR(critical_beta(), 0.44068679350977, 1e-14);
    EXPECT_NEAR(std::sinh(2 * critical_beta()), 1, 1e-15);
    EXPECT_NEAR(critical_beta(3), std::log(1 + std::sqrt(3)), 1e-15);
    EXPECT_NEAR(critical_beta(4), std::log(3), 1e-15);
    EXPECT_INPUT_ERROR(critical_beta(1), "states: expected at least 2, got 1");
}

TEST(KaufmanCorrelation, OfCriticalTori) {
    const auto critical = [](std::size_t side) { return kaufman_correlation(side, side, critical_beta()); };
    EXPECT_NEAR(critical(4), 0.78281189, 1e-8);
    EXPECT_NEAR(critical(8), 0.74579455, 1e-8);
    EXPECT_NEAR(critical(16), 0.72653243, 1e-8);
    EXPECT_NEAR(critical(32), 0.71682923, 1e-8);
    EXPECT_NEAR(critical(64), 0.71196919, 1e-8);
    EXPECT_NEAR(critical(100), 0.71021887, 1e-8);
    EXPECT_NEAR(critical(128), 0.70953814, 1e-8);
    EXPECT_NEAR(critical(256), 0.70832248, 1e-8);
    EXPECT_NEAR(critical(1000), onsager_correlation + 0.31121e-3, 1e-8);
}

TEST(KaufmanCorrelation, IsThatOfAllConfigurations) {
    for (const auto& [rows, columns] :
         {std::pair{2U, 2U}, {2U, 3U}, {3U, 3U}, {3U, 4U}, {5U, 2U}, {4U, 4U}}) {
        for (const double beta : {0.0, 1e-7, 1e-5, 0.01, 0.2, 0.4, critical_beta(), 0.441, 0.6, 1.5, 12.0}) {
            EXPECT_NEAR(kaufman_correlation(rows, columns, beta),
                        testing::enumerate(Lattice{rows, columns}, beta).edge, 1e-9)
                << rows << " x " << columns << " at " << beta;
        }
    }
    EXPECT_NEAR(kaufman_correlation(3, 3, 0.4), 0.73106121, 1e-8);
    EXPECT_NEAR(kaufman_correlation(4, 4, 0.4), 0.68955824, 1e-8);
}

TEST(KaufmanCorrelation, DoesNotDependOnWhichSideIsCalledRows) {
    for (const double beta : {0.1, 0.43, critical_beta(), 0.45, 0.9, 5.0}) {
        EXPECT_NEAR(kaufman_correlation(300, 7, beta), kaufman_correlation(7, 300, beta), 1e-11) << beta;
        EXPECT_NEAR(kaufman_correlation(1000, 400, beta), kaufman_correlation(400, 1000, beta), 1e-11)
            << beta;
    }
}

TEST(KaufmanCorrelation, GrowsWithBetaFromZeroToOne) {
    EXPECT_EQ(kaufman_correlation(50, 50, 0), 0);
    EXPECT_EQ(kaufman_correlation(50, 50, 1000), 1);
    double last = 0;
    for (int k = 1; k < 200; ++k) {
        const double now = kaufman_correlation(500, 500, k * 0.01);
        EXPECT_GT(now, last) << k;
        last = now;
    }
}

TEST(KaufmanCorrelation, RefusesANegativeBetaAndAShortSide) {
    EXPECT_INPUT_ERROR(kaufman_correlation(4, 4, -0.1), "beta: expected a number of at least 0, got -0.1");
    EXPECT_INPUT_ERROR(kaufman_correlation(1, 4, 0.1),
                       "Lattice: expected at least 2 rows and 2 columns, got 1 x 4");
}

}  // namespace
}  // namespace drover::lattice
