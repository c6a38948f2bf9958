#include <algorithm>
#include <cmath>

#include <drover/baselines/restricted_boltzmann_machine.hpp>
#include <drover/core/digest.hpp>

#include "expect.hpp"
#include "hidden_cases.hpp"

namespace drover::baselines {
namespace {

std::vector<BitRow> rows(std::size_t count, std::size_t width, std::uint64_t seed) {
    std::vector<BitRow> all;
    for (const rbm::ObservedRow& seen : prototype_cases(count, width, seed)) all.push_back(seen.values);
    return all;
}

RestrictedBoltzmannMachineOptions settings(RbmLearning learning) {
    if (learning == RbmLearning::persistent) return persistent_settings(10, 3);
    if (learning == RbmLearning::fast_weights) {
        RestrictedBoltzmannMachineOptions fast = fast_settings(10, 200, 3);
        fast.batch_size = 20;
        return fast;
    }
    return {.hidden_count = 10, .seed = 3};
}

constexpr RbmLearning all_ways[] = {RbmLearning::contrastive, RbmLearning::persistent,
                                    RbmLearning::fast_weights};

double field(const RestrictedBoltzmannMachine& machine, const BitRow& row, std::size_t k) {
    const std::size_t hidden = machine.hidden_biases().size();
    double sum = machine.hidden_biases()[k];
    for (std::size_t j = 0; j < row.size(); ++j) sum += (row[j] ? 1 : -1) * machine.weights()[j * hidden + k];
    return sum;
}

TEST(RestrictedBoltzmannMachine, EnergiesAndMeansAreThoseOfTheFormulas) {
    const std::vector<BitRow> data = rows(60, 19, 1);
    RestrictedBoltzmannMachine machine{data, {.hidden_count = 35, .rate = 0.05, .seed = 1}};
    for (int t = 0; t < 50; ++t) machine.step();
    const std::vector<double> energies = machine.free_energies(data);
    const std::vector<double> means = machine.hidden_means(data);
    for (std::size_t i = 0; i < data.size(); ++i) {
        double expected = 0;
        for (std::size_t j = 0; j < 19; ++j) expected -= (data[i][j] ? 1 : -1) * machine.visible_biases()[j];
        for (std::size_t k = 0; k < 35; ++k) {
            const double f = field(machine, data[i], k);
            expected -= std::log(2 * std::cosh(f));
            EXPECT_NEAR(means[i * 35 + k], std::tanh(f), 1e-3);
        }
        EXPECT_NEAR(energies[i], expected, 35 * 5e-4);
    }
}

TEST(RestrictedBoltzmannMachine, ARowAloneHasTheEnergyThatItHasAmongOthers) {
    const std::vector<BitRow> data = rows(20, 70, 6);
    RestrictedBoltzmannMachine machine{data, {.hidden_count = 45, .rate = 0.05}};
    for (int t = 0; t < 20; ++t) machine.step();
    const std::vector<double> energies = machine.free_energies(data);
    const std::vector<double> means = machine.hidden_means(data);
    for (std::size_t i = 0; i < data.size(); ++i) {
        const std::vector<BitRow> alone{data[i]};
        EXPECT_EQ(machine.free_energies(alone).front(), energies[i]);
        const std::vector<double> own = machine.hidden_means(alone);
        EXPECT_TRUE(std::equal(own.begin(), own.end(), means.begin() + static_cast<std::ptrdiff_t>(45 * i)));
    }
}

// Exact: the average log-likelihood over all states of a small machine.
double likelihood(RestrictedBoltzmannMachine& machine, const std::vector<BitRow>& data, std::size_t width) {
    std::vector<BitRow> all;
    for (std::uint64_t s = 0; s < std::uint64_t{1} << width; ++s) all.push_back(BitRow::from_index(s, width));
    double total = 0;
    for (const double energy : machine.free_energies(all)) total += std::exp(-energy);
    double sum = 0;
    for (const double energy : machine.free_energies(data)) sum += -energy - std::log(total);
    return sum / static_cast<double>(data.size());
}

TEST(RestrictedBoltzmannMachine, EveryWayOfLearningRaisesTheLikelihood) {
    const std::vector<BitRow> data = rows(100, 8, 2);
    for (const RbmLearning learning : all_ways) {
        RestrictedBoltzmannMachineOptions options = settings(learning);
        options.rate = learning == RbmLearning::fast_weights ? 0.1 : 0.02;
        RestrictedBoltzmannMachine machine{data, options};
        const double before = likelihood(machine, data, 8);
        for (int t = 0; t < 200; ++t) machine.step();
        EXPECT_GT(likelihood(machine, data, 8), before + 0.2) << static_cast<int>(learning);
        EXPECT_EQ(machine.steps_taken(), 200);
    }
}

TEST(RestrictedBoltzmannMachine, DigestOfEveryPlatform) {
    Digest digest;
    for (const RbmLearning learning : all_ways) {
        RestrictedBoltzmannMachine machine{rows(50, 40, 3), settings(learning)};
        for (int t = 0; t < 30; ++t) machine.step();
        for (const double w : machine.weights())
            digest.add(static_cast<std::uint64_t>(std::llround(w * 0x1p40)));
    }
    EXPECT_EQ(digest.hex(), "b20d100c6232a60b071654e9ebdfec2f");
}

// With nothing hidden, one chain, fast weights that do not decay and fields so large that a draw is a
// maximum, the fast weights are those of herding: w += moments - x, x the signs of w. They are seen through
// the slow ones, which add up the same differences in steps too small to count. Tieleman & Hinton 2009; Chen
// & Welling 2016.
TEST(RestrictedBoltzmannMachine, FastWeightsWithoutDecayAndNoiseAreHerding) {
    const std::vector<BitRow> cases{{1, 0, 0, 1}, {1, 1, 0, 0}, {0, 0, 0, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}};
    const double rate = 0x1p-40;
    RestrictedBoltzmannMachine machine{cases,
                                       {.hidden_count = 0,
                                        .learning = RbmLearning::fast_weights,
                                        .rate = rate,
                                        .momentum = 0,
                                        .particles = 1,
                                        .fast_rate = 60,
                                        .fast_decay = 1}};
    const std::vector<double> moments{0.6, -0.2, -0.6, 0.6};
    machine.step();  // from weights of 0 the first state is a draw
    for (int t = 0; t < 500; ++t) {
        std::vector<double> w;
        for (const double bias : machine.visible_biases()) w.push_back(bias / rate);
        machine.step();
        for (std::size_t j = 0; j < 4; ++j) {
            if (std::abs(w[j]) < 0.05) continue;  // a tie is drawn
            const double expected = w[j] + moments[j] - (w[j] > 0 ? 1 : -1);
            ASSERT_NEAR(machine.visible_biases()[j] / rate, expected, 1e-9) << "step " << t;
        }
    }
}

TEST(RestrictedBoltzmannMachine, ManyCasesAreSummedInParts) {
    const std::vector<BitRow> few = rows(1100, 6, 4);
    std::vector<BitRow> twice = few;
    twice.insert(twice.end(), few.begin(), few.end());
    // The positive phase of twice the same cases is the same; only the drawn fantasies differ.
    RestrictedBoltzmannMachine machine{twice, {.hidden_count = 3}};
    for (int t = 0; t < 5; ++t) machine.step();
    for (const double w : machine.weights()) EXPECT_LT(std::abs(w), 0.1);
}

TEST(RestrictedBoltzmannMachine, ChecksAtTheDoor) {
    EXPECT_INPUT_ERROR(
        (RestrictedBoltzmannMachine{{}, {}}),
        "RestrictedBoltzmannMachine: expected at least one row of at least one unit, got none");
    EXPECT_INPUT_ERROR((RestrictedBoltzmannMachine{{BitRow{1}, BitRow{1, 0}}, {}}),
                       "RestrictedBoltzmannMachine: row 2: expected 1 units, got 2");
    EXPECT_INPUT_ERROR((RestrictedBoltzmannMachine{{BitRow{1}}, {.batch_size = 2}}),
                       "RestrictedBoltzmannMachine: expected a batch_size of at most the 1 rows, got 2");
    EXPECT_INPUT_ERROR((RestrictedBoltzmannMachine{{BitRow{1}}, {.rate = 0}}),
                       "RestrictedBoltzmannMachine: expected a rate above 0, and others from 0 on");
    RestrictedBoltzmannMachine machine{{BitRow{1, 0}}, {.hidden_count = 2}};
    EXPECT_INPUT_ERROR(machine.free_energies(std::vector<BitRow>{BitRow{1}}),
                       "RestrictedBoltzmannMachine: row 1: expected 2 units, got 1");
}

}  // namespace
}  // namespace drover::baselines
