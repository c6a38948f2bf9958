#include <drover/core/check.hpp>
#include <drover/data/binary_table.hpp>
#include <drover/data/csv.hpp>

namespace drover {

BinaryTable parse_binary_csv(std::string_view text, const std::string& name) {
    const CsvTable table = parse_csv(text, name);
    check_input(!table.rows.empty(), [&] {
        return Problem{Fault::missing, {.file = name}, "at least one row", "none"};
    });
    std::vector<BitRow> rows;
    rows.reserve(table.rows.size());
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        BitRow row(table.header.size());
        for (std::size_t j = 0; j < table.header.size(); ++j) {
            const std::string& field = table.rows[i].fields[j];
            check_input(field == "0" || field == "1", [&] {
                return Problem{Fault::type, table.place(i, j), "0 or 1", quoted(field)};
            });
            row.set(j, field == "1");
        }
        rows.push_back(std::move(row));
    }
    return {table.header, std::move(rows)};
}

}  // namespace drover
