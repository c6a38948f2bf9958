#include <gtest/gtest.h>

#include <drover/herd/drive.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/mini_batches.hpp>
#include <drover/model/batch_features.hpp>
#include <drover/model/one_of_d.hpp>
#include <drover/model/pair_features.hpp>
#include <drover/model/state_table.hpp>
#include <drover/model/triple_features.hpp>

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

}  // namespace
}  // namespace drover
