#include <drover/tables/input.hpp>
#include <drover/tables/wide_groups.hpp>

#include "expect.hpp"

namespace drover {
namespace {

constexpr const char* groups =
    R"({"format":"drover.groups/1","groups":[{"variable":"size","columns":{"S1":"1","S2":"2"}},
        {"key":["TAZ","TRACT"],"columns":"HH"}]})";

TEST(WideGroups, AreReadFromJson) {
    const std::vector<WideGroup> found = parse_groups(groups, "g.json");
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].columns, (RenamedColumns{{"S1", "1"}, {"S2", "2"}}));
    EXPECT_EQ(found[1].key, (RenamedColumns{{"TAZ", "TAZ"}, {"TRACT", "TRACT"}}));
    EXPECT_EQ(found[1].columns, (RenamedColumns{{"HH", "HH"}}));
    EXPECT_EQ(parse_key("key", "TAZ=taz,B"), (RenamedColumns{{"TAZ", "taz"}, {"B", "B"}}));
}

TEST(WideGroups, MakeTablesOfWideTextsInMemory) {
    const std::vector<TableText> texts{{"w.csv", "TAZ,TRACT,HH,S1,S2\n7,A,10,4,6\n8,B,3,3,0\n"},
                                       {"s.csv", "size,count\n1,7\n2,6\n"}};
    const TableSet set =
        tables_of(texts, {.groups = parse_groups(groups, "g.json"), .key = parse_key("key", "TAZ")});
    ASSERT_EQ(set.tables.size(), 3U);
    EXPECT_EQ(set.tables[1].name, "TAZ_x_size");
    EXPECT_FALSE(set.from_microdata);
}

TEST(WideGroups, RefuseWhatTheyDoNotKnow) {
    EXPECT_INPUT_ERROR(parse_groups("", "g.json"), "g.json: expected a JSON object, got an empty file");
    EXPECT_INPUT_ERROR(parse_groups(R"({"format":"drover.groups/1","groups":[]})", "g.json"),
                       "g.json: groups: expected a list of at least one, got []");
    EXPECT_INPUT_ERROR(parse_groups(R"({"format":"drover.groups/1","groups":[{"variable":""}]})", "g.json"),
                       "g.json: group 1, variable: expected a text, got \"\"");
    EXPECT_INPUT_ERROR(parse_key("key", "=x"), "key: expected COLUMN or COLUMN=NAME, got \"=x\"");
}

}  // namespace
}  // namespace drover
