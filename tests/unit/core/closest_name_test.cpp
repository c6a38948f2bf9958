#include <gtest/gtest.h>

#include <drover/core/closest_name.hpp>

namespace drover {
namespace {

const std::vector<std::string> columns{"age", "sex", "education", "marital-status", "Hours"};

TEST(ClosestName, FindsNamesWithFewEdits) {
    EXPECT_EQ(closest_name("aeg", columns), "age");              // swapped
    EXPECT_EQ(closest_name("ag", columns), "age");               // missing
    EXPECT_EQ(closest_name("sexx", columns), "sex");             // one too many
    EXPECT_EQ(closest_name("edukation", columns), "education");  // changed
    EXPECT_EQ(closest_name("martial_status", columns), "marital-status");
    EXPECT_EQ(closest_name("hours", columns), "Hours");
}

TEST(ClosestName, FindsNamesByTheirBeginning) {
    EXPECT_EQ(closest_name("edu", columns), "education");
    EXPECT_EQ(closest_name("ed", columns), "");  // too short to say
    EXPECT_EQ(closest_name("--out", {"--resume", "--output"}), "--output");
}

TEST(ClosestName, IsEmptyIfNoneIsClose) {
    EXPECT_EQ(closest_name("income", columns), "");
    EXPECT_EQ(closest_name("", columns), "");
    EXPECT_EQ(closest_name("age", {}), "");
    EXPECT_EQ(closest_name("x", {"y"}), "");    // nothing in common
    EXPECT_EQ(closest_name("11", {"10"}), "");  // numbers
}

TEST(ClosestName, TakesTheFirstOfThoseAsClose) {
    EXPECT_EQ(closest_name("tabl", {"tabla", "table", "tabl2"}), "tabla");
    EXPECT_EQ(closest_name("table3", {"table1", "table2"}), "table1");
}

TEST(ClosestName, ComparesShortNamesOnly) {
    const std::string name(100, 'a');
    EXPECT_EQ(closest_name(name, {name + "b", name}), name);
    EXPECT_EQ(closest_name(name + "a", {name}), "");
}

TEST(ClosestName, AsksInAHint) {
    EXPECT_EQ(did_you_mean("aeg", columns), "did you mean \"age\"?");
    EXPECT_EQ(did_you_mean("income", columns), "");
}

}  // namespace
}  // namespace drover
