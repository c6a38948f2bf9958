#pragma once

#include <drover/tables/input.hpp>

namespace drover::testing {

/// No old people live in N, no men in S; 100 people in all.
inline std::vector<TableText> region_texts() {
    return {{"ra.csv", "region,age,count\nN,old,0\nN,young,40\nS,old,40\nS,young,20\n"},
            {"rs.csv", "region,sex,count\nN,F,15\nN,M,25\nS,F,60\nS,M,0\n"}};
}

inline TableSet region_tables() { return drover::tables_of(region_texts()); }

}  // namespace drover::testing
