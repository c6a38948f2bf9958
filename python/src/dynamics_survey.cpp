#include <drover/core/thread_pool.hpp>
#include <drover/dynamics/survey.hpp>

#include "finite_model.hpp"
#include "follow.hpp"

namespace drover::python {
using namespace drover::dynamics;
namespace {

template <class Value>
nb::object python_value(const Value& value) {
    if constexpr (std::is_enum_v<Value>) {
        return nb::cast(name(value));
    } else {
        return nb::cast(value);
    }
}

nb::dict facts_of(const TableRecord& record) {
    nb::dict facts;
    fields(record, [&](const char* key, const auto& value) { facts[key] = python_value(value); });
    return facts;
}

nb::list survey(const SurveyOptions& options, std::size_t threads, const nb::object& progress) {
    const SurveyRun found = followed(progress, [=](Course& course) {
        ThreadPool pool{threads};
        course.total = static_cast<std::int64_t>(options.job_count());
        return survey_tables(options, course.control(), &pool);
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
