#pragma once

#include <drover/number/int256.hpp>

namespace drover {

/// Holds a product of two values of type V without overflow.
template <class V>
struct ProductOf;
template <>
struct ProductOf<std::int64_t> {
    using Type = Int128;
};
template <>
struct ProductOf<Int128> {
    using Type = Int256;
};
template <>
struct ProductOf<double> {
    using Type = double;
};

}  // namespace drover
