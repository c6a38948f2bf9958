#include "mixture.hpp"

#include <gtest/gtest.h>

#include "hidden_cases.hpp"

namespace drover::rbm {
namespace {

TEST(Mixture, BothMaximaAreTheBestOfAllStates) {
    const Mixture mixture{3, 4};
    const CounterRandom random{1};
    const std::vector<ObservedRow> cases = prototype_cases(50, 4, 2, 0.3, 0.4);
    for (std::uint64_t round = 0; round < 50; ++round) {
        std::vector<std::int64_t> numbers(mixture.feature_count());
        for (std::size_t a = 0; a < numbers.size(); ++a)
            numbers[a] = static_cast<std::int64_t>(random.below(round * 100 + a, 7)) - 3;
        const WeightSpan<std::int64_t> w{numbers};
        const ObservedRow& seen = cases[round];
        MixtureState imputed = mixture.begin(seen);
        mixture.impute(w, seen, imputed);
        MixtureState best = imputed;
        mixture.improve(w, best);
        for (std::size_t c = 0; c < 3; ++c) {
            for (std::uint64_t index = 0; index < 16; ++index) {
                const MixtureState s{c, BitRow::from_index(index, 4)};
                EXPECT_LE(mixture.score(w, s), mixture.score(w, best));
                bool fits = true;
                for (std::size_t j = 0; j < 4; ++j)
                    fits = fits && (seen.is_unknown(j) || s.x[j] == seen.values[j]);
                if (fits) {
                    EXPECT_LE(mixture.score(w, s), mixture.score(w, imputed));
                }
            }
        }
    }
}

}  // namespace
}  // namespace drover::rbm
