#include <drover/core/thread_pool.hpp>
#include <drover/dynamics/survey.hpp>

#include "finite_model.hpp"
#include "follow.hpp"

namespace drover::python {
using namespace drover::dynamics;
namespace {

nb::dict facts_of(const TableRecord& record) {
    nb::dict facts;
    facts["table"] = record.number;
    facts["states"] = record.state_count;
    facts["features"] = record.feature_count;
    facts["route"] = name(record.route);
    facts["flips"] = record.flips;
    facts["t_1"] = record.t_1;
    facts["t_inf"] = record.t_inf;
    facts["attractors"] = name(record.attractors);
    facts["least_overlap"] = record.least_overlap;
    facts["frequency_gap"] = record.frequency_gap;
    facts["frequency_noise"] = record.frequency_noise;
    facts["word_exponent"] = record.word_exponent;
    facts["word_length"] = record.word_length;
    facts["box_slope"] = record.box_slope;
    facts["box_level"] = record.box_level;
    facts["positive_share"] = record.positive_share;
    facts["late_positive_share"] = record.late_positive_share;
    facts["weight_growth"] = record.weight_growth;
    facts["error_times_steps"] = record.error_times_steps;
    return facts;
}

nb::list survey(const SurveyOptions& options, std::size_t threads, const nb::object& progress) {
    const SurveyRun found = followed(progress, [=](Course& course) {
        ThreadPool pool{threads};
        course.total = static_cast<std::int64_t>(options.job_count());
        return survey_tables(
            options, 0, [](const TableRecord&) {}, course.control(), &pool);
    });
    nb::list records;
    for (const TableRecord& record : found.records) records.append(facts_of(record));
    return records;
}

}  // namespace

void bind_survey(nb::module_& module) {
    nb::class_<SurveyOptions>(module, "SurveyOptions", "Which random tables are measured.")
        .def(nb::init<>())
        .def_rw("table_count", &SurveyOptions::table_count)
        .def_rw("state_counts", &SurveyOptions::state_counts)
        .def_rw("feature_counts", &SurveyOptions::feature_counts)
        .def_rw("parameter_scale", &SurveyOptions::parameter_scale)
        .def_rw("steps", &SurveyOptions::steps)
        .def_rw("start_count", &SurveyOptions::start_count)
        .def_rw("seed", &SurveyOptions::seed);
    module.def("survey", survey, nb::arg("options"), nb::arg("threads"), nb::arg("progress").none(),
               "What was measured of each random table.");
}

}  // namespace drover::python
