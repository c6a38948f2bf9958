#include <sstream>
#include <type_traits>

#include <drover/dynamics/survey_lines.hpp>

namespace drover::dynamics {
namespace {

std::vector<std::int64_t> signed_counts(const std::vector<std::size_t>& counts) {
    return {counts.begin(), counts.end()};
}

template <class Value>
ReportValue value_of(const Value& value) {
    if constexpr (std::is_enum_v<Value>) {
        return name(value);
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
        return value ? ReportValue{*value} : ReportValue{};
    } else if constexpr (std::is_integral_v<Value>) {
        return static_cast<std::int64_t>(value);
    } else {
        return value;
    }
}

std::string line_of(const Report& report) {
    std::ostringstream out;
    write_json(out, report);
    std::string line = out.str();
    while (!line.empty() && line.back() == '\n') line.pop_back();
    return line + '\n';
}

}  // namespace

std::string survey_head(const SurveyOptions& options) {
    Report report;
    report.add("format", "", "drover.dynamics.survey/1");
    report.add("state_counts", "", signed_counts(options.state_counts));
    report.add("feature_counts", "", signed_counts(options.feature_counts));
    report.add("scale", "", options.parameter_scale);
    report.add("steps", "", options.steps);
    report.add("starts", "", static_cast<std::int64_t>(options.start_count));
    report.add("seed", "", std::to_string(options.seed));
    return line_of(report);
}

std::string survey_line(const TableRecord& record) {
    Report report;
    fields(record, [&](const char* key, const auto& value) { report.add(key, "", value_of(value)); });
    return line_of(report);
}

}  // namespace drover::dynamics
