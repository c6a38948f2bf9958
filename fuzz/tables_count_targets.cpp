#include <algorithm>

#include <drover/data/csv.hpp>
#include <drover/tables/count/published.hpp>
#include <drover/tables/count/stream.hpp>

#include "target.hpp"

namespace drover::fuzz {
namespace {

// All results for rows: the tables of a choice, and the categories of the columns.
using Told = std::vector<std::string>;

Told told_of(const MeasurableRows& rows, const TableChoice& choice) {
    Told told;
    for (const PublishedTable& table : tables(rows, {.choice = choice}, "m.csv")) {
        told.push_back(table.name);
        told.push_back(table.csv);
    }
    for (const Column& column : rows.schema().columns) {
        told.push_back(column.name);
        told.insert(told.end(), column.values.begin(), column.values.end());
    }
    return told;
}

TableChoice chosen_tables_of(unsigned choice) {
    TableChoice tables{.order = choice % 3, .max_cells = 4'096, .leave_out_large = true};
    if ((choice & 4U) != 0) tables.weight = "w";
    if ((choice & 8U) != 0) tables.columns = {"a", "n"};
    if ((choice & 16U) != 0) tables.also = {{"a"}};
    return tables;
}

Told streamed(std::string_view text, const TableChoice& choice, CsvOptions csv, std::size_t block) {
    TableStream stream{"m.csv", choice, {}, csv};
    for (std::size_t at = 0; at < text.size(); at += block) stream.add(text.substr(at, block));
    return told_of(stream.finish(), choice);
}

// The same rows as batches of columns, whose texts are numbered separately in each batch.
Told batched(const CsvTable& rows, const TableChoice& choice, std::size_t most) {
    TableStream stream{"m.csv", choice};
    for (std::size_t from = 0; from < rows.rows.size() || from == 0; from += most) {
        const std::size_t to = std::min(rows.rows.size(), from + most);
        std::vector<std::vector<std::uint32_t>> codes(rows.header.size());
        std::vector<CodedColumn> batch;
        for (std::size_t j = 0; j < rows.header.size(); ++j) {
            std::vector<std::string> texts;
            for (std::size_t r = from; r < to; ++r) {
                const std::string& text = rows.rows[r].fields[j];
                const auto code =
                    static_cast<std::size_t>(std::find(texts.begin(), texts.end(), text) - texts.begin());
                if (code == texts.size()) texts.push_back(text);
                codes[j].push_back(static_cast<std::uint32_t>(code));
            }
            batch.push_back({rows.header[j], texts, codes[j]});
        }
        stream.add(batch);
    }
    return told_of(stream.finish(), choice);
}

// Microdata in blocks split anywhere, in batches, and at once: the same tables, or all are rejected.
void stream(std::string_view bytes) {
    const unsigned choice = take_choice(bytes);
    const std::size_t block = 1 + take_choice(bytes) % 64;
    const CsvOptions csv{.separator = ",;\t|"[choice / 64]};
    const TableChoice tables = chosen_tables_of(choice);
    const auto at_once =
        tried([&] { return told_of(microdata_of(bytes, "m.csv", tables, {}, csv), tables); });
    require(tried([&] { return streamed(bytes, tables, csv, block); }) == at_once);
    const auto rows = tried([&] { return parse_csv(bytes, "m.csv", csv); });
    if (rows) require(tried([&] { return batched(*rows, tables, block); }) == at_once);
}

}  // namespace

std::vector<Target> tables_count_targets() { return {{"stream", stream}}; }

}  // namespace drover::fuzz
