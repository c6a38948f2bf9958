#include <drover/data/csv.hpp>

#include "frame_csv.hpp"

namespace drover::python {
namespace {

void append(std::string& text, const std::string& field, std::size_t column) {
    if (column > 0) text += ',';
    text += field;
}

// Readers would skip a blank line.
std::string field_of(const std::string& text, std::size_t column_count) {
    const bool is_blank = text.find_first_not_of(" \t") == std::string::npos;
    return column_count == 1 && is_blank ? '"' + text + '"' : csv_field(text);
}

std::string header_of(std::span<const CodedColumn> columns) {
    std::string text;
    for (std::size_t j = 0; j < columns.size(); ++j)
        append(text, field_of(columns[j].name, columns.size()), j);
    return text + '\n';
}

void append_rows(std::string& text, std::span<const CodedColumn> columns) {
    std::vector<std::vector<std::string>> fields(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j)
        for (const std::string& value : columns[j].texts)
            fields[j].push_back(field_of(value, columns.size()));
    const std::size_t rows = columns.empty() ? 0 : columns.front().codes.size();
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t j = 0; j < columns.size(); ++j) append(text, fields[j][columns[j].codes[r]], j);
        text += '\n';
    }
}

}  // namespace

std::string frame_csv(std::span<const CodedColumn> columns) {
    std::string text = header_of(columns);
    append_rows(text, columns);
    return text;
}

void FrameDigest::add(std::span<const CodedColumn> part) {
    std::string text = std::exchange(has_header_, true) ? std::string{} : header_of(part);
    append_rows(text, part);
    digest_.add(text);
}

}  // namespace drover::python
