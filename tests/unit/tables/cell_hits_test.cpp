#include <gtest/gtest.h>

#include <drover/tables/cell_hits.hpp>

namespace drover {
namespace {

using Hits = std::vector<std::int64_t>;

TEST(CellHits, CountEveryTableOfARow) {
    const MarginalTables features{{2, 3}, {{0}, {0, 1}}};
    CellHits hits{features};
    hits.record({1, 2});
    hits.record({1, 0});
    hits.record({1, 0});
    EXPECT_EQ(hits.hits(), (Hits{0, 3, 0, 0, 0, 2, 0, 1}));
    EXPECT_EQ(hits.row_count(), 3);
}

TEST(CellHits, UnknownValuesAreInNoCellOfTheirTables) {
    const MarginalTables features{{2, 3}, {{0}, {0, 1}}};
    CellHits hits{features};
    hits.record({0, UINT32_MAX});
    hits.record({UINT32_MAX, 1});
    EXPECT_EQ(hits.hits(), (Hits{1, 0, 0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(hits.row_count(), 2);
}

}  // namespace
}  // namespace drover
