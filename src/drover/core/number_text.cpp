#include <array>
#include <charconv>
#include <utility>

#include <drover/core/number_text.hpp>

namespace drover {

std::string shortest(double value) {
    std::array<char, 32> buffer{};
    const char* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return std::string(std::as_const(buffer).data(), end);
}

std::string rounded(double value, int digits) {
    std::array<char, 64> buffer{};
    const char* const end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits)
            .ptr;
    return std::string(std::as_const(buffer).data(), end);
}

}  // namespace drover
