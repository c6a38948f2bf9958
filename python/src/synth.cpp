#include <nanobind/stl/map.h>

#include <drover/core/thread_pool.hpp>
#include <drover/job/kept_rows.hpp>
#include <drover/job/run_job.hpp>
#include <drover/synth/certificate.hpp>
#include <drover/synth/complete_job.hpp>
#include <drover/synth/job.hpp>

#include "bindings.hpp"
#include "findings.hpp"
#include "follow.hpp"

namespace drover::python {
namespace {

using namespace drover::synth;

// Rows, and the tables and options that they were made from.
struct Made {
    Result synthesis;
    std::shared_ptr<const TableSet> tables;
    Options options;

    const Column& column(std::size_t j) const {
        check_input(j < synthesis.schema.columns.size(), [&] {
            return "expected a column below " + std::to_string(synthesis.schema.columns.size());
        });
        return synthesis.schema.columns[j];
    }
};

// The codes of a column, -1 where the value is missing.
template <class Code>
nb::object codes_of(const Result& made, std::size_t j) {
    const std::vector<std::string>& values = made.schema.columns[j].values;
    const std::size_t missing = values.back().empty() ? values.size() - 1 : values.size();
    const std::size_t n = made.schema.columns.size();
    std::vector<Code> codes;
    codes.reserve(made.cells.size() / n);
    for (std::size_t at = j; at < made.cells.size(); at += n)
        codes.push_back(made.cells[at] == missing ? Code{-1} : static_cast<Code>(made.cells[at]));
    return nb::cast(owned_array(std::move(codes)));
}

// In the smallest type that holds them, which is the one that data frames take without a copy.
nb::object smallest_codes(const Made& made, std::size_t j) {
    const std::size_t count = made.column(j).values.size();
    if (count <= 127) return codes_of<std::int8_t>(made.synthesis, j);
    if (count <= 32767) return codes_of<std::int16_t>(made.synthesis, j);
    return codes_of<std::int32_t>(made.synthesis, j);
}

Made made_by(Result result, std::vector<std::uint32_t> cells, std::shared_ptr<const TableSet> tables,
             Options options) {
    Made made{std::move(result), std::move(tables), std::move(options)};
    made.synthesis.cells = std::move(cells);
    made.options.control = {};
    made.options.pool = nullptr;
    return made;
}

Made synthesize(const SharedTables& tables, const Options& options, std::size_t threads,
                const nb::object& progress) {
    return followed(progress, [set = tables.set, options, threads](Course& course) {
        ThreadPool pool{threads};
        Options all = options;
        all.pool = &pool;
        all.control = course.control();
        all.control.deadline = options.control.deadline;
        KeptRows rows{all.csv};
        drover::synth::Job job{*set, all, rows};
        course.total = job.progress().total;
        run_job(job, job_run_of(all.control));
        return made_by(job.result(), rows.take_cells(), set, all);
    });
}

std::pair<Made, std::string> complete(const SharedTables& tables, const TableText& partial,
                                      const Options& options, std::size_t threads,
                                      const nb::object& progress) {
    return followed(progress, [set = tables.set, partial, options, threads](Course& course) {
        ThreadPool pool{threads};
        Options all = options;
        all.pool = &pool;
        all.control = course.control();
        KeptRows rows{all.csv, KeptRows::Keep::cells_and_bytes};
        CompleteJob job{*set, partial, all, rows};
        course.total = job.progress().total;
        run_job(job, job_run_of(all.control));
        return std::pair{made_by(job.result(), rows.take_cells(), set, all), rows.take_bytes()};
    });
}

std::string cells_csv(const Made& made) {
    const CategoryTable rows{.schema = made.synthesis.schema, .cells = made.synthesis.cells};
    const CheckOptions options{.where = made.options.where, .targets = made.options.targets, .cells = true};
    return check(rows, *made.tables, options).cells;
}

// Name, digest and option.
using PyFile = std::tuple<std::string, std::string, std::string>;

std::string certificate(const Made& made, const std::vector<PyFile>& inputs, const NamedTexts& options,
                        const std::string& rows_file) {
    std::vector<CertifiedFile> files;
    for (const auto& [name, digest, option] : inputs) files.push_back({name, digest, option});
    return to_text(certify(made.synthesis, std::move(files), options, rows_file));
}

std::string page(const Made& made, const std::string& title, const NamedTexts& options) {
    HtmlReport report = page_of(made.synthesis);
    report.title = title;
    report.options = options;
    report.digests = {{"rows", made.synthesis.digest}};
    return to_html(report);
}

std::optional<Rational> number(const char* what, const std::optional<std::string>& text) {
    if (!text) return {};
    return exact_number(what, *text);
}

void bind_choices(nb::class_<Options>& options) {
    options
        .def("set_zeros",
             [](Options& o, const std::string& name) { o.zeros = choose(zero_choices, name, "zeros"); })
        .def("set_imply",
             [](Options& o, const std::string& name) { o.imply = choose(imply_choices, name, "imply"); })
        .def("set_repair",
             [](Options& o, const std::string& name) { o.repair = choose(repair_choices, name, "repair"); })
        .def("set_search",
             [](Options& o, const std::string& name) { o.search = choose(searches, name, "search"); })
        .def("set_start",
             [](Options& o, const std::string& name) { o.start = choose(search_starts, name, "start"); });
}

void bind_options(nb::module_& module) {
    nb::class_<Options> options{module, "SynthesizeOptions", "How rows are made."};
    options.def(nb::init<>())
        .def_rw("rows", &Options::rows)
        .def_rw("forbid", &Options::forbid)
        .def_rw("where", &Options::where)
        .def_rw("by", &Options::by)
        .def_rw("burn_in", &Options::burn_in)
        .def_rw("seed", &Options::seed)
        .def_rw("shuffle", &Options::shuffle)
        .def_rw("until_tv", &Options::until_tv)
        .def_ro_static("all_rows", &Options::all_rows)
        .def("keep_unused", [](Options& o) { o.unused = UnusedValues::keep; })
        .def("end_after",
             [](Options& o, double seconds) {
                 o.control.deadline =
                     RunControl::Clock::now() + std::chrono::duration_cast<RunControl::Clock::duration>(
                                                    std::chrono::duration<double>{seconds});
             })
        .def("set_trust",
             [](Options& o, const std::map<std::string, std::int32_t>& trust) { o.targets.trust = trust; })
        .def("set_total",
             [](Options& o, const std::optional<std::string>& text) {
                 o.targets.total = number("total", text);
             })
        .def("set_noise",
             [](Options& o, const std::optional<std::string>& text) { o.noise = number("noise", text); })
        .def("set_like", [](Options& o, const TableText& text, const std::string& weight) {
            o.like = LikeSample{.text = text, .weight = weight};
        });
    bind_choices(options);
}

// Name, values without the missing one, whether numbers are put back for them, their decimals.
using ColumnFacts = std::tuple<std::string, std::vector<std::string>, bool, int>;

std::vector<ColumnFacts> columns_of(const Made& made) {
    std::vector<ColumnFacts> facts;
    for (const Column& column : made.synthesis.schema.columns) {
        std::vector<std::string> values = column.values;
        if (values.back().empty()) values.pop_back();
        facts.emplace_back(column.name, std::move(values), !column.bins.empty(), column.decimals);
    }
    return facts;
}

}  // namespace

void bind_synth(nb::module_& module) {
    bind_options(module);
    nb::class_<Made>(module, "Made", "Rows, how well they fit, and how they came about.")
        .def_prop_ro("row_count", [](const Made& made) { return made.synthesis.row_count(); })
        .def_prop_ro("digest", [](const Made& made) { return made.synthesis.digest; })
        .def_prop_ro("columns", columns_of, "Name, values, whether they are bins, decimals.")
        .def("codes", smallest_codes, nb::arg("column"), "Which value each row has; -1: it is missing.")
        .def(
            "numbers",
            [](const Made& made, std::size_t j) {
                made.column(j);
                return owned_array(numbers_of(made.synthesis, j));
            },
            nb::arg("column"), "The numbers put back for bins, in units of 10^-decimals.")
        .def("csv",
             [](std::shared_ptr<Made> made) {
                 return asked(std::move(made), [](const Made& all) { return to_csv(all.synthesis); });
             })
        .def("json", [](const Made& made) { return to_json(made.synthesis); })
        .def("html", page, nb::arg("title"), nb::arg("options"))
        .def(
            "cells_csv", [](std::shared_ptr<Made> made) { return asked(std::move(made), cells_csv); },
            "Every cell: table, cell, asked, got, difference.")
        .def("certificate", certificate, nb::arg("inputs"), nb::arg("options"), nb::arg("rows_file"));
    module.def("synthesize", synthesize, nb::arg("tables"), nb::arg("options"), nb::arg("threads"),
               nb::arg("progress").none(), "Rows of individuals whose tables match these.");
    module.def("complete", complete, nb::arg("tables"), nb::arg("partial"), nb::arg("options"),
               nb::arg("threads"), nb::arg("progress").none(),
               "The rows, and the text with its blanks filled.");
    bind_checks(module);
    bind_verify(module);
}

}  // namespace drover::python
