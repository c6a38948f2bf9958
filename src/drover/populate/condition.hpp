#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <drover/core/problem.hpp>
#include <drover/number/rational.hpp>

namespace drover::populate {

/// A value that a column is compared with.
struct ConditionValue {
    std::string text = {};
    std::optional<Rational> number = {};  ///< nothing: a text, or infinite
    int infinite = 0;                     ///< its sign
};

/// One column against values: the leaves of a condition.
struct Comparison {
    enum class Test { equal, unequal, below, at_most, above, at_least, between, one_of };

    std::string column;
    Test test = Test::equal;
    std::vector<ConditionValue> values;  ///< two for between, ends included; one or more for one_of

    /// Whether it holds for a field. A blank field is equal to nothing, and neither above nor below. Throws
    /// InputError, "expected a number, got ...", if a text is compared by size.
    bool holds(std::string_view field) const;
};

/// Which persons or households a control counts: comparisons joined by and, or, not. It is parsed, and never
/// evaluated as code.
class Condition {
  public:
    const std::vector<Comparison>& comparisons() const { return comparisons_; }
    /// Given whether each comparison holds.
    bool holds(std::span<const std::uint8_t> truths) const;
    /// Each once, in order of appearance.
    std::vector<std::string> columns() const;

  private:
    friend class ConditionParser;
    enum class Join { leaf, both, either, inverse };
    struct Step {  // of the formula with its joins after what they join
        Join join;
        std::size_t leaf;
    };

    std::vector<Comparison> comparisons_;
    std::vector<Step> steps_;
};

/// Two forms, which may not be mixed with one another in a comparison:
///     (households.AGEHOH > 24) & (households.AGEHOH <= np.inf), ~persons.OCCP.isin([1, 2])   PopulationSim's
///     NP>=4, AGEP=25..54 & SEX=F, OCCP in 1,2,3                                              shorter
/// `&` binds before `|`, `~` before both. As in Python, comparisons of the first form need parentheses beside
/// `&` and `|`. `table` is what a dotted name has to begin with. Anything else throws InputError: 'PLACE: at
/// character 12: expected ..., got ...'.
Condition parse_condition(std::string_view text, const Place& place, const std::string& table);

}  // namespace drover::populate
