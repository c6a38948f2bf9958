#include <drover/synth/explain.hpp>

#include "bindings.hpp"
#include "findings.hpp"
#include "follow.hpp"

namespace drover::python {
namespace {

using namespace drover::synth;

CheckOptions options_of(const NamedValues& where, const std::optional<TableText>& against) {
    return {.where = where, .against = against, .cells = true};
}

}  // namespace

void bind_checks(nb::module_& module) {
    module.def(
        "check_columns",
        [](const std::vector<PyColumn>& columns, const std::string& name, const SharedTables& tables,
           const NamedValues& where, const std::optional<TableText>& against, const nb::object& progress) {
            return followed(progress, [kept = kept_columns(columns), name, set = tables.set,
                                       options = options_of(where, against)](Course& course) mutable {
                const CategoryTable rows = rows_of(coded_columns(*kept), name);
                course.total = static_cast<std::int64_t>(rows.row_count());
                options.control = course.control();
                return texts_of(check(rows, *set, options, name));
            });
        },
        nb::arg("columns"), nb::arg("name"), nb::arg("tables"), nb::arg("where"), nb::arg("against").none(),
        nb::arg("progress").none(), "JSON, cells, page and text about rows that are compared with tables.");
    module.def(
        "check_text",
        [](const TableText& rows, const SharedTables& tables, const NamedValues& where,
           const std::optional<TableText>& against, const nb::object& progress) {
            return followed(progress, [rows, set = tables.set,
                                       options = options_of(where, against)](Course& course) mutable {
                options.control = course.control();
                return texts_of(check(rows, *set, options));
            });
        },
        nb::arg("rows"), nb::arg("tables"), nb::arg("where"), nb::arg("against").none(),
        nb::arg("progress").none(), "The same for a CSV text.");
    module.def(
        "explain",
        [](const SharedTables& tables, double tolerance) {
            return followed(nb::none(), [set = tables.set, tolerance](Course& course) {
                const Explanation explanation =
                    explain(*set, {.tolerance = tolerance, .control = course.control()});
                if (explanation.stopped) return std::pair{std::string{}, std::string{}};
                return std::pair{to_json(explanation), to_text(explanation)};
            });
        },
        nb::arg("tables"), nb::arg("tolerance"), "JSON and text about how tables agree.");
}

}  // namespace drover::python
