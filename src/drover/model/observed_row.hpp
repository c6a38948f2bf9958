#pragma once

#include <drover/core/bit_row.hpp>

namespace drover {

/// What is seen of a case of binary variables. Where `unknown` has a 1 the value was not observed, and
/// `values` has a 0; an empty `unknown` means that all were.
struct ObservedRow {
    BitRow values;
    BitRow unknown = {};

    bool is_whole() const { return unknown.size() == 0 || unknown.ones() == 0; }
    bool is_unknown(std::size_t j) const { return unknown.size() != 0 && unknown[j]; }
};

}  // namespace drover
