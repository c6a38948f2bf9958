#include <algorithm>
#include <sstream>

#include <drover/files/file.hpp>
#include <drover/files/scratch.hpp>

#include "bindings.hpp"
#include "frame_csv.hpp"
#include "job.hpp"

namespace drover::python {

std::vector<CodedColumn> coded_columns(const std::vector<PyColumn>& columns) {
    std::vector<CodedColumn> coded;
    for (const auto& [name, texts, codes] : columns)
        coded.push_back({name, texts, {codes.data(), codes.size()}});
    return coded;
}

std::shared_ptr<const std::vector<PyColumn>> kept_columns(const std::vector<PyColumn>& columns) {
    return {new std::vector<PyColumn>{columns}, [](const std::vector<PyColumn>* kept) {
                const nb::gil_scoped_acquire locked;
                delete kept;
            }};
}

Rational exact_number(const char* what, const std::string& text) {
    try {
        return parse_rational(text);
    } catch (const InputError& error) {
        throw InputError(std::string{what} + ": " + error.what());
    }
}

namespace {

std::string schema_text(const Schema& schema) {
    std::ostringstream text;
    write_schema(text, schema);
    return std::move(text).str();
}

std::optional<SchemaFile> schema_of(const std::optional<std::string>& text) {
    if (!text) return {};
    return parse_schema(*text, "schema");
}

// Every code has a text, and all columns have the same length. A frame may have no rows.
std::vector<CodedColumn> checked(std::vector<CodedColumn> columns) {
    const bool has_rows = std::any_of(columns.begin(), columns.end(),
                                      [](const CodedColumn& column) { return !column.codes.empty(); });
    if (has_rows) checked_row_count(columns, "frame");
    return columns;
}

CategoryTable microdata_of(const std::vector<PyColumn>& columns, const std::string& name,
                           const InputOptions& options) {
    return drover::microdata_of(coded_columns(columns), name, options.choice, options.schema);
}

Published publish(const MeasurableRows& rows, const std::string& name, PublishOptions options,
                  Course& course) {
    Published published{schema_text(rows.schema()), {}};
    course.total = static_cast<std::int64_t>(published_names(rows, options, name).size());
    options.control = course.control();
    tables(rows, options, name, [&](const PublishedTable& table) {
        published.second.emplace_back(table.name, table.columns, table.csv);
    });
    return published;
}

CountedRows count_file(const std::string& path, const InputOptions& options, const Course& course) {
    TableStream stream{path, options.choice, options.schema, options.csv, scratch_file()};
    read_file_blocks(path, [&](std::string_view block) {
        if (!course.stop.stop_requested()) stream.add(block);
    });
    return stream.finish();
}

void bind_options(nb::module_& module) {
    nb::class_<TableChoice>(module, "TableChoice", "Which tables of microdata are wanted.")
        .def(nb::init<>())
        .def_rw("order", &TableChoice::order)
        .def_rw("columns", &TableChoice::columns)
        .def_rw("also", &TableChoice::also)
        .def_rw("by", &TableChoice::by)
        .def_rw("weight", &TableChoice::weight)
        .def_rw("max_cells", &TableChoice::max_cells)
        .def_rw("leave_out_large", &TableChoice::leave_out_large);
    nb::class_<InputOptions>(module, "InputOptions", "How tables and microdata are read.")
        .def(nb::init<>())
        .def_prop_rw(
            "kind", [](const InputOptions&) { return std::string{}; },
            [](InputOptions& options, const std::string& word) {
                options.kind = choose(input_kinds, word, "kind");
            })
        .def_rw("absent_unknown", &InputOptions::absent_unknown)
        .def_rw("noisy", &InputOptions::noisy)
        .def_rw("suppressed", &InputOptions::suppressed)
        .def_rw("count", &InputOptions::count)
        .def_rw("choice", &InputOptions::choice)
        .def("set_schema", [](InputOptions& options,
                              const std::optional<std::string>& text) { options.schema = schema_of(text); })
        .def("set_groups",
             [](InputOptions& options, const std::string& text, const std::string& key) {
                 options.groups = parse_groups(text, "groups");
                 options.key = parse_key("key", key);
             })
        .def("set_separator",
             [](InputOptions& options, char separator) { options.csv.separator = separator; });
}

void bind_tables(nb::module_& module) {
    nb::class_<TableText>(module, "Text", "A CSV text and its name.")
        .def(
            "__init__",
            [](TableText* self, std::string name, const nb::bytes& text) {
                new (self) TableText{std::move(name), {text.c_str(), text.size()}};
            },
            nb::arg("name"), nb::arg("text"))
        .def_ro("name", &TableText::file)
        .def_prop_ro("bytes",
                     [](const TableText& text) { return nb::bytes(text.text.data(), text.text.size()); });
    nb::class_<SharedTables>(module, "TableSet", "Tables over common columns.")
        .def_prop_ro("names", [](const SharedTables& tables) { return table_names(*tables.set); })
        .def_prop_ro("schema", [](const SharedTables& tables) { return schema_text(tables.set->schema); })
        .def_prop_ro("from_microdata", [](const SharedTables& tables) { return tables.set->from_microdata; })
        .def("__repr__", [](const SharedTables& tables) { return input_text(*tables.set); });
}

void bind_engines(nb::module_& module) {
    module.def(
        "tables_sql",
        [](const std::string& table, const TableChoice& choice, const std::string& dialect,
           std::int64_t suppress_below) {
            return tables_sql(table, {.choice = choice,
                                      .dialect = choose(sql_dialects, dialect, "dialect"),
                                      .suppress_below = suppress_below});
        },
        nb::arg("table"), nb::arg("choice"), nb::arg("dialect"), nb::arg("suppress_below"),
        "A statement that counts tables in a database.");
    using CountedTexts = std::tuple<std::string, std::vector<std::string>, std::vector<std::int64_t>>;
    module.def(
        "schema_of_values",
        [](const std::vector<CountedTexts>& columns, const std::string& name, const InputOptions& options) {
            std::vector<CountedValues> counted;
            for (const auto& [column, texts, counts] : columns) counted.push_back({column, texts, counts});
            return schema_text(schema_of(counted, name, microdata_options(options.choice, options.schema)));
        },
        nb::arg("columns"), nb::arg("name"), nb::arg("options"),
        "The schema of microdata whose columns have these texts, each that often.");
}

}  // namespace

Published publish(std::shared_ptr<const CountedRows> rows, const std::string& name,
                  const InputOptions& options, const TableWriterOptions& writer, const nb::object& progress) {
    const PublishOptions publishing{.choice = options.choice, .writer = writer};
    return followed(progress, [rows = std::move(rows), name, publishing](Course& course) {
        return publish(*rows, name, publishing, course);
    });
}

void bind_inputs(nb::module_& module) {
    bind_options(module);
    bind_tables(module);
    module.def(
        "read_text",
        [](const std::string& path, const LongRun* run) {
            return followed(reading_by(run), [path](Course&) { return TableText{path, read_file(path)}; });
        },
        nb::arg("path"), nb::arg("run") = nb::none(), "The text of a file; gzip is decompressed.");
    module.def(
        "frame_csv",
        [](const std::vector<PyColumn>& columns) {
            const std::string text = frame_csv(checked(coded_columns(columns)));
            return nb::bytes(text.data(), text.size());
        },
        nb::arg("columns"), "Columns as CSV.");
    module.def("is_microdata", [](const std::vector<TableText>& texts, const InputOptions& options) {
        return is_microdata(texts, options);
    });
    module.def(
        "tables_of_texts",
        [](const std::vector<TableText>& texts, InputOptions options, const LongRun* run) {
            if (run != nullptr) options.memory = run->plan.memory;
            return followed(reading_by(run), [texts, options = std::move(options)](Course& course) mutable {
                options.control = course.control().without_progress();
                return SharedTables{std::make_shared<TableSet>(tables_of(texts, options))};
            });
        },
        nb::arg("texts"), nb::arg("options"), nb::arg("run") = nb::none(),
        "Published tables, or those of one text of microdata.");
    module.def(
        "tables_of_columns",
        [](const std::vector<PyColumn>& columns, const std::string& name, const InputOptions& options,
           const LongRun* run) {
            return followed(reading_by(run), [kept = kept_columns(columns), name,
                                              options = options](Course& course) mutable {
                options.choice.control = course.control().without_progress();
                const CategoryTable rows = microdata_of(*kept, name, options);
                return SharedTables{std::make_shared<TableSet>(tables_of(rows, options.choice, name))};
            });
        },
        nb::arg("columns"), nb::arg("name"), nb::arg("options"), nb::arg("run") = nb::none(),
        "The tables of microdata.");
    module.def(
        "published_tables",
        [](const std::vector<PyColumn>& columns, const std::string& name, const InputOptions& options,
           std::int64_t round, std::int64_t suppress_below, const nb::object& progress) {
            const PublishOptions publishing{.choice = options.choice,
                                            .writer = {.round = round, .suppress_below = suppress_below}};
            return followed(progress,
                            [kept = kept_columns(columns), name, options, publishing](Course& course) {
                                return publish(microdata_of(*kept, name, options), name, publishing, course);
                            });
        },
        nb::arg("columns"), nb::arg("name"), nb::arg("options"), nb::arg("round"), nb::arg("suppress_below"),
        nb::arg("progress").none(), "Schema, and name, columns and CSV of each table of microdata.");
    module.def(
        "published_tables_of_file",
        [](const std::string& path, const InputOptions& options, std::int64_t round,
           std::int64_t suppress_below, const nb::object& progress) {
            return followed(progress, [path, options, round, suppress_below](Course& course) {
                const CountedRows rows = count_file(path, options, course);
                const PublishOptions publishing{.choice = options.choice,
                                                .writer = {.round = round, .suppress_below = suppress_below}};
                return publish(rows, path, publishing, course);
            });
        },
        nb::arg("path"), nb::arg("options"), nb::arg("round"), nb::arg("suppress_below"),
        nb::arg("progress").none(), "The same for a CSV file, which is read as a stream.");
    bind_engines(module);
}

}  // namespace drover::python
