#include <algorithm>

#include <drover/number/int128.hpp>

namespace drover {

std::string to_string(Int128 value) {
    UInt128 rest = value < 0 ? UInt128{0} - static_cast<UInt128>(value) : static_cast<UInt128>(value);
    std::string digits;
    do {
        digits.push_back(static_cast<char>('0' + static_cast<int>(rest % 10U)));
        rest /= 10U;
    } while (rest != 0);
    if (value < 0) digits.push_back('-');
    std::reverse(digits.begin(), digits.end());
    return digits;
}

}  // namespace drover
