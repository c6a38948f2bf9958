#include <drover/synth/impl/partial_rows.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover::synth::impl {
namespace {

TEST(PartialRows, KeepWhatIsThereAndAddWhatIsNot) {
    const Schema schema = testing::region_tables().schema;  // region, age, sex
    PartialRows rows{"id,sex,region\n7,,S\n", "p.csv", schema, {}};
    EXPECT_EQ(rows.header(), "id,sex,region,age\n");
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.given(), (CategoryRow{1, free_value, free_value}));
    EXPECT_EQ(to_text(rows.place()), "p.csv: row 1");
    std::string out;
    rows.append("N,old,F\n", out);
    EXPECT_EQ(out, "7,F,S,old\n");
    EXPECT_FALSE(rows.next());
}

TEST(PartialRows, NameWhatIsWrong) {
    const Schema schema = testing::region_tables().schema;
    const auto read = [&](const std::string& text) {
        PartialRows rows{text, "p.csv", schema, {}};
        while (rows.next()) {
        }
    };
    EXPECT_INPUT_ERROR(read(""), "p.csv: expected a header and partial rows, got an empty file");
    EXPECT_INPUT_ERROR(read("sex\n"), "p.csv: expected partial rows below the header, got none");
    EXPECT_INPUT_ERROR(read("id\n1\n"), "p.csv: expected at least one column of the tables, got none");
    EXPECT_INPUT_ERROR(read("id,sex\n1,X\n"),
                       "p.csv: row 1, column \"sex\": expected a value of the tables, \"F\" or \"M\", or "
                       "nothing, got \"X\"");
    EXPECT_INPUT_ERROR(read("id,sex\n1\n"), "p.csv: row 1: expected 2 fields, got 1");
}

}  // namespace
}  // namespace drover::synth::impl
