#include <drover/data/csv_blocks.hpp>

#include "expect.hpp"

namespace drover {
namespace {

// The result, however the text is split.
std::string all_of(std::string_view text, std::size_t block_size) {
    CsvBlocks blocks{"t.csv"};
    std::string all;
    for (std::size_t at = 0; at < text.size(); at += block_size) {
        const std::string_view records = blocks.add(text.substr(at, block_size));
        all += std::string{records} + (records.empty() ? "" : "|");
    }
    return all + std::string{blocks.rest()};
}

TEST(CsvBlocks, CutsBehindLinesOutsideOfQuotes) {
    const std::string text = "a,b\nx,\"1\n\"\"2\"\n\"\n\",3\nlast,";
    EXPECT_EQ(all_of(text, 1), "a,b\n|x,\"1\n\"\"2\"\n|\"\n\",3\n|last,");
    EXPECT_EQ(all_of(text, text.size()), "a,b\nx,\"1\n\"\"2\"\n\"\n\",3\n|last,");
}

TEST(CsvBlocks, QuotesInsideOfPlainFieldsDoNotCount) {
    EXPECT_EQ(all_of("5\" pipe,2\nx,1\n", 100), "5\" pipe,2\nx,1\n|");
    EXPECT_EQ(all_of("\"a\"b\",2\nx,1\n", 100), "\"a\"b\",2\nx,1\n|");
}

TEST(CsvBlocks, KnowsByteOrderMarksAndCarriageReturns) {
    EXPECT_EQ(all_of("\xEF\xBB\xBF\"a\nb\",c\n", 2), "\xEF\xBB\xBF\"a\nb\",c\n|");
    EXPECT_EQ(all_of("a,b\rx,1\ry,2", 5), "a,b\r|x,1\r|y,2");
    EXPECT_EQ(all_of("a\r\nb\r\n", 2), "a\r\n|b\r\n|");
}

}  // namespace
}  // namespace drover
