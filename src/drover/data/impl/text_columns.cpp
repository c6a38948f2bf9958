#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/csv.hpp>
#include <drover/data/impl/text_columns.hpp>
#include <drover/data/impl/text_lines.hpp>
#include <drover/number/decimal.hpp>

namespace drover::impl {
namespace {

std::string_view known_text(std::string_view field) {
    const std::string_view text = trimmed(field);
    return text == "?" ? std::string_view{} : text;
}

}  // namespace

TextColumns::TextColumns(const NamedText& data, CsvOptions options, const RunControl& control)
    : name_{data.name} {
    CsvReader csv{data.text, name_, options};
    check_input(csv.next(), [&] {
        return Problem{Fault::missing, {.file = name_}, "a header line", "an empty file"};
    });
    for (const std::string_view field : csv.fields()) header_.emplace_back(trimmed(field));
    check_csv_header(header_, name_);
    texts_.assign(header_.size(), Dictionary{data.text});
    StepWatch watch{control};
    while (csv.next()) {
        if (!watch.goes_on()) throw Stopped{};
        const auto fields = csv.fields();
        check_input(fields.size() == header_.size(), [&] {
            return Problem{Fault::syntax,
                           {.file = name_, .row = static_cast<std::int64_t>(row_count() + 1)},
                           std::to_string(header_.size()) + " fields",
                           std::to_string(fields.size())};
        });
        for (std::size_t j = 0; j < fields.size(); ++j)
            cells_.push_back(texts_[j].add(known_text(fields[j])));
    }
}

std::optional<std::size_t> TextColumns::find(const std::string& column) const {
    const auto found = std::find(header_.begin(), header_.end(), column);
    if (found == header_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - header_.begin());
}

std::size_t TextColumns::position(const std::string& column) const {
    const std::optional<std::size_t> found = find(column);
    check_input(found.has_value(), [&] {
        return Problem{Fault::unknown,
                       {.file = name_, .key = "header"},
                       "a column " + quoted(column),
                       listed(header_),
                       did_you_mean(column, header_)};
    });
    return *found;
}

Place TextColumns::first_place(std::uint32_t wanted, std::size_t column) const {
    std::size_t row = 0;
    while (code(row, column) != wanted) ++row;
    return {.file = name_, .row = static_cast<std::int64_t>(row) + 1, .column = header_[column]};
}

}  // namespace drover::impl
