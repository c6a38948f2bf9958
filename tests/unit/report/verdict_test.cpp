#include <drover/report/verdict.hpp>

#include <sstream>

#include "expect.hpp"

namespace drover {
namespace {

std::string text_of(const Verdict& verdict) {
    std::ostringstream text;
    write_text(text, verdict, counted(1, "row") + ", " + counted(2, "table"));
    return std::move(text).str();
}

TEST(Verdict, SaysWhatItIsAboutAndByWhichFilesAndOptions) {
    const Verdict verdict{.accepted_files = {{"rows.csv", "12ab", "rows"}, {"a.csv", "34cd"}},
                          .accepted_options = {{"seed", "7"}}};
    EXPECT_TRUE(verdict.holds());
    EXPECT_EQ(text_of(verdict),
              "certificate holds: 1 row, 2 tables\n\n"
              "accepted  file      sha256\n"
              "rows      rows.csv  12ab\n"
              "table     a.csv     34cd\n"
              "options: seed \"7\"\n");
}

TEST(Verdict, NamesTheFirstDifferencesAndCountsTheOthers) {
    Verdict verdict;
    for (int k = 0; k < 22; ++k) verdict.differences.push_back("line " + std::to_string(k));
    EXPECT_FALSE(verdict.holds());
    const std::string text = text_of(verdict);
    EXPECT_EQ(text.rfind("certificate does not hold:\n  line 0\n", 0), 0U);
    EXPECT_NE(text.find("  line 19\n  and 2 more\n"), std::string::npos);
}

TEST(Verdict, IsNullInTheReportWhereNothingWasCompared) {
    const auto json = [](const std::optional<Verdict>& verdict) {
        Report report;
        add_result(report, verdict);
        std::ostringstream text;
        write_json(text, report);
        return std::move(text).str();
    };
    EXPECT_NE(json({}).find("\"certificate_holds\":null,\"differences\":[]"), std::string::npos);
    EXPECT_NE(json(Verdict{}).find("\"certificate_holds\":true"), std::string::npos);
    EXPECT_NE(json(Verdict{.differences = {"a"}}).find("\"certificate_holds\":false,\"differences\":[\"a\"]"),
              std::string::npos);
}

}  // namespace
}  // namespace drover
