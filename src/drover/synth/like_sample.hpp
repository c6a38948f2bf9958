#pragma once

#include <string>

#include <drover/tables/file.hpp>

namespace drover::synth {

/// A sample of real people that rows are to resemble, beside tables that they are to add up to.
struct LikeSample {
    TableText text;           ///< microdata: a row a person, some of the tables' columns, others passed over
    std::string weight = {};  ///< column of the survey weights; empty: each row counts 1
};

}  // namespace drover::synth
