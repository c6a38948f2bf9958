#pragma once

#include <string>

#include <drover/core/choice.hpp>
#include <drover/tables/count_table.hpp>

namespace drover {

/// What a count of 0 means. Automatic: hard for integer counts that agree with one another.
enum class Zeros { automatic, hard, soft };
inline constexpr Choice<Zeros> zero_choices[]{
    {"auto", Zeros::automatic}, {"hard", Zeros::hard}, {"soft", Zeros::soft}};

struct ZeroRule {
    bool is_hard = false;  ///< no row may fall into a cell of count 0
    std::string text;      ///< how zeros are treated, and why
    std::string doubt;     ///< why a count of 0 may be accidental; empty: it is not
};

/// Throws Stopped where the control asks for that.
ZeroRule zero_rule(const TableSet& tables, Zeros zeros, const RunControl& control = {});

}  // namespace drover
