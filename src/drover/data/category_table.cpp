#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/data/category_table.hpp>
#include <drover/data/microdata_stream_detail.hpp>

namespace drover {

CategoryTable parse_microdata(std::string_view text, const std::string& name,
                              const MicrodataOptions& options) {
    CsvReader csv{text, name, options.csv};
    check_input(csv.next(), [&] { return name + ": expected a header line, got an empty file"; });
    detail::MicrodataStream stream{{csv.fields().begin(), csv.fields().end()}, name, options, text};
    stream.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
    while (csv.next()) stream.add(csv.fields());
    return take_rows(stream);
}

}  // namespace drover
