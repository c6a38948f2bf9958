#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drover {

/// An array of unsigned bytes in the IDX format, the usual one for images and labels of digits.
struct IdxArray {
    std::vector<std::size_t> sizes;  ///< of each dimension; the first counts images or labels
    std::string_view bytes;  ///< all of them, the last dimension fastest: a part of the text that was parsed

    std::size_t count() const { return sizes.front(); }
    /// Bytes of one image.
    std::size_t item_size() const { return count() == 0 ? 0 : bytes.size() / count(); }
};

/// Whether the text begins like an IDX array of bytes.
bool is_idx(std::string_view text);

/// Throws InputError naming `name` for anything else: another type of numbers, a length that does not match.
IdxArray parse_idx(std::string_view text, const std::string& name);

}  // namespace drover
