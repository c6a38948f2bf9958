#include <drover/rbm/machine.hpp>

#include <gtest/gtest.h>

#include "hidden_cases.hpp"

namespace drover::rbm {
namespace {

std::vector<std::int64_t> drawn_weights(const Machine& rbm, std::uint64_t seed) {
    const CounterRandom random{seed};
    std::vector<std::int64_t> w(rbm.feature_count());
    for (std::size_t a = 0; a < w.size(); ++a) w[a] = static_cast<std::int64_t>(random.below(a, 7)) - 3;
    return w;
}

TEST(Rbm, ScoreIsBiasesAndProducts) {
    const Machine signs{2, 2};
    const Machine bits{2, 2, UnitCoding::bits};
    const std::vector<std::int64_t> numbers{1, 20, 300, 4'000, 50'000, 600'000, 7'000'000, 80'000'000};
    const WeightSpan<std::int64_t> w{numbers};
    const State s{{1, 0}, {0, 1}};
    EXPECT_EQ(signs.score(w, s), 1 - 20 - 300 + 4'000 - 50'000 + 600'000 + 7'000'000 - 80'000'000);
    EXPECT_EQ(bits.score(w, s), 1 + 4'000 + 600'000);
    EXPECT_EQ(signs.pair_slot(1, 0), 6U);
}

TEST(Rbm, ImputesTheBestHiddenUnitsAndTheLowerValueAtTies) {
    for (const UnitCoding coding : {UnitCoding::signs, UnitCoding::bits}) {
        const Machine rbm{5, 3, coding};
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            const std::vector<std::int64_t> numbers = drawn_weights(rbm, seed);
            const WeightSpan<std::int64_t> w{numbers};
            const ObservedRow seen{BitRow::from_index(seed % 32, 5)};
            State s = rbm.begin(seen);
            rbm.impute(w, seen, s);
            for (std::uint64_t z = 0; z < 8; ++z)
                EXPECT_LE(rbm.score(w, {seen.values, BitRow::from_index(z, 3)}), rbm.score(w, s));
            for (std::size_t k = 0; k < 3; ++k) EXPECT_TRUE(!s.z[k] || rbm.hidden_field(w, s.x, k) > 0);
        }
    }
}

TEST(Rbm, SearchesNeverLowerTheScoreAndKeepWhatIsSeen) {
    const Machine rbm{6, 4};
    const std::vector<ObservedRow> cases = prototype_cases(50, 6, 1, 0.3, 0.4);
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const std::vector<std::int64_t> numbers = drawn_weights(rbm, seed);
        const WeightSpan<std::int64_t> w{numbers};
        State s = rbm.begin(cases[seed]);
        const std::int64_t before = rbm.score(w, s);
        rbm.impute(w, cases[seed], s);
        const std::int64_t imputed = rbm.score(w, s);
        EXPECT_GE(imputed, before);
        for (std::size_t j = 0; j < 6; ++j) {
            if (!cases[seed].is_unknown(j)) {
                EXPECT_EQ(s.x[j], cases[seed].values[j]);
            }
        }
        rbm.improve(w, s);
        EXPECT_GE(rbm.score(w, s), imputed);
        const State settled = s;
        rbm.improve(w, s);
        EXPECT_EQ(s, settled);
    }
}

}  // namespace
}  // namespace drover::rbm
