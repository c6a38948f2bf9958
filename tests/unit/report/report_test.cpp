#include <cmath>
#include <sstream>

#include <drover/herd/record/results.hpp>

#include "expect.hpp"

namespace drover {
namespace {

std::string json(const Report& report) {
    std::ostringstream out;
    write_json(out, report);
    return out.str();
}

TEST(WriteJson, WritesEveryKindOfValue) {
    Report inner;
    inner.add("n", "", std::int64_t{1});
    Report report;
    report.add("none", "", {});
    report.add("yes", "", true);
    report.add("count", "", std::int64_t{-7});
    report.add("share", "", 0.1);
    report.add("whole", "", 2.0);
    report.add("text", "", std::string{"a\"b\\c\n\x01\xC3\xA9"});
    report.add("counts", "", std::vector<std::int64_t>{1, 2});
    report.add("shares", "", std::vector<double>{0.5, 1e-300});
    report.add("names", "", std::vector<std::string>{"x", "y"});
    report.add("list", "", std::vector<Report>{inner, inner});
    EXPECT_EQ(json(report),
              R"({"none":null,"yes":true,"count":-7,"share":0.1,"whole":2,"text":"a\"b\\c\n\u0001)"
              "\xC3\xA9"
              R"(","counts":[1,2],"shares":[0.5,1e-300],"names":["x","y"],"list":[{"n":1},{"n":1}]})"
              "\n");
}

TEST(WriteJson, NonFiniteNumbersAreNull) {
    Report report;
    report.add("x", "", std::vector<double>{NAN, INFINITY, -INFINITY});
    EXPECT_EQ(json(report), "{\"x\":[null,null,null]}\n");
}

TEST(WriteText, AlignsAndLeavesOutWhatHasNoLabel) {
    Report report;
    report.add("a", "steps", std::int64_t{10});
    report.add("b", "", 1.5);
    report.add("c", "worst error", 1.0 / 3);
    std::ostringstream out;
    write_text(out, report);
    EXPECT_EQ(out.str(), "steps        10\nworst error  0.333333\n");
}

TEST(TextTable, AlignsByCharactersNotBytes) {
    TextTable table{{"name", "count"}};
    table.add({"\xC3\xA9t\xC3\xA9", "7"});
    table.add({"winter", "12"});
    std::ostringstream out;
    table.write(out);
    EXPECT_EQ(out.str(), "name    count\n\xC3\xA9t\xC3\xA9         7\nwinter     12\n");
}

TEST(Report, TakesUpTheResultsOfRecorders) {
    const Report report{MomentErrors{.steps = 3}, Margins{}, WeightBounds{}, std::vector<std::int64_t>{1},
                        std::string{"d"}};
    EXPECT_EQ(report.entries.front().key, "steps");
    EXPECT_EQ(report.entries.back().key, "digest");
}

}  // namespace
}  // namespace drover
