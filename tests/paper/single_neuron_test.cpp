// A neuron that fires when its weight is positive, s = I(w > 0), w += pi - s, fires at rate pi as evenly as
// possible: from inside (pi - 1, pi] the weight never leaves, every window of T steps has T * pi ones within
// 1 (within 1/2 for windows from the start, with w_0 = pi - 1/2), and a rate p/q has period q. Chen & Welling
// 2016, "Herding a Single Neuron".
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <drover/herd/features/state_table.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/neuron/neuron.hpp>

namespace drover {
namespace {

// The states as a word of 0 and 1.
template <class O>
std::string word(O orbit, std::int64_t length) {
    std::string text;
    for (const auto& step : orbit.steps(length)) text.push_back(step.state == 1 ? '1' : '0');
    return text;
}

// Shows every rate p/q in (0, 1), in lowest terms.
template <class Check>
void for_each_rate(std::int64_t max_denominator, Check&& check) {
    for (std::int64_t q = 2; q <= max_denominator; ++q) {
        for (std::int64_t p = 1; p < q; ++p) {
            if (std::gcd(p, q) == 1) check(p, q);
        }
    }
}

TEST(SingleNeuron, ThreeTenthsIs0100100100) {
    std::string expected;
    for (int i = 0; i < 1'000; ++i) expected += "0100100100";
    EXPECT_EQ(word(neuron::RationalOrbit{parse_rational("0.3")}, 10'000), expected);
    EXPECT_EQ(word(Herder{StateTable{{0}, {1}}, ExactMoments{{{"x"}, {3}, 10}}, Exhaustive{}}, 10'000),
              expected);
}

TEST(SingleNeuron, ANaiveDoubleLeavesTheExactOrbitAtStepEleven) {
    const std::string exact = word(neuron::RationalOrbit{parse_rational("0.3")}, 20);
    double w = 0;
    std::string naive;
    for (int t = 1; t <= 20; ++t) {
        const bool fires = w > 0;
        w += 0.3 - (fires ? 1.0 : 0.0);
        naive.push_back(fires ? '1' : '0');
    }
    EXPECT_EQ(naive.substr(0, 10), exact.substr(0, 10));
    EXPECT_NE(naive[10], exact[10]);
}

TEST(SingleNeuron, CountStaysWithinOneOfTarget) {
    Herder neuron{StateTable{{0}, {1}}, ExactMoments{{{"x"}, {3}, 7}}, Exhaustive{}};
    std::int64_t ones = 0;
    for (const auto& step : neuron.steps(10'000)) {
        ones += step.state == 1 ? 1 : 0;
        ASSERT_LE(std::abs(7 * ones - 3 * step.t), 7) << "step " << step.t;
    }
}

TEST(SingleNeuron, ARateOfPOverQHasPeriodQ) {
    for_each_rate(40, [](std::int64_t p, std::int64_t q) {
        neuron::RationalOrbit neuron{Rational(p, q)};
        std::set<std::int64_t> weights;
        for (const auto& step : neuron.steps(q)) weights.insert(static_cast<std::int64_t>(step.weights));
        EXPECT_EQ(weights.size(), static_cast<std::size_t>(q));  // no earlier return
        EXPECT_TRUE(neuron.current().weights == 0);
        const std::string twice = word(neuron::RationalOrbit{Rational(p, q)}, 2 * q);
        EXPECT_EQ(twice.find(twice.substr(0, static_cast<std::size_t>(q)), 1), static_cast<std::size_t>(q));
    });
}

TEST(SingleNeuron, TheClosedFormCountsTheOnesFromEveryStart) {
    for_each_rate(30, [](std::int64_t p, std::int64_t q) {
        for (std::int64_t start = p - q + 1; start <= p; ++start) {
            neuron::RationalOrbit neuron{Rational(p, q), Rational(start, q)};
            std::int64_t ones = 0;
            EXPECT_TRUE(neuron::count_ones(Rational(p, q), Rational(start, q), 0) == 0);
            for (const auto& step : neuron.steps(2 * q)) {
                ones += step.state == 1 ? 1 : 0;
                ASSERT_TRUE(neuron::count_ones(Rational(p, q), Rational(start, q), step.t) == ones)
                    << p << "/" << q << " from " << start << "/" << q << ", step " << step.t;
            }
        }
    });
}

TEST(SingleNeuron, TheIntervalIsInvariantAndEveryWindowIsWithinOne) {
    for_each_rate(24, [](std::int64_t p, std::int64_t q) {
        for (std::int64_t start = p - q + 1; start <= p; ++start) {
            neuron::RationalOrbit neuron{Rational(p, q), Rational(start, q)};
            const Int128 unit = neuron.scale();  // the least common denominator, a divisor of q
            std::vector<std::int64_t> ones = {0};
            for (const auto& step : neuron.steps(2 * q)) {
                const Int128 weight = step.weights * (q / unit);
                ASSERT_TRUE(weight > p - q && weight <= p);
                ones.push_back(ones.back() + (step.state == 1 ? 1 : 0));
            }
            for (std::size_t from = 0; from < ones.size(); ++from) {
                for (std::size_t to = from; to < ones.size(); ++to) {
                    const auto length = static_cast<std::int64_t>(to - from);
                    ASSERT_LE(std::abs(q * (ones[to] - ones[from]) - length * p), q);
                }
            }
        }
    });
}

TEST(SingleNeuron, FromTheMiddleOfTheIntervalTheCountIsWithinOneHalf) {
    Rational most;
    for_each_rate(39, [&](std::int64_t p, std::int64_t q) {
        neuron::RationalOrbit neuron{Rational(p, q), Rational(p, q) - Rational(1, 2)};
        std::int64_t ones = 0;
        for (const auto& step : neuron.steps(3 * q)) {
            ones += step.state == 1 ? 1 : 0;
            const std::int64_t off = std::abs(q * ones - step.t * p);
            ASSERT_LE(2 * off, q) << p << "/" << q << ", step " << step.t;
            if (Rational(off, q) > most) most = Rational(off, q);
        }
    });
    EXPECT_EQ(most, Rational(1, 2));  // attained
}

TEST(SingleNeuron, TheHalfIsOnlyForWindowsFromTheStart) {
    neuron::RationalOrbit neuron{Rational(3, 7), Rational(3, 7) - Rational(1, 2)};
    std::vector<std::int64_t> ones = {0};
    for (const auto& step : neuron.steps(70)) ones.push_back(ones.back() + (step.state == 1 ? 1 : 0));
    std::int64_t most = 0;
    for (std::size_t from = 0; from < ones.size(); ++from) {
        for (std::size_t to = from; to < ones.size(); ++to) {
            const auto length = static_cast<std::int64_t>(to - from);
            most = std::max(most, std::abs(7 * (ones[to] - ones[from]) - 3 * length));
        }
    }
    EXPECT_EQ(most, 6);  // 6/7
}

TEST(SingleNeuron, TransientsLastAsLongAsTheFormulaSays) {
    for_each_rate(12, [](std::int64_t p, std::int64_t q) {
        const Rational rate{p, q};
        for (std::int64_t start = -4 * q; start <= 4 * q; ++start) {
            const Rational w0{start, q};
            Int128 expected = 0;
            if (w0 > rate) expected = ceil((w0 - rate) / (Rational{1} - rate));
            if (!(w0 > rate - Rational{1})) expected = floor((rate - Rational{1} - w0) / rate) + 1;
            neuron::RationalOrbit neuron{rate, w0};
            std::int64_t length = 0;
            for (;; ++length) {
                const Rational w{neuron.current().weights, neuron.scale()};
                if (w > rate - Rational{1} && !(w > rate)) break;
                neuron.step();
            }
            ASSERT_TRUE(length == expected) << p << "/" << q << " from " << start << "/" << q;
        }
    });
}

TEST(SingleNeuron, ThePlusMinusNeuronFiresTheSameWithTwiceTheWeight) {
    for_each_rate(20, [](std::int64_t p, std::int64_t q) {
        neuron::RationalOrbit neuron{Rational(p, q), Rational(p, q) - Rational(1, 2)};
        Herder signs{StateTable{{-1}, {1}}, ExactMoments{{{}, {2 * p - q}, q}, {.start = MomentStart{}}},
                     Exhaustive{}};
        for (const auto& step : neuron.steps(3 * q)) {
            const auto other = signs.step();
            ASSERT_EQ(step.state, other.state);
            ASSERT_EQ(Rational(2 * step.weights, neuron.scale()),
                      Rational(other.weights[0], other.weights.scale()));
        }
    });
}

TEST(SingleNeuron, BorrowingFiresTheSameAsTheRationalNeuron) {
    const std::vector<std::uint64_t> rates = {1, 3, 0x123456789ABCDEFU, std::uint64_t{1} << 59U,
                                              (std::uint64_t{1} << 60U) - 1};
    for (const std::uint64_t rate : rates) {  // over 2^60, as far as the rational neuron goes
        const Rational unit{1, Int128{1} << 60U};
        for (const std::uint64_t u : {std::uint64_t{0}, rate, std::uint64_t{0x0FEDCBA987654321U}}) {
            const auto p = static_cast<std::int64_t>(rate);
            neuron::RationalOrbit exact{Rational{p} * unit,
                                        Rational{p - static_cast<std::int64_t>(u)} * unit};
            neuron::SubtractWithBorrow borrow{rate << 4U, u << 4U};
            for (const auto& step : exact.steps(2'000)) ASSERT_EQ(step.state == 1, borrow.fire());
        }
    }
}

TEST(SingleNeuron, BorrowingIsExactOverTheWholeOf64Bits) {
    const std::uint64_t rate = 0x9E3779B97F4A7C15U;
    neuron::SubtractWithBorrow one{rate, rate};
    neuron::SubtractWithBorrow many{rate, rate};
    Int128 w = 0;
    for (int block = 0; block < 200; ++block) {
        const std::uint64_t fired = many.fire64();
        for (unsigned i = 0; i < 64; ++i) {
            const bool fires = w > 0;
            w += static_cast<Int128>(rate) - (fires ? Int128{1} << 64U : Int128{0});
            ASSERT_EQ(one.fire(), fires);
            ASSERT_EQ(((fired >> i) & 1U) != 0, fires);
        }
    }
}

}  // namespace
}  // namespace drover
