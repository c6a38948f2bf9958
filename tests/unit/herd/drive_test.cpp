#include <gtest/gtest.h>

#include <drover/herd/drive.hpp>
#include <drover/herd/features/pairs.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/features/triples.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include "one_of_d.hpp"
#include "parts/batch_features.hpp"
#include "parts/mini_batches.hpp"

namespace drover {
namespace {

TEST(Drive, FixedMomentsDriveEveryModel) {
    static_assert(Drive<ExactMoments, OneOfD> && Drive<ExactMoments, StateTable>);
    static_assert(Drive<ExactMoments, PairFeatures<>> && Drive<ExactMoments, TripleFeatures<Signs>>);
    static_assert(Drive<ExactMoments, BatchFeatures<PairFeatures<>>>);
    static_assert(Drive<WideExactMoments, StateTable> && Drive<DoubleMoments, StateTable>);
    static_assert(Drive<DoubleMoments, RealStateTable>);
}

TEST(Drive, MiniBatchesDriveTheModelOfTheirCases) {
    static_assert(Drive<MiniBatches<std::size_t>, StateTable>);
    static_assert(Drive<MiniBatches<BitRow>, PairFeatures<Signs>>);
}

// A model of one switch, without bounds().
struct Unbounded {
    using State = bool;
    static std::size_t feature_count() { return 1; }
    static bool first_state() { return false; }
    template <Weights W>
    typename W::Value score(const W& w, bool s) const {
        return s ? w[0] : typename W::Value{};
    }
    template <class Sink>
    void visit(bool s, Sink&& sink) const {
        if (s) sink(std::size_t{0}, std::int64_t{1});
    }
};
struct Bounded : Unbounded {
    static FeatureBounds bounds() { return {}; }
};
// Keeps what it is given.
struct Keep {
    template <class F, Weights W>
    typename W::Value maximize(const F& f, const W& w, typename F::State& s) const {
        return f.score(w, s);
    }
};
template <class F, class D>
concept HasHerder = requires {
    typename Herder<F, D, Keep>;
};

TEST(Drive, WholeWeightsNeedTheBoundsOfTheFeatures) {
    static_assert(FeatureMap<Unbounded, LazyWeights<std::int64_t>>);
    static_assert(Drive<ExactMoments, Bounded> && !Drive<ExactMoments, Unbounded>);
    static_assert(Drive<WideExactMoments, Bounded> && !Drive<WideExactMoments, Unbounded>);
    static_assert(Drive<MiniBatches<bool>, Bounded> && !Drive<MiniBatches<bool>, Unbounded>);
    static_assert(Drive<DoubleMoments, Unbounded>);
    static_assert(HasHerder<Bounded, ExactMoments> && !HasHerder<Unbounded, ExactMoments>);
    static_assert(HasHerder<Unbounded, DoubleMoments>);
}

}  // namespace
}  // namespace drover
