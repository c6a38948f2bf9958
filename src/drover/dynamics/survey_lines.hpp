#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <drover/dynamics/survey.hpp>
#include <drover/report/report.hpp>

namespace drover::dynamics {

/// A survey as JSON lines: first the options that its tables depend on, then a line a table, in the order of
/// their numbers. How many tables there shall be is not in it: a file can be gone on with.
std::string survey_head(const SurveyOptions& options);
std::string survey_line(const TableRecord& record);

struct SurveyLines {
    std::vector<TableRecord> records;
    std::int64_t byte_count = 0;  ///< of the lines that are whole; what follows was cut
};
/// Reads them back. A last line without an end is passed over. Throws InputError, opened by `name` and the
/// number of the line, for other options, and for a line that is not the next table.
SurveyLines read_survey(const std::string& text, const SurveyOptions& options, const std::string& name);

}  // namespace drover::dynamics
