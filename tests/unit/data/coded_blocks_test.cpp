#include <drover/data/coded_blocks.hpp>

#include "expect.hpp"

namespace drover {
namespace {

using Rows = std::vector<std::vector<std::uint32_t>>;

Schema two_columns() {
    return {{{.name = "a", .values = {"x", "y,\n\"z\""}}, {.name = "b", .values = {"0", "1"}}}};
}

Rows rows_of(const std::string& text, std::size_t block_size, bool& is_whole) {
    const Schema schema = two_columns();
    CodedBlocks blocks{"t.csv", schema};
    Rows rows;
    for (std::size_t at = 0; at < text.size(); at += block_size)
        blocks.add(std::string_view{text}.substr(at, block_size),
                   [&](const std::vector<std::uint32_t>& row) { rows.push_back(row); });
    is_whole = blocks.is_whole();
    return rows;
}

TEST(CodedBlocks, GivesTheSameRowsWhereverTheTextIsCut) {
    const std::string text = "a,b\nx,0\n\"y,\n\"\"z\"\"\",1\nx,2\n";
    for (std::size_t size = 1; size <= text.size() + 1; ++size) {
        bool is_whole = false;
        EXPECT_EQ(rows_of(text, size, is_whole), (Rows{{0, 0}, {1, 1}, {0, unknown_category}})) << size;
        EXPECT_TRUE(is_whole);
    }
}

TEST(CodedBlocks, SeesThatTheLastRowDoesNotEnd) {
    for (const char* text : {"a,b\nx,0\nx,", "a,b\nx,0\n\"y\n", "a,b"}) {
        bool is_whole = true;
        rows_of(text, 4, is_whole);
        EXPECT_FALSE(is_whole) << text;
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
