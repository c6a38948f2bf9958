#include <drover/core/check.hpp>

#include "../tables/spreadsheet.hpp"
#include "reference.hpp"

namespace drover::cli::synth {
namespace {

std::map<std::string, std::int32_t> parse_trust(const std::vector<std::string>& texts) {
    std::map<std::string, std::int32_t> trust;
    for (const std::string& text : texts) {
        const std::size_t at = text.rfind('=');
        check_input(at != std::string::npos && at > 0,
                    [&] { return "--trust: expected TABLE=NUMBER, got " + quoted(text); });
        const std::string name = text.substr(0, at);
        const Rational value = option_number("--trust", text.substr(at + 1));
        check_input(value.denominator() == 1 && value.numerator() >= 1 && value.numerator() <= 100, [&] {
            return "--trust: expected an integer from 1 to 100 for " + quoted(name) + ", got " +
                   quoted(text.substr(at + 1));
        });
        trust[name] = static_cast<std::int32_t>(value.numerator());
    }
    return trust;
}

}  // namespace

TableSet reference_tables(const std::vector<TableText>& texts, const ReferenceOptions& options,
                          ReferenceUse use, const MemoryLimit& memory, PinnedFiles& pins,
                          const RunControl& control) {
    InputOptions input = input_options(options.tables, pins);
    input.control = control.without_progress();
    input.memory = memory;
    input.csv = csv_options(options.tables.separator);
    input.choice.weight = options.weight;
    const bool from_microdata = is_microdata(texts, input);
    if (from_microdata) {
        input.choice = table_choice(options.order, options.columns, options.also);
        input.choice.by = options.by;
        input.choice.weight = options.weight;
        input.choice.max_cells = options.max_cells;
        input.choice.leave_out_large = use == ReferenceUse::check && options.where.empty();
    }
    check_input(
        from_microdata || use == ReferenceUse::check || (options.columns.empty() && options.also.empty()),
        [] { return std::string{"--columns and --also: expected one file of microdata, got tables"}; });
    check_input(from_microdata || options.weight.empty(),
                [] { return std::string{"--weight: expected one file of microdata, got tables"}; });
    TableSet tables = tables_of(texts, input);
    if (options.safe_spreadsheet) mark_formulas(tables.schema);
    return tables;
}

NamedValues values_of(const char* option, const std::string& text, const ReferenceOptions& options) {
    NamedValues values = parse_values(option, text);
    return options.safe_spreadsheet ? marked_formulas(std::move(values)) : values;
}

TargetOptions target_options(const ReferenceOptions& options) {
    TargetOptions result{.trust = parse_trust(options.trust)};
    if (!options.total.empty()) {
        result.total = option_number("--total", options.total);
        check_input(*result.total > Rational{0},
                    [&] { return "--total: expected a number above 0, got " + options.total; });
    }
    return result;
}

void describe(OptionList& list, ReferenceOptions& options) {
    const auto shaping = [](Option& option, const char* type) { option.typed(type).shaping_rows(); };
    describe(list, options.tables);
    list.flag("--safe-spreadsheet", options.safe_spreadsheet,
              "Write ' before texts that a spreadsheet would take for formulas: = + - @ and no number")
        .shaping_rows("safe-spreadsheet");
    shaping(list.text("--total", options.total,
                      "Total of tables with unknown cells, above 0 [default: the largest that is known]"),
            "N");
    shaping(list.count("--order", options.order, "Microdata: measure all tables of so many columns; 0: none")
                .within(0, 100'000),
            "K");
    shaping(list.text("--columns", options.columns, "Microdata: only these columns [default: all]"),
            "A,B,...");
    shaping(
        list.text("--weight", options.weight,
                  "Column of weights of the microdata or of the sample: how many people a row stands for"),
        "COLUMN");
    shaping(
        list.texts("--also", options.also, "Microdata: one more table, over these columns; may be repeated")
            .once_each(),
        "A,B,...");
    shaping(list.text("--where", options.where, "Only those with these values [default: all]"), "A=x,B=y");
    list.count("--max-cells", options.max_cells, "Microdata: the most cells a table may have")
        .within(1, 1'000'000'000'000)
        .echoed_before("where")
        .shaping_rows("max_cells", "where");
}

void describe_trust(OptionList& list, ReferenceOptions& options) {
    list.texts("--trust", options.trust, "TABLE=K: let this table pull K times, 1 to 100; may be repeated")
        .once_each()
        .typed("TABLE=K")
        .shaping_rows();
}

void describe_by(OptionList& list, ReferenceOptions& options) {
    list.text("--by", options.by,
              "Make the rows of each value of this column by themselves: the zones [default: found "
              "automatically]")
        .typed("COLUMN")
        .shaping_rows("by", "zeros");
}

}  // namespace drover::cli::synth
