#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <drover/core/number_text.hpp>
#include <drover/number/error_text.hpp>

namespace drover {

std::string with_error(double value, double error) {
    if (!std::isfinite(error) || error <= 0) return rounded(value);
    constexpr int most_decimals = 15;
    int decimals = 0;
    double scaled = error;
    while (scaled < 0.95 && decimals < most_decimals) {
        scaled *= 10;
        ++decimals;
    }
    std::array<char, 350> buffer{};
    const char* const end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals)
            .ptr;
    return std::string(std::as_const(buffer).data(), end) + " +- " + rounded(error, 1);
}

}  // namespace drover
