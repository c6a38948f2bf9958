#include <drover/synth/explain.hpp>

#include "expect.hpp"
#include "synth_texts.hpp"

namespace drover::synth {
namespace {

TEST(Explain, SaysThatTablesAgree) {
    const Explanation found = explain(testing::region_tables());
    EXPECT_TRUE(found.facts.consistent);
    EXPECT_EQ(to_text(found), "2 tables agree: total 100, 3 columns, every shared sub-table equal.\n");
    EXPECT_EQ(to_json(found).rfind(R"({"format":"drover.explain/1","consistent":true,)", 0), 0U)
        << to_json(found);
}

TEST(Explain, SaysWhereTheyQuarrelAndHowCloseAnyRowsCanCome) {
    const std::vector<TableText> texts{{"one.csv", "a,count\nx,80\ny,20\n"},
                                       {"two.csv", "a,count\nx,20\ny,80\n"}};
    EXPECT_EQ(to_text(explain(tables_of(texts))),
              "2 tables over 1 column do not agree.\n"
              "\n"
              "Shared sub-tables differ, each table against what most say; the sums of the differences are:\n"
              "  tables    columns  in shares  in counts\n"
              "  one, two        a        1.2        120\n"
              "\n"
              "synth takes zeros as soft (zeros: auto): a cell with count 0 may get a few rows.\n"
              "Whatever the rows, the mean total variation of the tables is at least 0.3,\n"
              "the worst at least 0.3.\n");
}

TEST(Explain, WantsATable) {
    EXPECT_INPUT_ERROR(explain(TableSet{}), "expected at least one table, got none");
}

TEST(Explain, EndsWhenAskedTo) {
    StopFlag stop;
    stop.request_stop();
    EXPECT_TRUE(explain(testing::region_tables(), {.control = {.stop = &stop}}).stopped);
    EXPECT_FALSE(explain(testing::region_tables()).stopped);
}

}  // namespace
}  // namespace drover::synth
