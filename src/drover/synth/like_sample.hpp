#pragma once

#include <string>

#include <drover/tables/file.hpp>

namespace drover::synth {

/// A sample of real people that rows are to resemble while they add up to the tables.
struct LikeSample {
    TableText text;           ///< microdata: one row per person; columns that the tables lack are ignored
    std::string weight = {};  ///< column of the survey weights; empty: each row counts 1
};

}  // namespace drover::synth
