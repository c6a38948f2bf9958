// Exact runs are the same on every compiler, build and machine: these are their recorded digests.
#include <gtest/gtest.h>

#include <drover/finite/dual_herder.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/features/triples.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/herd/record/state_digest.hpp>
#include <drover/herd/run.hpp>
#include <drover/neuron/neuron.hpp>
#include "parts/cd_herder.hpp"
#include "parts/mini_batches.hpp"

#include "random_models.hpp"

namespace drover {
namespace {

using testing::Dice;

template <class O>
std::string digest_of(O orbit, std::int64_t steps) {
    StateDigest digest;
    run(orbit, {.steps = steps}, digest);
    return digest.result();
}

const StateTable six_by_two{{17, 3}, {-9, 14}, {-16, -2}, {-4, -19}, {11, -12}, {2, 1}};
const Moments six_moments{{}, {-13, 21}, 29};

TEST(GoldenDigest, NeuronOfThreeSevenths) {
    EXPECT_EQ(digest_of(neuron::RationalOrbit{Rational(3, 7)}, 10'000), "f3f6608905c02879515692381206ba4d");
}

TEST(GoldenDigest, GoldenOrbit) {
    EXPECT_EQ(digest_of(neuron::GoldenOrbit{}, 100'000), "edff6777365d64021878123b8e92762f");
}

TEST(GoldenDigest, TableOfSixStates) {
    const std::string expected = "080a8a1b8904901f6bb7f6cbe9dd6c54";
    EXPECT_EQ(digest_of(Herder{six_by_two, ExactMoments{six_moments}, Exhaustive{}}, 10'000), expected);
    EXPECT_EQ(digest_of(DualHerder{six_by_two, six_moments}, 10'000), expected);
}

TEST(GoldenDigest, GreedyTableOfSixStates) {
    EXPECT_EQ(digest_of(DualHerder{six_by_two, six_moments, {}, {}, HerdRule::greedy}, 10'000),
              "592ad21514a91190c9f6cd2c2e12d8cc");
}

TEST(GoldenDigest, PairsOfTenVariablesByCoordinateAscent) {
    Dice dice{2016};
    const PairFeatures<> features{10};
    const Moments moments = measure(features, random_rows(dice, 298, 10));
    EXPECT_EQ(digest_of(Herder{features, ExactMoments{moments}, CoordinateAscent{}}, 3'000),
              "e7123b0ebd7cca0a866ee2a33c59749c");
}

TEST(GoldenDigest, SignPairsByFreshCoordinateAscent) {
    Dice dice{2017};
    const PairFeatures<Signs> features{10};
    const Moments moments = measure(features, random_rows(dice, 298, 10));
    const CoordinateAscent search{{.start = SearchStart::fresh, .given = {}, .seed = 7}};
    EXPECT_EQ(digest_of(Herder{features, ExactMoments{moments}, search}, 2'000),
              "7533251810bf741f5304864d32c9dcad");
}

TEST(GoldenDigest, TriplesOfFiveVariablesByExhaustiveSearch) {
    Dice dice{2018};
    const TripleFeatures<> features{5};
    const Moments moments = measure(features, random_rows(dice, 101, 5));
    EXPECT_EQ(digest_of(Herder{features, ExactMoments{moments}, Exhaustive{}}, 1'000),
              "29097b476535e6aaa1672ed41a040b50");
}

TEST(GoldenDigest, CyclicMiniBatches) {
    const std::vector<std::size_t> cases = {0, 1, 1, 2, 3, 3, 4, 5, 0, 2};
    const MiniBatches drive{six_by_two, cases, {.batch_size = 3}};
    EXPECT_EQ(digest_of(Herder{six_by_two, drive, Exhaustive{}}, 10'000), "02bd72acd96c1aa135ef58fe5ea005da");
}

TEST(GoldenDigest, MiniBatchesWithReplacement) {
    const std::vector<std::size_t> cases = {0, 1, 1, 2, 3, 3, 4, 5, 0, 2};
    const MiniBatchOptions options{.batch_size = 3, .order = BatchOrder::with_replacement, .seed = 42};
    const MiniBatches drive{six_by_two, cases, options};
    EXPECT_EQ(digest_of(Herder{six_by_two, drive, Exhaustive{}}, 10'000), "f5de90573bc01986cc3d773fab96fd27");
}

TEST(GoldenDigest, CdHerderOverThreads) {
    Dice dice{2019};
    const std::vector<BitRow> cases = random_rows(dice, 24, 6);
    ThreadPool pool{2};
    EXPECT_EQ(digest_of(make_cd_herder(PairFeatures<>{6}, cases, CoordinateAscent{}, &pool), 300),
              "9cb11d87ec576d6776c8cb7a67433a0e");
}

}  // namespace
}  // namespace drover
