#include <algorithm>
#include <map>

#include <drover/core/check.hpp>
#include <drover/data/csv.hpp>
#include <drover/tables/count/choice.hpp>
#include <drover/tables/count/grouped.hpp>
#include <drover/tables/names.hpp>

namespace drover {
namespace {

using Places = std::vector<std::size_t>;

// The positions of a label's columns in the header; none if it is not a list of columns.
Places places_of(const std::string& label, const std::vector<std::string>& header) {
    Places places;
    try {
        for (const std::string& name : parse_names("grouping", label)) {
            const auto found = std::find(header.begin() + 1, header.end(), name);
            if (found == header.end()) return {};
            places.push_back(static_cast<std::size_t>(found - header.begin()));
        }
    } catch (const InputError&) {
        return {};
    }
    return places;
}

std::vector<std::string> header_of(CsvReader& reader) {
    if (!reader.next()) return {};
    return {reader.fields().begin(), reader.fields().end()};
}

class Separator {
  public:
    Separator(const TableText& text, CsvOptions csv)
        : name_{text.file}, csv_{csv}, reader_{text.text, name_, csv} {
        header_ = header_of(reader_);
        check_csv_header(header_, name_);
        for (std::size_t i = 1; i < header_.size(); ++i) {
            const bool is_number = header_[i] == "count" || header_[i] == "p" || header_[i] == "se";
            (is_number ? numbers_ : variables_).push_back(i);
        }
    }

    std::vector<TableText> tables() {
        for (std::int64_t row = 1; reader_.next(); ++row) add(row);
        Schema schema;
        for (const std::string& name : header_)
            schema.columns.push_back({.name = name, .values = {}, .bins = {}});
        std::vector<Places> all;
        for (const auto& [key, text] : texts_) all.push_back(key.second);
        std::vector<TableText> tables;
        for (std::string& name : table_names(all, schema)) tables.push_back({std::move(name) + ".csv", {}});
        std::size_t k = 0;
        for (auto& [key, text] : texts_) tables[k++].text = std::move(text);
        return tables;
    }

  private:
    void add(std::int64_t row) {
        const auto fields = reader_.fields();
        check_input(fields.size() == header_.size(), [&] {
            return Problem{Fault::syntax,
                           {.file = name_, .row = static_cast<std::int64_t>(row)},
                           std::to_string(header_.size()) + " fields",
                           std::to_string(fields.size())};
        });
        if (fields[0] != label_ || text_ == nullptr) open(std::string{fields[0]}, row);
        for (const std::size_t column : variables_) {
            const bool is_there = std::find(columns_.begin(), columns_.end(), column) != columns_.end();
            check_input(is_there || fields[column].empty(), [&] {
                return Problem{
                    Fault::conflict,
                    {.file = name_, .row = static_cast<std::int64_t>(row), .column = header_[column]},
                    "a blank field, because the row is of the table " + quoted(label_),
                    quoted(std::string{fields[column]})};
            });
        }
        write(fields);
    }

    // The text of the table with these columns.
    void open(std::string label, std::int64_t row) {
        columns_ = places_of(label, header_);
        check_input(!columns_.empty(), [&] {
            return Problem{Fault::unknown,
                           {.file = name_, .row = static_cast<std::int64_t>(row), .column = "grouping"},
                           "columns of the file separated by commas",
                           quoted(label)};
        });
        label_ = std::move(label);
        text_ = &texts_[{columns_.size(), columns_}];
        if (text_->empty()) {
            const std::vector<std::string_view> names{header_.begin(), header_.end()};
            write(names);
        }
    }

    void write(std::span<const std::string_view> fields) {
        for (const std::size_t column : columns_)
            *text_ += csv_field(std::string{fields[column]}, csv_) + csv_.separator;
        for (const std::size_t column : numbers_)
            *text_ += csv_field(std::string{fields[column]}, csv_) + csv_.separator;
        text_->back() = '\n';
    }

    std::string name_;
    CsvOptions csv_;
    CsvReader reader_;
    std::vector<std::string> header_;
    Places variables_;
    Places numbers_;
    std::map<std::pair<std::size_t, Places>, std::string> texts_;
    std::string label_;
    Places columns_;  // of the table of the last row
    std::string* text_ = nullptr;
};

}  // namespace

std::string grouping_label(const std::vector<std::string>& columns) {
    std::string label;
    for (const std::string& column : columns) label += (label.empty() ? "" : ",") + csv_field(column);
    return label;
}

bool is_grouped(const TableText& text, CsvOptions csv) {
    // The name comes first, after a byte order mark and a quote at most.
    constexpr std::size_t longest_front = 16;
    if (std::string_view{text.text}.substr(0, longest_front).find("grouping") == std::string_view::npos)
        return false;
    CsvReader reader{text.text, text.file, csv};
    const std::vector<std::string> header = header_of(reader);
    return !header.empty() && header.front() == "grouping" && reader.next() &&
           !places_of(std::string{reader.fields().front()}, header).empty();
}

std::vector<TableText> grouped_tables(const TableText& text, CsvOptions csv) {
    return Separator{text, csv}.tables();
}

}  // namespace drover
