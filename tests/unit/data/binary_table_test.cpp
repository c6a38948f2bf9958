#include <drover/data/binary_table.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(ParseBinaryCsv, ReadsRowsAndNames) {
    const BinaryTable table = parse_binary_csv("a,b,c\n0,1,1\n1,0,0\n", "t.csv");
    EXPECT_EQ(table.row_count(), 2U);
    EXPECT_EQ(table.column_count(), 3U);
    EXPECT_EQ(table.rows()[0], (BitRow{0, 1, 1}));
    EXPECT_EQ(table.names()[2], "c");
}

TEST(ParseBinaryCsv, NamesRowAndColumnOfABadCell) {
    EXPECT_INPUT_ERROR(parse_binary_csv("a,b\n0,1\n1,0.5\n", "t.csv"),
                       R"(t.csv: row 2, column "b": expected 0 or 1, got "0.5")");
}

TEST(ParseBinaryCsv, RefusesATableWithoutRows) {
    EXPECT_INPUT_ERROR(parse_binary_csv("a,b\n", "t.csv"), "t.csv: expected at least one row, got none");
}

}  // namespace
}  // namespace drover
