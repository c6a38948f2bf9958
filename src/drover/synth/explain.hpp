#pragma once

#include <iosfwd>
#include <string>

#include <drover/report/report.hpp>
#include <drover/tables/consistency.hpp>

namespace drover::synth {

/// Whether tables agree with one another, and where they contradict one another.
struct Explanation {
    TableSet tables;
    Consistency facts;
    std::vector<std::string> notes;  ///< what looks like a slip, one sentence each
    bool stopped = false;            ///< before the end; nothing else is valid then
};

struct ExplainOptions {
    double tolerance = 1e-9;  ///< relative differences up to this count as none; 0: exact
    RunControl control = {};  ///< checked between tables; is told nothing
};

/// Compares totals and all sub-tables that tables share, and looks for slips: rows of totals, values that are
/// spelt differently or that only some tables have, shares that do not sum to 1.
Explanation explain(TableSet tables, const ExplainOptions& options = {});

/// The keys consistent, totals_agree, ..., lower_bound_worst_tv.
void add_result(Report& report, const Explanation& explanation);
/// One JSON object on one line, "drover.explain/1".
std::string to_json(const Explanation& explanation);
/// What people read, with what synthesize() makes of it.
void write_text(std::ostream& out, const Explanation& explanation);
std::string to_text(const Explanation& explanation);

}  // namespace drover::synth
