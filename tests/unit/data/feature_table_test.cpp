#include <drover/data/feature_table.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(ParseFeatureCsv, ReadsExactNumbers) {
    const FeatureTable table = parse_feature_csv("s,x,y\na,0.3,3/7\nb,1e-3,-2\n", "f.csv");
    EXPECT_EQ(table.state_count(), 2U);
    EXPECT_EQ(table.feature_count(), 2U);
    EXPECT_EQ(table.features[0], Rational(3, 10));
    EXPECT_EQ(table.features[1], Rational(3, 7));
    EXPECT_EQ(table.features[2], Rational(1, 1000));
}

TEST(ParseNamedNumbers, TakesLongFilesInAnyOrder) {
    const auto numbers = parse_named_numbers("name,p\nb,2\na,1\n", "p.csv", {"a", "b"}, "state");
    EXPECT_EQ(numbers, (std::vector<Rational>{1, 2}));
}

TEST(ParseNamedNumbers, TakesWideFilesInAnyOrder) {
    const auto numbers = parse_named_numbers("b,a\n2,1\n", "p.csv", {"a", "b"}, "state");
    EXPECT_EQ(numbers, (std::vector<Rational>{1, 2}));
}

TEST(ParseNamedNumbers, NamesThatLookLikeNumbersAreNames) {
    const auto numbers = parse_named_numbers("0,1\n7,8\n", "p.csv", {"0", "1"}, "state");
    EXPECT_EQ(numbers, (std::vector<Rational>{7, 8}));
    const auto rows = parse_named_numbers("state,p\n1,8\n0,7\n", "p.csv", {"0", "1"}, "state");
    EXPECT_EQ(rows, (std::vector<Rational>{7, 8}));
}

TEST(ParseNamedNumbers, TakesPlainNumbersInOrder) {
    EXPECT_EQ(parse_named_numbers("1\n2\n", "p.csv", {"a", "b"}, "state"), (std::vector<Rational>{1, 2}));
    EXPECT_EQ(parse_named_numbers("1,2\n", "p.csv", {"a", "b"}, "state"), (std::vector<Rational>{1, 2}));
}

TEST(ParseNamedNumbers, NamesTheLineOfAnUnknownName) {
    EXPECT_INPUT_ERROR(parse_named_numbers("s,p\na,1\nz,2\n", "p.csv", {"a", "b"}, "state"),
                       R"(p.csv: line 3: unknown state "z")");
}

}  // namespace
}  // namespace drover
