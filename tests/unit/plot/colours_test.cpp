#include <gtest/gtest.h>

#include <drover/plot/colours.hpp>
#include <expect.hpp>

namespace drover {
namespace {

TEST(ColourAt, GoesFromEndToEnd) {
    EXPECT_EQ(hex(colour_at(Colours::viridis, 0)), "#440154");
    EXPECT_EQ(hex(colour_at(Colours::viridis, 0.5)), "#21918c");
    EXPECT_EQ(hex(colour_at(Colours::viridis, 1)), "#fde725");
    EXPECT_EQ(colour_at(Colours::orange_purple, -1), colour_at(Colours::orange_purple, 0));
    EXPECT_EQ(colour_at(Colours::orange_purple, 2), colour_at(Colours::orange_purple, 1));
}

TEST(ParseColour, IsTheWayBack) {
    EXPECT_EQ(parse_colour("#0072b2"), (Colour{0, 0x72, 0xB2}));
    for (const std::size_t n : {0U, 3U, 6U}) EXPECT_EQ(hex(parse_colour(series_colour(n))), series_colour(n));
    for (const char* bad : {"", "0072b2", "#0072b", "#0072b2f", "#00 2b2", "#0072B2"}) {
        EXPECT_INPUT_ERROR(parse_colour(bad), "parse_colour: expected # and six hexadecimal digits, got \"" +
                                                  std::string{bad} + "\"");
    }
}

TEST(MethodColour, IsTheSameWhereverAMethodIsShown) {
    EXPECT_EQ(method_colour("herding"), method_colour("herding: -1.87(3)"));
    EXPECT_EQ(method_colour("herding"), method_colour("herding, nodes and edges"));
    EXPECT_EQ(method_colour("H.XX"), method_colour("herding"));
    EXPECT_EQ(method_colour("somebody"), "");
    EXPECT_EQ(method_colour("herdings"), "");
}

TEST(MethodColour, TellsMethodsApartThatAreShownTogether) {
    const std::vector<std::vector<std::string>> shown{
        {"data", "H.XX", "H.XXX", "H.XX exact", "H.XXX exact", "PL", "PL, l2 100", "MARG"},
        {"VP", "dRBM", "CH"},
        {"herding, nodes and edges", "herding, closest", "Swendsen-Wang", "Gibbs"},
        {"published", "ours"},
        {"herding", "independent draws"}};
    for (const auto& together : shown) {
        std::vector<std::string> colours;
        for (const std::string& name : together) colours.push_back(method_colour(name));
        std::sort(colours.begin(), colours.end());
        EXPECT_EQ(std::adjacent_find(colours.begin(), colours.end()), colours.end());
    }
}

}  // namespace
}  // namespace drover
