#include <drover/core/message_text.hpp>

#include <gtest/gtest.h>

namespace drover {
namespace {

TEST(ShownText, EscapesWhatATerminalObeysAndCutsNothing) {
    EXPECT_EQ(shown_text("a\n\x1b[2J\xC2\x9B"
                         "b\x7f"),
              R"(a\n\x1b[2J\x9bb\x7f)");
    EXPECT_EQ(shown_text(std::string(5000, 'x') + " \"y\""), std::string(5000, 'x') + " \"y\"");
}

TEST(MessageText, LeavesOrdinaryMessagesAsTheyAre) {
    for (const char* text :
         {"", "x.csv: row 1, column \"a b\": expected 0 or 1, got \"0.5\"", "\"", "a\"b\"\"c d"})
        EXPECT_EQ(message_text(text), text);
}

TEST(MessageText, EscapesControlCharacters) {
    EXPECT_EQ(message_text("got \"a\n\r\tb\x1b[2J\x7f\""), R"(got "a\n\r\tb\x1b[2J\x7f")");
    EXPECT_EQ(message_text(std::string{"a\0b", 3}), R"(a\x00b)");
    EXPECT_EQ(message_text("\xC2\x9B"
                           "1m \xC3\xA4"),
              "\\x9b1m \xC3\xA4");
}

TEST(MessageText, CutsLongPartsBetweenCharacters) {
    const std::string most(200, 'x');
    EXPECT_EQ(message_text("got \"" + most + "\""), "got \"" + most + "\"");
    EXPECT_EQ(message_text("got \"" + most + " y\", too"), "got \"" + most + "... (202 bytes)\", too");
    const std::string word(1000, 'x');
    EXPECT_EQ(message_text("got " + word), "got " + word);
    EXPECT_EQ(message_text("got " + word + "y"), "got " + word + "... (1001 bytes)");
    EXPECT_EQ(message_text(word.substr(1) + "\xC3\xA4"), word.substr(1) + "... (1001 bytes)");
}

TEST(MessageText, IsNeverLongerThanAScreen) {
    std::string many;
    for (int k = 0; k < 10'000; ++k) many += "\"a,\"\" ";
    EXPECT_EQ(message_text(many).size(), 2003U);
}

}  // namespace
}  // namespace drover
