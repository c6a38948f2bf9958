#include <drover/tables/used_values.hpp>

#include "expect.hpp"
#include "table_texts.hpp"

namespace drover {
namespace {

TEST(UsedValues, StayWithTheirCells) {
    const TableSet set = testing::tables_of(
        {"a,b,count\nw,1,0\nx,1,3\nx,2,0\ny,1,\ny,3,2\n", "b,count\n1,4\n2,0\n3,2\n4,0\n"});
    const std::optional<TableSet> part = without_unused_values(set);
    ASSERT_TRUE(part.has_value());
    EXPECT_EQ(part->schema.columns[0].values, (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(part->schema.columns[1].values, (std::vector<std::string>{"1", "3"}));
    EXPECT_EQ(part->tables[0].counts, (std::vector<Rational>{3, 0, 0, 2}));
    EXPECT_EQ(part->tables[0].unknown, (std::vector<bool>{false, false, true, false}));
    EXPECT_EQ(part->tables[1].counts, (std::vector<Rational>{4, 2}));
    EXPECT_FALSE(without_unused_values(*part).has_value());
}

TEST(UsedValues, StayInTablesThatKeepFewCells) {
    TableSet set = testing::tables_of({"a,b,count\nw,1,0\nx,2,3\ny,3,2\n"});
    set.tables[0].listed = {4, 8};
    set.tables[0].counts = {3, 2};
    const std::optional<TableSet> part = without_unused_values(set);
    ASSERT_TRUE(part.has_value());
    EXPECT_EQ(part->tables[0].listed, (std::vector<std::uint64_t>{0, 3}));
    EXPECT_EQ(part->tables[0].counts, (std::vector<Rational>{3, 2}));
}

TEST(UsedValues, KeepTheirBins) {
    TableSet set = testing::tables_of({"a,count\n0-4,3\n5-9,0\n"});
    set.schema.columns[0].bins = {{0, 4}, {5, 9}};
    EXPECT_EQ(without_unused_values(set)->schema.columns[0].bins, (std::vector<Bin>{{0, 4}}));
}

}  // namespace
}  // namespace drover
