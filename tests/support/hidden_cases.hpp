#pragma once

#include <vector>

#include <drover/number/philox.hpp>
#include <drover/rbm/observed_row.hpp>

// Cases for models with hidden variables: each is one of a few random prototypes with some bits flipped.

namespace drover {

inline std::vector<rbm::ObservedRow> prototype_cases(std::size_t case_count, std::size_t width,
                                                     std::uint64_t seed, double flipped = 0.1,
                                                     double unknown = 0) {
    const CounterRandom random{seed, 7};
    std::vector<rbm::ObservedRow> cases;
    std::uint64_t draw = 1000;
    for (std::size_t i = 0; i < case_count; ++i) {
        rbm::ObservedRow seen{BitRow(width)};
        if (unknown > 0) seen.unknown = BitRow(width);
        const std::uint64_t prototype = random.below(draw++, 4);
        for (std::size_t j = 0; j < width; ++j) {
            const bool bit = (random.bits(prototype * 64 + j / 64) >> (j % 64) & 1U) != 0;
            seen.values.set(j, bit != (random.uniform(draw++) < flipped));
            if (unknown > 0 && random.uniform(draw++) < unknown) {
                seen.unknown.set(j, true);
                seen.values.set(j, false);
            }
        }
        cases.push_back(seen);
    }
    return cases;
}

}  // namespace drover
