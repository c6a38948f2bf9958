#include <nanobind/stl/map.h>

#include <drover/core/thread_pool.hpp>
#include <drover/job/kept_rows.hpp>
#include <drover/job/row_file.hpp>
#include <drover/synth/certificate.hpp>
#include <drover/synth/complete_job.hpp>
#include <drover/synth/job.hpp>

#include "findings.hpp"
#include "job.hpp"
#include "python_rows.hpp"

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

constexpr std::size_t rows_at_once = std::size_t{1} << 17U;  // of a block that Python gets
constexpr std::int64_t rows_between_checkpoints = 1'000'000;

// What a run needs on its thread.
struct Setting {
    std::shared_ptr<const TableSet> tables;
    Options options;
    RunPlan plan;
    JobKind kind;
};

Setting setting_of(const SharedTables& tables, const Options& options, const LongRun& run,
                   const PyInputs& inputs, const NamedTexts& texts) {
    Setting setting{tables.set, options, run.plan, {}};
    setting.options.memory = run.plan.memory;
    setting.kind = {.identity = identity_of("synth", 1, inputs, texts),
                    .unit = "rows",
                    .checkpoint_every = rows_between_checkpoints};
    return setting;
}

std::unique_ptr<RowSink> file_of(const std::string& path, const RunPlan& plan) {
    return std::make_unique<RowFile>(path, plan.is_resumable() ? OutputKind::resumable : OutputKind::plain);
}

Made made_by(Result result, std::vector<std::uint32_t> cells, const Setting& setting) {
    Made made{std::move(result), setting.tables, setting.options};
    made.synthesis.cells = std::move(cells);
    made.options.control = {};
    made.options.pool = nullptr;
    return made;
}

Result run_to_sink(Setting& setting, RowSink& rows, Course& course) {
    ThreadPool pool{setting.plan.threads};
    setting.options.pool = &pool;
    setting.options.control = course.control();
    setting.kind.rows = &rows;
    synth::Job job{*setting.tables, setting.options, rows};
    if (setting.plan.is_resumable()) job.check_resumable();
    run(job, setting.kind, setting.plan, course);
    Result result = job.result();
    rows.settle();
    return result;
}

Made synthesize(const SharedTables& tables, const Options& options, const LongRun& run,
                const PyInputs& inputs, const NamedTexts& texts) {
    return followed(run.watcher(),
                    [setting = setting_of(tables, options, run, inputs, texts)](Course& course) mutable {
                        KeptRows rows;
                        Result result = run_to_sink(setting, rows, course);
                        return made_by(std::move(result), rows.take_cells(), setting);
                    });
}

Made synthesize_to_file(const SharedTables& tables, const Options& options, const LongRun& run,
                        const PyInputs& inputs, const NamedTexts& texts, const std::string& path) {
    const std::shared_ptr<RowSink> rows = file_of(path, run.plan);
    return followed(run.watcher(), [rows, setting = setting_of(tables, options, run, inputs, texts)](
                                       Course& course) mutable {
        Result result = run_to_sink(setting, *rows, course);
        rows->commit();
        return made_by(std::move(result), {}, setting);
    });
}

Made synthesize_to_blocks(const SharedTables& tables, const Options& options, const LongRun& run,
                          const nb::object& use) {
    const auto rows = std::make_shared<PythonRows>(use, rows_at_once);
    return followed(run.watcher(),
                    [rows, setting = setting_of(tables, options, run, {}, {})](Course& course) mutable {
                        Result result = run_to_sink(setting, *rows, course);
                        rows->finish();
                        return made_by(std::move(result), {}, setting);
                    });
}

Result run_complete(Setting& setting, const TableText& partial, RowSink& rows, Course& course) {
    ThreadPool pool{setting.plan.threads};
    setting.options.pool = &pool;
    setting.options.control = course.control();
    setting.kind.identity.product = "complete";
    setting.kind.rows = &rows;
    setting.kind.has_partial_result = false;
    CompleteJob job{*setting.tables, partial, setting.options, rows};
    run(job, setting.kind, setting.plan, course);
    Result result = job.result();
    rows.settle();
    return result;
}

// The text with its blanks filled; nothing if it went to a file.
std::string complete(const SharedTables& tables, const TableText& partial, const Options& options,
                     const LongRun& run, const PyInputs& inputs, const NamedTexts& texts,
                     const std::string& path) {
    const std::shared_ptr<RowSink> file = path.empty() ? nullptr : file_of(path, run.plan);
    return followed(run.watcher(), [file, partial, setting = setting_of(tables, options, run, inputs, texts)](
                                       Course& course) mutable {
        if (file != nullptr) {
            run_complete(setting, partial, *file, course);
            file->commit();
            return std::string{};
        }
        KeptRows rows{{}, KeptRows::Keep::cells_and_bytes};
        run_complete(setting, partial, rows, course);
        return rows.take_bytes();
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

}  // namespace

void bind_synth(nb::module_& module) {
    bind_options(module);
    nb::class_<Made>(module, "Made", "Rows, how well they fit, and how they came about.")
        .def_prop_ro("row_count", [](const Made& made) { return made.synthesis.row_count(); })
        .def_prop_ro("digest", [](const Made& made) { return made.synthesis.digest; })
        .def_prop_ro(
            "columns", [](const Made& made) { return column_facts(made.synthesis.schema); },
            "Name, values, whether they are bins, decimals.")
        .def(
            "codes",
            [](const Made& made, std::size_t j) {
                made.column(j);
                return smallest_codes(made.synthesis.schema, j, made.synthesis.cells);
            },
            nb::arg("column"), "Which value each row has; -1: it is missing.")
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
    module.def("synthesize", synthesize, nb::arg("tables"), nb::arg("options"), nb::arg("run"),
               nb::arg("inputs"), nb::arg("texts"), "Rows of individuals whose tables match these.");
    module.def("synthesize_to_file", synthesize_to_file, nb::arg("tables"), nb::arg("options"),
               nb::arg("run"), nb::arg("inputs"), nb::arg("texts"), nb::arg("path"),
               "The same into a CSV file.");
    module.def("synthesize_to_blocks", synthesize_to_blocks, nb::arg("tables"), nb::arg("options"),
               nb::arg("run"), nb::arg("use"),
               "The same, with use(columns, values) called for blocks of rows.");
    module.def("complete", complete, nb::arg("tables"), nb::arg("partial"), nb::arg("options"),
               nb::arg("run"), nb::arg("inputs"), nb::arg("texts"), nb::arg("path"),
               "The text with its blanks filled, or an empty text and a CSV file.");
    bind_checks(module);
    bind_verify(module);
}

}  // namespace drover::python
