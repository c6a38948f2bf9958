#pragma once

#include <drover/herd/marginal_herder.hpp>

namespace drover {

/// An orbit over columns of two categories, with its states as bits.
template <Orbit O>
class BitOrbit {
  public:
    using State = BitRow;
    using Weights = typename O::Weights;
    using Margin = typename O::Margin;
    struct Step {
        std::int64_t t;
        const State& state;
        Weights weights;
        Margin margin;
    };

    explicit BitOrbit(O orbit) : orbit_{std::move(orbit)}, state_(orbit_.current().state.size()) { look(); }

    Step step() {
        orbit_.step();
        look();
        return current();
    }
    Step current() const {
        const auto step = orbit_.current();
        return {step.t, state_, step.weights, step.margin};
    }
    std::int64_t max_steps() const { return orbit_.max_steps(); }
    /// The orbit itself.
    const O& rows() const { return orbit_; }

  private:
    void look() {
        const auto& row = orbit_.current().state;
        for (std::size_t i = 0; i < row.size(); ++i) state_.set(i, row[i] == 1);
    }

    O orbit_;
    BitRow state_;
};

/// Herding n binary variables on the joint cells of all pairs, by coordinate ascent from the previous state:
/// the fused form of Herder{PairFeatures<Indicators>{n}, ExactMoments{moments}, CoordinateAscent{}}. Counts
/// in the order of PairFeatures<Indicators>{n}; they need not be those of a distribution.
BitOrbit<MarginalHerder> make_pair_herder(const Moments& moments, std::size_t variable_count,
                                          const MarginalHerderOptions& options = {});

}  // namespace drover
