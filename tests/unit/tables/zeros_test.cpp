#include <drover/tables/zeros.hpp>

#include <gtest/gtest.h>

#include "synth_texts.hpp"

namespace drover {
namespace {

TEST(ZeroRule, WholeCountsThatAgreeAreTakenAtTheirWord) {
    const TableSet tables = testing::region_tables();
    EXPECT_TRUE(zero_rule(tables, Zeros::automatic).is_hard);
    EXPECT_EQ(zero_rule(tables, Zeros::automatic).text, "hard: whole counts that agree");
    EXPECT_EQ(zero_rule(tables, Zeros::soft).text, "soft");
    EXPECT_FALSE(zero_rule(tables, Zeros::soft).is_hard);
}

TEST(ZeroRule, DoubtsMakeZerosSoftUnlessTheyAreSaidToBeHard) {
    std::vector<TableText> texts = testing::region_texts();
    texts[0].text.replace(texts[0].text.find(",20"), 3, ",21");
    const TableSet tables = drover::tables_of(texts);
    EXPECT_FALSE(zero_rule(tables, Zeros::automatic).is_hard);
    EXPECT_EQ(zero_rule(tables, Zeros::automatic).text, "soft: " + zero_rule(tables, Zeros::soft).doubt);
    EXPECT_TRUE(zero_rule(tables, Zeros::hard).is_hard);
}

}  // namespace
}  // namespace drover
