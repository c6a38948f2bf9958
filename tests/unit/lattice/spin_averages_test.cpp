#include <drover/lattice/spin_averages.hpp>

#include "expect.hpp"
#include "lattice_checks.hpp"
#include "lattice_enumeration.hpp"

namespace drover::lattice {
namespace {

// By the pairs that the lattice's neighbours give.
double plain_correlation(const Lattice& lattice, const Spins& spins, std::ptrdiff_t down,
                         std::ptrdiff_t right) {
    int sum = 0;
    int pairs = 0;
    for (std::size_t i = 0; i < spins.size(); ++i) {
        const auto j = lattice.neighbour(i, down, right);
        if (!j) continue;
        sum += spins[i] * spins[*j];
        ++pairs;
    }
    return static_cast<double>(sum) / pairs;
}

TEST(SpinAverages, OfOneSampleAreThoseOfItsPairs) {
    for (const Lattice& lattice : testing::odd_lattices()) {
        const Spins spins = testing::random_spins(lattice, 2, lattice.columns());
        SpinAverages averages{lattice};
        averages.add(spins);
        const SpinAveragesResult result = averages.result();
        EXPECT_DOUBLE_EQ(result.magnetisation.mean, testing::order(spins, 2));
        EXPECT_DOUBLE_EQ(result.edge_correlation.mean, testing::edge_mean(lattice, spins, 2));
        ASSERT_EQ(result.along_rows.size(),
                  std::min<std::size_t>({20, lattice.rows() - 1, lattice.columns() - 1}));
        ASSERT_EQ(result.along_columns.size(), result.along_rows.size());
        for (std::size_t k = 0; k < result.along_rows.size(); ++k) {
            const auto d = static_cast<std::ptrdiff_t>(k + 1);
            EXPECT_DOUBLE_EQ(result.along_rows[k].mean, plain_correlation(lattice, spins, 0, d)) << d;
            EXPECT_DOUBLE_EQ(result.along_columns[k].mean, plain_correlation(lattice, spins, d, 0)) << d;
        }
    }
}

TEST(SpinAverages, TakeTheMeanOverSamples) {
    const Lattice lattice{4, 6};
    SpinAverages averages{lattice, {.max_distance = 2}};
    averages.add(Spins(24, 1));
    Spins half(24, 1);
    for (std::size_t i = 0; i < 12; ++i) half[i] = -1;  // rows 0 and 1
    averages.add(half);
    const SpinAveragesResult result = averages.result();
    EXPECT_EQ(result.magnetisation,
              (MeanEstimate{.mean = 0.5, .error = 0.5, .sample_count = 2, .batch_count = 2}));
    EXPECT_EQ(result.along_rows[1].mean, 1);
    EXPECT_EQ(result.along_columns[0].mean, 0.5);
    EXPECT_EQ(result.along_columns[1].mean, 0);
    EXPECT_EQ(result.edge_correlation.mean, 0.75);
}

TEST(SpinAverages, RefuseWhatDoesNotFit) {
    SpinAverages averages{Lattice{3, 3}};
    EXPECT_INPUT_ERROR(averages.add(Spins(10, 1)), "spins (10) and sites (9) must have the same size");
    EXPECT_INPUT_ERROR((SpinAverages{Lattice{3, 3}, {.max_distance = 0}}),
                       "max_distance: expected at least 1, got 0");
}

}  // namespace
}  // namespace drover::lattice
