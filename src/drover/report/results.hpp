#pragma once

#include <drover/record/margin_watch.hpp>
#include <drover/record/moment_error.hpp>
#include <drover/record/weight_bound.hpp>
#include <drover/report/report.hpp>

namespace drover {

// How the results of recorders enter a report; Report's constructor finds these.
void add_result(Report& report, const MomentErrors& errors);
void add_result(Report& report, const Margins& margins);
void add_result(Report& report, const WeightBounds& bounds);
/// A histogram: counts by index.
void add_result(Report& report, const std::vector<std::int64_t>& counts);
/// A digest of states.
void add_result(Report& report, const std::string& digest);

}  // namespace drover
