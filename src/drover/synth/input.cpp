#include <istream>
#include <iterator>

#include <drover/core/check.hpp>
#include <drover/moments/rational_sum.hpp>
#include <drover/synth/input.hpp>

namespace drover {

TableText text_of(std::istream& in, std::string name) {
    std::string text{std::istreambuf_iterator<char>{in}, {}};
    if (in.bad()) throw IoError(name + ": cannot read");
    return {std::move(name), std::move(text)};
}

bool is_microdata(std::span<const TableText> texts, CsvOptions csv) {
    return texts.size() == 1 && !looks_like_table(texts.front(), csv);
}

TableSet tables_of(std::span<const TableText> texts, const InputOptions& options) {
    if (options.kind == InputKind::tables ||
        (options.kind == InputKind::automatic && !is_microdata(texts, options.csv))) {
        TableFileOptions table{.csv = options.csv};
        table.absent_unknown = options.absent_unknown;
        table.noisy = options.noisy;
        if (options.schema) table.schema = options.schema->schema;
        return parse_tables(texts, table);
    }
    check_input(texts.size() == 1,
                [&] { return "expected one file of microdata, got " + std::to_string(texts.size()); });
    const TableText& microdata = texts.front();
    const CategoryTable rows =
        microdata_of(microdata.text, microdata.file, options.choice, options.schema, options.csv);
    check_input(rows.column_count() > 1 || options.choice.order < 2, [&] {
        const std::string separator =
            options.csv.separator == '\t' ? "tab" : std::string(1, options.csv.separator);
        return microdata.file + ": expected columns with " + quoted(separator) +
               " between them (--separator), got one column";
    });
    return tables_of(rows, options.choice, microdata.file);
}

std::string input_text(const TableSet& tables) {
    const auto counted = [](std::size_t count, const char* what) {
        return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
    };
    const std::string columns = counted(tables.schema.columns.size(), "column");
    if (!tables.from_microdata) return counted(tables.tables.size(), "table") + " over " + columns;
    const std::string rows = "microdata, " + std::to_string(tables.row_count) + " rows of " + columns;
    if (!tables.weighted) return rows;
    RationalSum sum;
    for (const Rational& count : tables.tables.front().counts) sum.add(count);
    return rows + " and weights that sum to " + decimal_text(sum.value());
}

}  // namespace drover
