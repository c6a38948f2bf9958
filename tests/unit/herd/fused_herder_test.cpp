#include <drover/herd/features/state_table.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/impl/fused_herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>

#include "expect.hpp"
#include "fused_checks.hpp"

namespace drover {
namespace {

// The parts of a neuron that fires with the share 3/7: state 1 where its weight is above 0.
template <class Lane>
struct NeuronFields {
    using LaneType = Lane;
    Lane weight = 0;
};

class NeuronParts : public impl::FusedBase<NeuronFields<std::int32_t>, NeuronFields<std::int64_t>> {
  public:
    static constexpr const char* name = "Neuron";

    NeuronParts() { sums = impl::FusedSums{ExactMoments{Moments{{}, {3}, 7}}.parts()}; }

    const StateTable& features() const { return features_; }
    static std::int64_t start_weight(std::size_t /*a*/) { return 0; }
    static std::int64_t weight_scale() { return 7; }
    template <class Fields>
    static Int128 ascend(const Fields& fields, std::size_t& state) {
        state = fields.weight > 0 ? 1 : 0;
        return state == 1 ? fields.weight : 0;
    }
    template <class Fields>
    static Int128 hit(Fields& fields, std::size_t state, Int128 /*margin*/) {
        fields.weight += state == 1 ? 3 - 7 : 3;
        return state == 1 ? 3 : 0;
    }
    template <class Fields>
    static std::int64_t weight(const Fields& fields, std::size_t /*a*/, std::int64_t /*t*/) {
        return fields.weight;
    }
    static bool fits_narrow(std::int64_t t) { return t < 5; }
    void widen(std::size_t /*state*/, std::int64_t /*t*/) {
        lanes = NeuronFields<std::int64_t>{std::get<0>(lanes).weight};
    }

  private:
    StateTable features_{{0}, {1}};
};

class FusedNeuron : public FusedHerder<NeuronParts, StateTable> {
  public:
    FusedNeuron() : FusedHerder{NeuronParts{}, 0, 1'000} {}
};
static_assert(Orbit<FusedNeuron> && Weights<FusedNeuron::Weights>);

TEST(FusedHerder, TakesTheStepsOfTheComposedHerder) {
    FusedNeuron fused;
    Herder plain{StateTable{{0}, {1}}, ExactMoments{{{}, {3}, 7}}, Exhaustive{}};
    testing::expect_equal_steps(fused, plain, 100, 1);
}

TEST(FusedHerder, GoesOverToWideLanesOnceTheyAreOutgrown) {
    FusedNeuron fused;
    for (int t = 0; t < 4; ++t) fused.step();
    EXPECT_EQ(fused.lane_bits(), 32);
    fused.step();
    EXPECT_EQ(fused.lane_bits(), 64);
}

TEST(FusedHerder, IsAValueThatKnowsItsLimit) {
    FusedNeuron trunk;
    for (const auto& step : trunk.steps(10)) static_cast<void>(step);
    FusedNeuron branch = trunk;
    for (const auto& step : branch.steps(1)) static_cast<void>(step);
    EXPECT_EQ(trunk.current().t, 10);
    EXPECT_EQ(branch.current().t, 11);
    EXPECT_INPUT_ERROR(trunk.steps(991), "Neuron: 991 more steps go past the limit of 1000; raise max_steps");
}

}  // namespace
}  // namespace drover
