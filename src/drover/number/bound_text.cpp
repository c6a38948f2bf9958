#include <charconv>
#include <cmath>

#include <drover/core/number_text.hpp>
#include <drover/number/bound_text.hpp>

namespace drover {

std::string rounded_up(double bound, int digits) {
    double above = bound;
    std::string text = rounded(bound, digits);
    for (double read = 0; std::from_chars(text.data(), text.data() + text.size(), read).ec == std::errc{};) {
        if (!(read < bound)) break;
        above += std::abs(bound) * std::pow(10.0, -digits) / 2;
        text = rounded(above, digits);
    }
    return text;
}

}  // namespace drover
