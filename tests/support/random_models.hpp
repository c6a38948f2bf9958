#pragma once

#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/number/philox.hpp>

namespace drover::testing {

/// A sequence of random integers for making small models; the seed names the model.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : random_{seed, 77} {}
    /// In [low, high].
    std::int64_t roll(std::int64_t low, std::int64_t high) {
        return low +
               static_cast<std::int64_t>(random_.below(count_++, static_cast<std::uint64_t>(high - low + 1)));
    }

  private:
    CounterRandom random_;
    std::uint64_t count_ = 0;
};

inline StateTable random_table(Dice& dice, std::size_t states, std::size_t features,
                               std::int64_t range = 20) {
    std::vector<std::int64_t> values(states * features);
    for (auto& value : values) value = dice.roll(-range, range);
    return StateTable{values, features};
}

/// Moments of random positive integer weights of the states: inside the hull by construction.
inline Moments random_moments(Dice& dice, const StateTable& table) {
    Moments moments{.names = {}, .counts = std::vector<std::int64_t>(table.feature_count()), .total = 0};
    for (std::size_t s = 0; s < table.state_count(); ++s) {
        const std::int64_t mass = dice.roll(1, 50);
        moments.total += mass;
        table.visit(s, [&](std::size_t a, std::int64_t value) { moments.counts[a] += mass * value; });
    }
    return moments;
}

inline std::vector<BitRow> random_rows(Dice& dice, std::size_t rows, std::size_t variables) {
    std::vector<BitRow> data;
    for (std::size_t r = 0; r < rows; ++r) {
        BitRow row(variables);
        for (std::size_t i = 0; i < variables; ++i)
            row.set(i, dice.roll(0, 2 + static_cast<std::int64_t>(i % 3)) == 0);
        data.push_back(row);
    }
    return data;
}

}  // namespace drover::testing
