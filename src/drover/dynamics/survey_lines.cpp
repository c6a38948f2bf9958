#include <sstream>

#include <nlohmann/json.hpp>

#include <drover/core/check.hpp>
#include <drover/dynamics/survey_lines.hpp>

namespace drover::dynamics {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::int64_t> signed_counts(const std::vector<std::size_t>& counts) {
    return {counts.begin(), counts.end()};
}

ReportValue or_nothing(const std::optional<double>& value) {
    return value ? ReportValue{*value} : ReportValue{};
}

std::string line_of(const Report& report) {
    std::ostringstream out;
    write_json(out, report);
    std::string line = out.str();
    while (!line.empty() && line.back() == '\n') line.pop_back();
    return line + '\n';
}

double number_at(const Json& json, const char* key) { return json.at(key).get<double>(); }

std::optional<double> number_or_null(const Json& json, const char* key) {
    const Json& value = json.at(key);
    return value.is_null() ? std::nullopt : std::optional<double>{value.get<double>()};
}

TableRecord record_of(const Json& json) {
    return {.number = json.at("table").get<std::int64_t>(),
            .state_count = json.at("states").get<std::size_t>(),
            .feature_count = json.at("features").get<std::size_t>(),
            .route = route_kind(json.at("route").get<std::string>()),
            .flips = json.at("flips").get<std::int64_t>(),
            .t_1 = number_at(json, "t_1"),
            .t_inf = number_or_null(json, "t_inf"),
            .attractors = sameness(json.at("attractors").get<std::string>()),
            .least_overlap = number_at(json, "least_overlap"),
            .frequency_gap = number_at(json, "frequency_gap"),
            .frequency_noise = number_at(json, "frequency_noise"),
            .word_exponent = number_or_null(json, "word_exponent"),
            .word_length = json.at("word_length").get<std::int64_t>(),
            .box_slope = number_or_null(json, "box_slope"),
            .box_level = json.at("box_level").get<std::int64_t>(),
            .positive_share = number_at(json, "positive_share"),
            .late_positive_share = number_at(json, "late_positive_share"),
            .weight_growth = number_at(json, "weight_growth"),
            .error_times_steps = number_at(json, "error_times_steps")};
}

// The record and nothing beside it: written again, it is the same line.
TableRecord next_record(const std::string& line, std::int64_t number, const std::string& place) {
    std::optional<TableRecord> record;
    try {
        record = record_of(Json::parse(line));
    } catch (const Json::exception&) {  // not a record: reported below
    } catch (const InputError&) {
    }
    check_input(record && record->number == number && survey_line(*record) == line + '\n', [&] {
        return place + ": expected table " + std::to_string(number) + " of the survey, got " + quoted(line);
    });
    return *record;
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
    report.add("table", "", record.number);
    report.add("states", "", static_cast<std::int64_t>(record.state_count));
    report.add("features", "", static_cast<std::int64_t>(record.feature_count));
    report.add("route", "", name(record.route));
    report.add("flips", "", record.flips);
    report.add("t_1", "", record.t_1);
    report.add("t_inf", "", or_nothing(record.t_inf));
    report.add("attractors", "", name(record.attractors));
    report.add("least_overlap", "", record.least_overlap);
    report.add("frequency_gap", "", record.frequency_gap);
    report.add("frequency_noise", "", record.frequency_noise);
    report.add("word_exponent", "", or_nothing(record.word_exponent));
    report.add("word_length", "", record.word_length);
    report.add("box_slope", "", or_nothing(record.box_slope));
    report.add("box_level", "", record.box_level);
    report.add("positive_share", "", record.positive_share);
    report.add("late_positive_share", "", record.late_positive_share);
    report.add("weight_growth", "", record.weight_growth);
    report.add("error_times_steps", "", record.error_times_steps);
    return line_of(report);
}

SurveyLines read_survey(const std::string& text, const SurveyOptions& options, const std::string& name) {
    SurveyLines lines;
    std::size_t begin = 0;
    for (std::int64_t number = 1;; ++number) {
        const std::size_t end = text.find('\n', begin);
        if (end == std::string::npos) return lines;
        const std::string line = text.substr(begin, end - begin);
        const std::string place = name + ": line " + std::to_string(number);
        if (number == 1) {
            const std::string head = survey_head(options);
            check_input(line + '\n' == head, [&] {
                return place + ": expected the options of this survey, " + head.substr(0, head.size() - 1) +
                       ", got " + quoted(line);
            });
        } else {
            lines.records.push_back(next_record(line, number - 2, place));
        }
        begin = end + 1;
        lines.byte_count = static_cast<std::int64_t>(begin);
    }
}

}  // namespace drover::dynamics
