#pragma once

#include <string>

#include <drover/tables/count_table.hpp>

namespace drover {

/// What a count of 0 means. Automatic: hard for whole counts that agree with one another.
enum class Zeros { automatic, hard, soft };

struct ZeroRule {
    bool is_hard = false;  ///< no row may fall into a cell of count 0
    std::string text;      ///< what zeros came to, and why
    std::string doubt;     ///< why a count of 0 may be an accident; empty: it is none
};

ZeroRule zero_rule(const TableSet& tables, Zeros zeros);

}  // namespace drover
