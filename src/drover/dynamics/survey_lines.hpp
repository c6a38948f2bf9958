#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <drover/dynamics/survey.hpp>
#include <drover/report/report.hpp>

namespace drover::dynamics {

/// A survey as JSON lines: first the options that its tables depend on, then one line per table, in the order
/// of their numbers. The number of tables is not among them, so that a file can be continued.
std::string survey_head(const SurveyOptions& options);
std::string survey_line(const TableRecord& record);

struct SurveyLines {
    std::vector<TableRecord> records;
    std::int64_t byte_count = 0;  ///< of the complete lines; what follows was cut off
};
/// Reads them back. A last line without a newline is ignored. Throws InputError, beginning with `name` and
/// the number of the line, for other options, and for a line that is not the next table.
SurveyLines read_survey(const std::string& text, const SurveyOptions& options, const std::string& name);

}  // namespace drover::dynamics
