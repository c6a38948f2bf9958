#pragma once

#include <cassert>
#include <cstdint>

#include <drover/herd/herder.hpp>
#include <drover/number/golden.hpp>
#include <drover/number/quadratic.hpp>
#include <drover/number/rational.hpp>

namespace drover::neuron {

// Herding a single neuron: s = I(w > 0), then w += rate - s. Chen & Welling 2016, "Herding a Single Neuron".

/// The exact neuron of a rational rate: weights are integers over `scale`. An Orbit; period q for rate p/q.
/// A rate outside [0, 1] is allowed: the weight then diverges, and w / t tends to the distance.
class RationalOrbit {
  public:
    struct Step {
        std::int64_t t;
        std::size_t state;
        Int128 weights;  ///< scale() times the weight
        Int128 margin;   ///< scale()^2 times <w, v>
    };

    explicit RationalOrbit(const Rational& rate, const Rational& start = 0, HerderOptions options = {});

    Step step() {
        assert(t_ < max_steps_);
        state_ = weight_ > 0 ? 1 : 0;
        const Int128 move = state_ == 1 ? rate_ - scale_ : rate_;
        margin_ = weight_ * move;
        weight_ += move;
        ++t_;
        return current();
    }
    Step current() const { return {t_, state_, weight_, margin_}; }
    StepRange<RationalOrbit> steps(std::int64_t count) {
        check_steps_left("RationalOrbit", count, t_, max_steps_);
        return {*this, count};
    }
    std::int64_t max_steps() const { return max_steps_; }
    Int128 scale() const { return scale_; }

  private:
    Int128 rate_;
    Int128 scale_;
    Int128 weight_;
    Int128 margin_ = 0;
    std::size_t state_ = 0;
    std::int64_t t_ = 0;
    std::int64_t max_steps_;
};

/// The neuron of a rate or start a + b sqrt(d), with the root replaced by a fraction so near to it that all
/// states up to options.max_steps are those of the numbers given (root_fraction); weights are off by less
/// than a double can distinguish. Throws InputError for two different roots, and numbers too long for so many
/// steps.
RationalOrbit quadratic_orbit(const QuadraticNumber& rate, const QuadraticNumber& start = 0,
                              HerderOptions options = {});

/// The exact neuron whose rate is the golden mean phi = (sqrt(5)-1)/2, in numbers a + b * phi. An Orbit.
/// From the default start 2 * phi - 1 it fires the rabbit word. `scale` allows fractions as starts: the start
/// is (a + b * phi) / scale.
class GoldenOrbit {
  public:
    struct Step {
        std::int64_t t;
        std::size_t state;
        GoldenNumber weights;  ///< scale times the weight
        double margin;         ///< <w, v>, rounded; its sign is exact
    };

    explicit GoldenOrbit(GoldenNumber start = {-1, 2}, std::int64_t scale = 1, HerderOptions options = {});

    Step step() {
        assert(t_ < max_steps_);
        state_ = weight_.sign() > 0 ? 1 : 0;
        before_ = weight_;
        weight_.b += scale_;
        if (state_ == 1) weight_.a -= scale_;
        ++t_;
        return current();
    }
    Step current() const {
        const double move = t_ == 0 ? 0 : golden_mean - static_cast<double>(state_);
        return {t_, state_, weight_, before_.to_double() / static_cast<double>(scale_) * move};
    }
    StepRange<GoldenOrbit> steps(std::int64_t count) {
        check_steps_left("GoldenOrbit", count, t_, max_steps_);
        return {*this, count};
    }
    std::int64_t max_steps() const { return max_steps_; }

  private:
    GoldenNumber weight_;
    GoldenNumber before_;
    std::int64_t scale_;
    std::size_t state_ = 0;
    std::int64_t t_ = 0;
    std::int64_t max_steps_;
};

/// The neuron of rate p / 2^64 as one subtraction with borrow: u = rate - w in [0, 1) moves to u - rate
/// modulo 1, and the neuron fires when it borrows. The same states as RationalOrbit, in 64 bits.
class SubtractWithBorrow {
  public:
    /// Starts at w_0 = (rate - u) / 2^64; u = rate gives w_0 = 0.
    SubtractWithBorrow(std::uint64_t rate, std::uint64_t u) : rate_{rate}, u_{u} {}

    bool fire() {
        const bool state = u_ < rate_;
        u_ -= rate_;
        return state;
    }
    /// The next 64 states, the first in the lowest bit.
    std::uint64_t fire64() {
        std::uint64_t word = 0;
        for (unsigned i = 0; i < 64; ++i) word |= (fire() ? std::uint64_t{1} : 0) << i;
        return word;
    }

  private:
    std::uint64_t rate_;
    std::uint64_t u_;
};

/// How often the neuron fires in its first t steps, in closed form: ceil(w_0 + (t-1) * rate) for t >= 1.
/// Holds for starts in the invariant interval (rate - 1, rate]; throws InputError for others.
Int128 count_ones(const Rational& rate, const Rational& start, std::int64_t t);

}  // namespace drover::neuron
