#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace drover {

/// An array of unsigned bytes of the IDX format, in which images and labels of digits are handed around.
struct IdxArray {
    std::vector<std::size_t> sizes;  ///< of each dimension; the first counts images or labels
    std::string_view bytes;  ///< all of them, the last dimension fastest: a part of the text that was parsed

    std::size_t count() const { return sizes.front(); }
    /// Bytes of one image.
    std::size_t item_size() const { return count() == 0 ? 0 : bytes.size() / count(); }
};

/// Whether the text begins as an IDX array of bytes does.
bool is_idx(std::string_view text);

/// Throws InputError naming `name` for anything else: another type of numbers, a length that does not fit.
IdxArray parse_idx(std::string_view text, const std::string& name);

}  // namespace drover
