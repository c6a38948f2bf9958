// Chen & Welling 2016, "Discriminative Herding", artificial data: on the banana classes the voted perceptron
// separates the points by a nearly straight line and cannot follow their shape, conditional herding and the
// discriminative RBM do; on the Lithuanian classes the normalising feature, a function of the radius, lets
// the perceptron succeed as well.
#include <drover/baselines/plane_classes.hpp>
#include <drover/baselines/plane_study.hpp>

#include <gtest/gtest.h>

namespace drover {
namespace {

std::vector<baselines::PlaneMethod> study(Examples (*make)(std::size_t, const CounterRandom&)) {
    const Examples fresh = make(250, CounterRandom{0, 2});
    return baselines::study_plane(make(200, CounterRandom{0, 1}), fresh, fresh.rows, {.passes = 200});
}

TEST(Boundaries, OnlyHiddenUnitsFollowTheBananas) {
    const std::vector<baselines::PlaneMethod> by = study(baselines::make_banana);
    ASSERT_EQ(by.size(), 3U);
    for (const std::size_t k : {1U, 2U}) {
        EXPECT_GT(by[0].training_error, by[k].training_error + 0.05) << by[k].name;
        EXPECT_GT(by[0].fresh_error, by[k].fresh_error + 0.05) << by[k].name;
        EXPECT_LT(by[k].fresh_error, 0.05) << by[k].name;
    }
}

TEST(Boundaries, TheNormalisingFeatureIsEnoughForTheLithuanianClasses) {
    const std::vector<baselines::PlaneMethod> by = study(baselines::make_lithuanian);
    ASSERT_EQ(by.size(), 3U);
    for (const baselines::PlaneMethod& method : by) {
        EXPECT_LT(method.fresh_error, 0.07) << method.name;
        EXPECT_GT(agreement(by[0], method), 0.93) << method.name;
    }
}

}  // namespace
}  // namespace drover
