#include <drover/data/coded_blocks.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Rows = std::vector<std::vector<std::uint32_t>>;

Schema two_columns() {
    return {{{.name = "a", .values = {"x", "y,\n\"z\""}}, {.name = "b", .values = {"0", "1"}}}};
}

Rows rows_of(const std::string& text, std::size_t block_size, bool& ends_with_newline) {
    const Schema schema = two_columns();
    CodedBlocks blocks{"t.csv", schema};
    Rows rows;
    for (std::size_t at = 0; at < text.size(); at += block_size)
        blocks.add(std::string_view{text}.substr(at, block_size),
                   [&](const std::vector<std::uint32_t>& row) { rows.push_back(row); });
    ends_with_newline = blocks.ends_with_newline();
    return rows;
}

TEST(CodedBlocks, GivesTheSameRowsWhereverTheTextIsCut) {
    const std::string text = "a,b\nx,0\n\"y,\n\"\"z\"\"\",1\nx,2\n";
    for (std::size_t size = 1; size <= text.size() + 1; ++size) {
        bool ends_with_newline = false;
        EXPECT_EQ(rows_of(text, size, ends_with_newline), (Rows{{0, 0}, {1, 1}, {0, unknown_category}}))
            << size;
        EXPECT_TRUE(ends_with_newline);
    }
}

TEST(CodedBlocks, SeesThatTheLastRowDoesNotEnd) {
    for (const char* text : {"a,b\nx,0\nx,", "a,b\nx,0\n\"y\n", "a,b"}) {
        bool ends_with_newline = true;
        rows_of(text, 4, ends_with_newline);
        EXPECT_FALSE(ends_with_newline) << text;
    }
}

TEST(CodedBlocks, RefusesRowsWithoutEnd) {
    const Schema schema = two_columns();
    CodedBlocks blocks{"t.csv", schema};
    const std::string block(std::size_t{1} << 23U, 'x');
    const auto ignore = [](const std::vector<std::uint32_t>&) {};
    blocks.add(block, ignore);
    blocks.add(block, ignore);
    EXPECT_INPUT_ERROR(blocks.add(block, ignore), "t.csv: expected rows of at most 16 MB, got a longer one");
}

}  // namespace
}  // namespace drover
