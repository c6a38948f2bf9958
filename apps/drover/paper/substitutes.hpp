#pragma once

#include "data_sets.hpp"

namespace drover::cli::paper {

// Made-up data in the shape of the real ones, for use when those are not available. A function of the seed.

/// 4177 x 9 and 298 x 10: independent draws from a random fully connected Boltzmann machine, all of whose
/// states are listed.
DataSet make_abalone(std::uint64_t seed);
DataSet make_bowling(std::uint64_t seed);
/// 2200 x (64 pixels + label): a drawn 3 and 5, each pixel flipped with probability 1/10.
DataSet make_digits(std::uint64_t seed);
/// 16242 x 100: each document has one of four topics and a length, its words are independent given both.
DataSet make_news(std::uint64_t seed);

}  // namespace drover::cli::paper
