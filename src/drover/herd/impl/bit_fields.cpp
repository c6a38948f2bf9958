#include <drover/herd/impl/bit_fields.hpp>

namespace drover::impl {

void pack_row(const BitRow& row, std::uint8_t* bytes) {
    for (std::size_t g = 0; g < (row.size() + 7) / 8; ++g)
        bytes[g] = static_cast<std::uint8_t>(row.words()[g / 8] >> (8 * (g % 8)));
}

std::vector<std::uint8_t> packed_bytes(std::span<const BitRow> rows, std::size_t bit_count) {
    const std::size_t groups = (bit_count + 7) / 8;
    std::vector<std::uint8_t> bytes(rows.size() * groups);
    for (std::size_t i = 0; i < rows.size(); ++i) pack_row(rows[i], bytes.data() + i * groups);
    return bytes;
}

std::vector<std::int64_t> weighted_sums(std::span<const std::int32_t> weights, bool signs,
                                        std::span<const std::uint8_t> inputs, std::size_t case_count,
                                        std::size_t groups) {
    std::vector<std::int64_t> sums(case_count);
    std::vector<std::int64_t> tables(groups * 256);
    for (std::size_t g = 0; g < groups; ++g) {
        std::int64_t* table = tables.data() + g * 256;
        for (std::size_t i = 0; i < 8 && signs; ++i) table[0] -= weights[8 * g + i];
        for (std::size_t i = 0; i < 8; ++i) {
            const std::int64_t step = (signs ? 2 : 1) * std::int64_t{weights[8 * g + i]};
            const std::size_t count = std::size_t{1} << i;
            for (std::size_t m = 0; m < count; ++m) table[m + count] = table[m] + step;
        }
    }
    for (std::size_t i = 0; i < case_count; ++i) {
        const std::uint8_t* own = inputs.data() + i * groups;
        for (std::size_t g = 0; g < groups; ++g) sums[i] += tables[g * 256 + own[g]];
    }
    return sums;
}

}  // namespace drover::impl
