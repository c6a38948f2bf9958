#pragma once

#include <cstdint>
#include <vector>

#include <drover/data/sparse_rows.hpp>
#include <drover/zones/level.hpp>

namespace drover::populate {

/// Controls on one level: counts to be met in each of its units.
struct ControlLevel {
    zones::Level units;
    SparseRows features;                ///< one row per signature: how often it counts towards each control
    std::vector<std::int64_t> asked;    ///< unit after unit, control after control, in units of 2^-16
    std::vector<std::int64_t> weights;  ///< the same: what a square of an error costs, in 2^-40; 0 to 2^40
};

/// How often each signature is expected in the units of a level, so that the result resembles the sample.
struct Pull {
    zones::Level units;
    std::vector<double> expected;  ///< unit after unit, signature after signature
    double strength = 0;           ///< 0 to 1/4
};

/// Households of given kinds for zones. Households that count alike for every control have the same
/// *signature*.
struct Model {
    std::size_t signature_count = 0;
    std::vector<std::int64_t> zone_counts;  ///< households to be placed
    /// The signatures that a zone may have: those from first to last - 1; empty: all, in every zone.
    struct Range {
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };
    std::vector<Range> allowed = {};
    std::vector<ControlLevel> levels = {};
    std::vector<Pull> pulls = {};
    /// By zone: signatures that are placed first, in this order; may be empty.
    std::vector<std::vector<std::uint32_t>> given = {};
};

/// Throws InputError for sizes that do not match, and for numbers that could overflow.
void check_model(const Model& model);

}  // namespace drover::populate
