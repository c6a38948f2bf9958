#include <sstream>

#include <gtest/gtest.h>

#include <drover/plot/panels.hpp>
#include <expect.hpp>

namespace drover {
namespace {

std::string svg(const Panels& panels) {
    std::ostringstream out;
    write_svg(out, panels);
    return out.str();
}

TEST(Panels, StandBelowOneAnother) {
    const Chart chart{.title = "first", .series = {{.y = {1, 2}}}, .width = 300, .height = 200};
    const BarChart bars{
        .title = "second", .categories = {"a"}, .groups = {{.values = {1}}}, .width = 400, .height = 100};
    const std::string text = svg({.title = "both", .charts = {chart, bars}});
    EXPECT_NE(text.find(R"(width="400" height="300" viewBox="0 0 400 300")"), std::string::npos);
    EXPECT_NE(text.find(R"(aria-label="both")"), std::string::npos);
    EXPECT_LT(text.find("translate(0,0)"), text.find("first"));
    EXPECT_LT(text.find("translate(0,200)"), text.find("second"));
    EXPECT_EQ(text.find("<?xml"), text.rfind("<?xml"));
}

TEST(Panels, HaveALineBelowForWhatIsNotThere) {
    const Chart chart{.width = 300, .height = 200};
    const std::string text = svg({.charts = {chart}, .note = "no data of the other"});
    EXPECT_NE(text.find(R"(width="300" height="224")"), std::string::npos);
    EXPECT_NE(text.find(">no data of the other</text>"), std::string::npos);
}

TEST(Panels, NeedAChart) { EXPECT_INPUT_ERROR(svg({}), "Panels: expected at least one chart"); }

}  // namespace
}  // namespace drover
