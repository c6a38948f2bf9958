#include <gtest/gtest.h>

#include <drover/report/problem_json.hpp>

namespace drover {
namespace {

TEST(ProblemJson, HasThePartsOfTheProblemAndTheText) {
    const Problem problem{Fault::type,
                          {.file = "pins.csv", .row = 14, .column = "pin3"},
                          "0 or 1",
                          "\"0.5\"",
                          "{binarize} makes numbers binary"};
    EXPECT_EQ(problem_json(problem, "as shown"),
              R"({"format":"drover.problem/1","fault":"type","file":"pins.csv","row":14,"line":null,)"
              R"("column":"pin3","key":null,"option":null,"expected":"0 or 1","got":"\"0.5\"",)"
              R"("hint":"binarize makes numbers binary","text":"as shown"})");
}

TEST(ProblemJson, NamesOptionsByTheirFields) {
    const Problem problem{Fault::conflict, {.option = "burn_in"}, "one of {where} and {complete}", "both"};
    EXPECT_EQ(problem_json(problem, ""),
              R"({"format":"drover.problem/1","fault":"conflict","file":null,"row":null,"line":null,)"
              R"("column":null,"key":null,"option":"burn_in","expected":"one of where and complete",)"
              R"("got":"both","hint":null,"text":""})");
}

TEST(ProblemJson, IsValidWhateverTheDataAre) {
    const std::string json =
        problem_json({.place = {.file = "a\xff.csv", .line = 2}, .got = "\"\n\x01\""}, "\xff");
    EXPECT_EQ(json.find('\n'), std::string::npos);
    EXPECT_EQ(json.find('\xff'), std::string::npos);
    EXPECT_NE(json.find(R"("got":"\"\n\u0001\"")"), std::string::npos);
}

}  // namespace
}  // namespace drover
