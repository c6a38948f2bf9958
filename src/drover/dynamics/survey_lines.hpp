#pragma once

#include <string>

#include <drover/dynamics/survey.hpp>
#include <drover/report/report.hpp>

namespace drover::dynamics {

/// A survey as JSON lines: first the options that its tables depend on, then one line per table, in the order
/// of their numbers. The number of tables is not among them: a larger survey begins with the same lines.
std::string survey_head(const SurveyOptions& options);
std::string survey_line(const TableRecord& record);

}  // namespace drover::dynamics
