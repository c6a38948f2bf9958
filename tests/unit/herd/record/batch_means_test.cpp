#include <gtest/gtest.h>

#include <drover/herd/record/batch_means.hpp>
#include <drover/number/philox.hpp>

namespace drover {
namespace {

TEST(BatchMeans, OfAFewSamplesAreTheSamples) {
    BatchMeans means;
    EXPECT_EQ(means.result().sample_count, 0);
    means.add(3);
    EXPECT_EQ(means.result().mean, 3);
    EXPECT_TRUE(std::isinf(means.result().error));
    means.add(5);
    EXPECT_EQ(means.result(), (MeanEstimate{.mean = 4, .error = 1, .sample_count = 2, .batch_count = 2}));
}

TEST(BatchMeans, CountEverySampleInTheMean) {
    BatchMeans means;
    for (int k = 0; k < 1000; ++k) means.add(k);
    EXPECT_EQ(means.result().mean, 499.5);
    EXPECT_EQ(means.result().batch_count, 62U);  // of 16
}

TEST(BatchMeans, ErrorOfIndependentSamplesIsTheKnownOne) {
    const CounterRandom random{3};
    BatchMeans means;
    for (std::uint64_t k = 0; k < 100'000; ++k) means.add(random.normal(k));
    const MeanEstimate result = means.result();
    EXPECT_NEAR(result.error, 1 / std::sqrt(100'000.0), 0.3 / std::sqrt(100'000.0));
    EXPECT_LT(std::abs(result.mean), 4 * result.error);
}

// x_t = rho x_{t-1} + noise: the error of the mean is 1 / (1 - rho) times that of the noise.
TEST(BatchMeans, ErrorKnowsTheMemoryOfTheSequence) {
    const CounterRandom random{4};
    BatchMeans means;
    double x = 0;
    for (std::uint64_t k = 0; k < 100'000; ++k) means.add(x = 0.9 * x + random.normal(k));
    EXPECT_NEAR(means.result().error, 10 / std::sqrt(100'000.0), 3 / std::sqrt(100'000.0));
}

// The correlation time, 2,000 samples, is longer than a batch of 312 or 625: neighbouring batches are
// correlated.
TEST(BatchMeans, ErrorKnowsAMemoryLongerThanABatch) {
    double ratio = 0;
    constexpr int runs = 40;
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
        const CounterRandom random{seed};
        BatchMeans means;
        double x = 0;
        for (std::uint64_t k = 0; k < 40'000; ++k) means.add(x = 0.999 * x + random.normal(k));
        ratio += means.result().error / (1000 / std::sqrt(40'000.0)) / runs;
        EXPECT_GT(means.result().batch_memory, 1);
    }
    EXPECT_NEAR(ratio, 1, 0.25);
}

TEST(BatchMeans, UnrelatedBatchesAreTakenAsSuch) {
    double memory = 0;
    constexpr int runs = 40;
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
        const CounterRandom random{seed};
        BatchMeans means;
        for (std::uint64_t k = 0; k < 5'000; ++k) means.add(random.normal(k));
        memory += means.result().batch_memory / runs;
    }
    EXPECT_LT(memory, 1.2);
}

}  // namespace
}  // namespace drover
