#include <ostream>

#include <drover/core/check.hpp>
#include <drover/synth/explain.hpp>

#include "../cli/memory.hpp"
#include "../tables/options.hpp"
#include "commands.hpp"

namespace drover::cli::synth {

using namespace drover::synth;
namespace {

struct ExplainCommandLine {
    CommonOptions common;
    TableInput input;
    std::string tolerance = "1e-9";
};

void describe(OptionList& list, ExplainCommandLine& options) {
    list.files("TABLES", options.input.files, "Tables of counts; - is standard input")
        .required()
        .typed("FILE")
        .keyed("files");
    describe(list, options.input);
    list.text("--tolerance", options.tolerance,
              "Relative differences up to this are ignored, 0 to below 1; 0: exact")
        .typed("X")
        .with_default();
    describe(list, options.common);
}

ExitCode run_explain(const ExplainCommandLine& options, Streams& streams) {
    PinnedFiles files;
    InputOptions input = input_options(options.input, files);
    input.kind = InputKind::tables;
    input.memory = memory_limit(options.common);
    const Rational tolerance = option_number("--tolerance", options.tolerance);
    check_input(tolerance.numerator() >= 0 && tolerance < Rational{1},
                [&] { return "--tolerance: expected 0 to below 1, got " + options.tolerance; });
    const Explanation explanation =
        explain(tables_of(read_texts(options.input.files, files, input.csv), input),
                {.tolerance = tolerance.to_double()});
    Report report;
    report.add("format", "", "drover.explain/1");
    echo(report, options);
    add_result(report, explanation);
    write_result(options.common, streams, report, [&](std::ostream& out) { write_text(out, explanation); });
    return ExitCode::ok;
}

}  // namespace

Command explain_command() {
    return {
        .name = "explain",
        .summary = "Say whether published tables agree with one another",
        .footer =
            "A table is a CSV file with a column for each variable and one called count, or p for shares;\n"
            "a column se may hold standard errors, and a blank count is a suppressed cell. Totals and all\n"
            "sub-tables that tables share are compared in exact numbers; relative differences up to\n"
            "--tolerance count as equal. If they differ, no rows can match all tables: the last lines say\n"
            "how close any rows can come. Rows of totals, values in two spellings and shares that do not\n"
            "sum to 1 are listed.\n\n"
            "Example: drover explain tables/*.csv",
        .task = task<run_explain>};
}

}  // namespace drover::cli::synth
