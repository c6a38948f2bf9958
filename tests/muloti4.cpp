// The product of 128 bits with a check, which clang calls and Debian has for s390x in no library.

#include <drover/number/int128.hpp>

extern "C" drover::Int128 __muloti4(drover::Int128 a, drover::Int128 b, int* overflow);

extern "C" drover::Int128 __muloti4(drover::Int128 a, drover::Int128 b, int* overflow) {
    using Unsigned = drover::UInt128;
    const auto product = static_cast<drover::Int128>(static_cast<Unsigned>(a) * static_cast<Unsigned>(b));
    const auto lowest = static_cast<drover::Int128>(Unsigned{1} << 127U);
    const bool is_lowest_negated = (a == -1 && b == lowest) || (b == -1 && a == lowest);
    *overflow = is_lowest_negated || (a != 0 && product / a != b) ? 1 : 0;
    return product;
}
