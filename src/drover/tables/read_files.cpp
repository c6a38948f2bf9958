#include <drover/files/file.hpp>
#include <drover/tables/read_files.hpp>

namespace drover {

TableText read_table_text(const std::string& path) { return {.file = path, .text = read_file(path)}; }

TableSet read_tables(const std::vector<std::string>& files, const TableFileOptions& options) {
    std::vector<TableText> texts;
    texts.reserve(files.size());
    for (const std::string& file : files) texts.push_back(read_table_text(file));
    return parse_tables(texts, options);
}

}  // namespace drover
