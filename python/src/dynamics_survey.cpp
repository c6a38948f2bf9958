#include <drover/dynamics/survey_job.hpp>

#include "finite_model.hpp"
#include "job.hpp"

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

nb::list survey(SurveyOptions options, const LongRun& run, const NamedTexts& texts) {
    options.memory = run.plan.memory;
    const JobKind kind{.identity = {.product = "dynamics survey", .options = texts},
                       .unit = "tables",
                       .checkpoint_every = 10};
    const std::vector<TableRecord> found = followed(run.watcher(), [=, plan = run.plan](Course& course) {
        ThreadPool pool{plan.threads};
        SurveyJob job{options, &pool};
        python::run(job, kind, plan, course);
        return job.records();
    });
    nb::list records;
    for (const TableRecord& record : found) records.append(facts_of(record));
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
    module.def("survey", survey, nb::arg("options"), nb::arg("run"), nb::arg("texts"),
               "What was measured of each random table.");
}

}  // namespace drover::python
