#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace drover::impl {

/// The counter and key that the blocks of a row share.
struct PhiloxRow {
    std::uint32_t use;
    std::array<std::uint32_t, 2> row;
    std::array<std::uint32_t, 2> key;
};

void fill_words(const PhiloxRow& row, std::size_t first_block, std::size_t group_count, std::uint32_t* words);
/// limit from 1 to 2^32.
void mark_row_below(const PhiloxRow& row, std::size_t first_block, std::size_t group_count,
                    std::uint64_t limit, std::uint64_t* masks);

}  // namespace drover::impl
