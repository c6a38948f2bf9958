#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <drover/number/quadratic.hpp>
#include <drover/number/rational.hpp>

namespace drover {

/// A finite model as read from a file: one row per state, its name first, then its features as exact numbers.
struct FeatureTable {
    std::string file = {};  ///< its source, used in messages
    std::vector<std::string> state_names;
    std::vector<std::string> feature_names;
    std::vector<Rational> features;  ///< row by row

    std::size_t state_count() const { return state_names.size(); }
    std::size_t feature_count() const { return feature_names.size(); }
};

/// CSV with a header; state names are unique. Throws InputError naming file, row and column.
FeatureTable parse_feature_csv(std::string_view text, const std::string& file);

/// One exact number for each of `names`, in their order. The text is either long, with one row `name,number`
/// per name in any order under a header, or wide, with the names as header over one row of numbers; a text of
/// numbers only, one per line or all in one line, has them in the order of `names`. `kind` says in messages
/// what the names are ("state", "feature").
std::vector<Rational> parse_named_numbers(std::string_view text, const std::string& file,
                                          const std::vector<std::string>& names, const std::string& kind);
/// The same for numbers that may be irrational: golden, sqrt(2), (3-sqrt(5))/2 (parse_quadratic). Throws
/// InputError for two different roots.
std::vector<QuadraticNumber> parse_named_quadratics(std::string_view text, const std::string& file,
                                                    const std::vector<std::string>& names,
                                                    const std::string& kind);

}  // namespace drover
