#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/number/philox.hpp>

namespace drover {

/// Numbers of rows; each row is in one of the two lists.
struct Split {
    std::vector<std::size_t> train;
    std::vector<std::size_t> test;
};

/// Shuffles all rows (Fisher-Yates; the draw for position i is index i of `random`): the first `train_count`
/// are for training, the others for testing, both in shuffled order. The same on every platform. Throws
/// InputError if there are fewer rows.
Split random_split(std::size_t row_count, std::size_t train_count, const CounterRandom& random);

/// Copies of the chosen rows, in the order of `chosen`, whose numbers are below rows.size().
std::vector<BitRow> rows_at(std::span<const BitRow> rows, std::span<const std::size_t> chosen);

}  // namespace drover
