#include <ostream>

#include <drover/synth/explain.hpp>

#include "cmd_explain.hpp"

namespace drover::cli {

void add_explain(CLI::App& app, ExplainOptions& options) {
    CLI::App& command = add_command(
        app, "explain", "Say whether published tables agree with one another",
        "A table is a CSV file with a column for each variable and one called count, or p for shares;\n"
        "a column se may hold standard errors, and a blank count is a suppressed cell. Totals and all\n"
        "sub-tables that tables share are compared, exactly. If they differ, no rows can match all tables:\n"
        "the last lines say how close any rows can come at best.\n\n"
        "Example: drover explain tables/*.csv");
    add_table_files(command, options.input);
    add_table_options(command, options.input);
    add_common_options(command, options.common);
}

ExitCode run_explain(const ExplainOptions& options, Streams& streams) {
    InputOptions input = input_options(options.input);
    input.kind = InputKind::tables;
    const Explanation explanation = explain(tables_of(read_texts(options.input.files), input));
    write_output(options.common.output, streams.out, [&](std::ostream& out) {
        if (!options.common.json) {
            out << to_text(explanation);
            return;
        }
        Report report;
        report.add("format", "", "drover.explain/1");
        add_table_entries(report, options.input);
        add_common_entries(report, options.common);
        add_result(report, explanation);
        write_json(out, report);
    });
    return ExitCode::ok;
}

}  // namespace drover::cli
