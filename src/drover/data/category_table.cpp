#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/paced_watch.hpp>
#include <drover/data/impl/category_table.hpp>
#include <drover/data/impl/microdata_stream.hpp>

namespace drover {

CategoryTable parse_microdata(std::string_view text, const std::string& name,
                              const MicrodataOptions& options) {
    CsvReader csv{text, name, options.csv};
    check_input(csv.next(), [&] {
        return Problem{Fault::missing, {.file = name}, "a header line", "an empty file"};
    });
    impl::MicrodataStream stream{{csv.fields().begin(), csv.fields().end()}, name, options, text};
    stream.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
    PacedWatch watch{options.control};
    while (csv.next()) {
        stream.add(csv.fields());
        if (!watch.goes_on(stream.row_count())) throw Stopped{};
    }
    return take_rows(stream);
}

void impl::check_categories(const CategoryTable& rows, const std::string& name) {
    const std::size_t columns = rows.column_count();
    check_input(columns > 0, [&] {
        return Problem{Fault::missing, {.file = name}, "at least one column", "none"};
    });
    check_input(rows.cells.size() % columns == 0, [&] {
        return Problem{Fault::range,
                       {.file = name},
                       "complete rows of " + std::to_string(columns) + " columns",
                       std::to_string(rows.cells.size()) + " cells"};
    });
    for (std::size_t j = 0; j < columns; ++j) {
        const Column& column = rows.schema.columns[j];
        for (std::size_t at = j; at < rows.cells.size(); at += columns)
            check_input(rows.cells[at] < column.values.size(), [&] {
                return Problem{
                    Fault::range,
                    {.file = name, .row = static_cast<std::int64_t>(at / columns + 1), .column = column.name},
                    "a category below " + std::to_string(column.values.size()),
                    std::to_string(rows.cells[at])};
            });
    }
}

}  // namespace drover
