#include <drover/data/schema.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(Schema, FindsColumnsAndValuesByName) {
    const Schema schema{{{.name = "sex", .values = {"F", "M", ""}}, {.name = "age", .values = {"0-17"}}}};
    EXPECT_EQ(schema.find("age"), 1U);
    EXPECT_FALSE(schema.find("Age"));
    EXPECT_EQ(schema.columns[0].find("M"), 1U);
    EXPECT_EQ(schema.columns[0].find(""), 2U);
    EXPECT_FALSE(schema.columns[0].find("X"));
    EXPECT_EQ(value_counts(schema), (std::vector<std::size_t>{3, 1}));
}

}  // namespace
}  // namespace drover
