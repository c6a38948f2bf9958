#pragma once

#include <string>

#include <drover/moments/consistency.hpp>
#include <drover/report/report.hpp>

namespace drover {

/// Whether tables agree with one another, and where they quarrel.
struct Explanation {
    TableSet tables;
    Consistency facts;
};

/// Compares totals and all sub-tables that tables share, exactly.
Explanation explain(TableSet tables);

/// The keys consistent, totals_agree, ..., lower_bound_worst_tv.
void add_result(Report& report, const Explanation& explanation);
/// One JSON object on one line, "drover.explain/1".
std::string to_json(const Explanation& explanation);
/// In words, with what synthesize() makes of it.
std::string to_text(const Explanation& explanation);

}  // namespace drover
