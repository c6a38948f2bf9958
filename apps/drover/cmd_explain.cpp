#include <ostream>

#include <drover/synth/explain.hpp>

#include "command.hpp"
#include "table_options.hpp"

namespace drover::cli {
namespace {

struct ExplainOptions {
    CommonOptions common;
    TableInput input;
};

void describe(OptionList& list, ExplainOptions& options) {
    list.files("TABLES", options.input.files, "Tables of counts; - is standard input")
        .required()
        .typed("FILE")
        .keyed("files");
    describe(list, options.input);
    describe(list, options.common);
}

ExitCode run_explain(const ExplainOptions& options, Streams& streams) {
    InputOptions input = input_options(options.input);
    input.kind = InputKind::tables;
    const Explanation explanation = explain(tables_of(read_texts(options.input.files), input));
    Report report;
    report.add("format", "", "drover.explain/1");
    echo(report, options);
    add_result(report, explanation);
    write_result(options.common, streams, report, [&](std::ostream& out) { out << to_text(explanation); });
    return ExitCode::ok;
}

const Command command{
    {.name = "explain",
     .rank = 40,
     .summary = "Say whether published tables agree with one another",
     .footer =
         "A table is a CSV file with a column for each variable and one called count, or p for shares;\n"
         "a column se may hold standard errors, and a blank count is a suppressed cell. Totals and all\n"
         "sub-tables that tables share are compared, exactly. If they differ, no rows can match all tables:\n"
         "the last lines say how close any rows can come at best.\n\n"
         "Example: drover explain tables/*.csv"},
    task<run_explain>};

}  // namespace
}  // namespace drover::cli
