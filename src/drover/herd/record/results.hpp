#pragma once

#include <drover/herd/record/margin_watch.hpp>
#include <drover/herd/record/moment_error.hpp>
#include <drover/herd/record/weight_bound.hpp>
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
