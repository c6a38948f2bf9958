#include <drover/tables/file.hpp>
#include <drover/tables/slips.hpp>

#include "expect.hpp"

namespace drover {
namespace {

std::vector<std::string> slips(const std::vector<TableText>& texts) {
    return find_slips(parse_tables(texts));
}

TEST(Slips, AreNotSeenInGoodTables) {
    EXPECT_TRUE(slips({{"t.csv", "a,b,count\nx,1,10\nx,2,20\nx,3,30\ny,1,4\ny,2,5\ny,3,7\n"},
                       {"u.csv", "b,count\n1,14\n2,25\n3,37\n"}})
                    .empty());
    EXPECT_TRUE(slips({{"t.csv", "a,count\nx,10\ny,20\nz,30\n"}}).empty());  // a sum by chance
}

TEST(Slips, RowsOfTotalsAreFoundWithoutTheirName) {
    const auto found =
        slips({{"t.csv", "a,b,count\nx,1,1\nx,2,2\nx,9,3\ny,1,4\ny,2,5\ny,9,9\nz,1,7\nz,2,1\nz,9,8\n"}});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].substr(0, 39), "Table t: \"9\" looks like a row of totals");
}

TEST(Slips, SpellingsDifferByCaseDashesBlanksOrALetter) {
    for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{{"Male", "male"},
                                                                               {"25-34",
                                                                                "25\xE2\x80\x93"
                                                                                "34"},
                                                                               {"Old Town", "Old  town"},
                                                                               {"widowed", "widwed"},
                                                                               {"07", "7"}}) {
        const auto found =
            slips({{"t.csv", "v,count\nrest,5\n" + a + ",3\n"}, {"u.csv", "v,count\nrest,5\n" + b + ",3\n"}});
        ASSERT_EQ(found.size(), 1U) << a;
        EXPECT_NE(found[0].find("look like one value in two spellings"), std::string::npos) << a;
    }
}

TEST(Slips, NoMoreThanTenOfAKind) {
    std::string text = "v,count\n";
    for (int k = 0; k < 30; ++k) text += "zone " + std::to_string(k) + ",3\n";
    const auto found = slips({{"t.csv", text}, {"u.csv", "v,count\nelsewhere,90\n"}});
    ASSERT_EQ(found.size(), 11U);
    EXPECT_EQ(found.back(), "And 21 more of this kind.");
}

}  // namespace
}  // namespace drover
