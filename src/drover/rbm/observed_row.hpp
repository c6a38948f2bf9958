#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <drover/core/bit_row.hpp>
#include <drover/core/run_control.hpp>
#include <drover/number/rational.hpp>

namespace drover::rbm {

/// The observed part of a case of binary variables. Where `unknown` has a 1 the value was not observed, and
/// `values` has a 0; if `unknown` is empty, all values were observed.
struct ObservedRow {
    BitRow values;
    BitRow unknown = {};

    bool is_complete() const { return unknown.size() == 0 || unknown.ones() == 0; }
    bool is_unknown(std::size_t j) const { return unknown.size() != 0 && unknown[j]; }
};

struct ObservedTable {
    std::vector<std::string> names;
    std::vector<ObservedRow> rows;
};

struct ObserveOptions {
    /// A number above it is a 1, any other a 0. Bytes of images are in units of 1/256. Without it only 0 and
    /// 1 are accepted.
    std::optional<Rational> threshold = {};
    RunControl control = {};  ///< told the rows read; Stopped is thrown if it asks for that
};

/// CSV text with a header, or an IDX array of images (columns "p0", "p1", ...). In CSV an empty field and ?
/// are unknown. Throws InputError naming file, row and column for a value that is neither 0 nor 1 without a
/// threshold, or not a number with one, and for a file without rows or columns.
ObservedTable parse_observed(std::string_view text, const std::string& name,
                             const ObserveOptions& options = {});

}  // namespace drover::rbm
