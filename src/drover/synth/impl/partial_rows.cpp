#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/data/csv.hpp>
#include <drover/synth/impl/partial_rows.hpp>

namespace drover::synth::impl {

PartialRows::PartialRows(std::string_view text, std::string name, const Schema& schema, CsvOptions csv)
    : reader_{text, name, csv}, name_{std::move(name)}, csv_{csv}, schema_{schema} {
    for (const Column& column : schema.columns) {
        coders_.emplace_back(column);
        names_.push_back(column.name);
    }
    read_header(schema);
}

void PartialRows::read_header(const Schema& schema) {
    check_input(reader_.next(), [&] {
        return Problem{Fault::missing, {.file = name_}, "a header and partial rows", "an empty file"};
    });
    for (const std::string_view field : reader_.fields()) {
        const std::string column{field};
        check_input(!column.empty() && std::find(header_.begin(), header_.end(), column) == header_.end(),
                    [&] {
                        return Problem{Fault::repeated,
                                       {.file = name_, .key = "header"},
                                       "names of columns, each once",
                                       quoted(column)};
                    });
        header_.push_back(column);
        column_of_.push_back(schema.find(column).value_or(no_column));
    }
    field_count_ = header_.size();
    for (std::size_t i = 0; i < names_.size(); ++i) {
        if (std::find(column_of_.begin(), column_of_.end(), i) != column_of_.end()) continue;
        header_.push_back(names_[i]);
        column_of_.push_back(i);
    }
    check_input(header_.size() < field_count_ + names_.size(), [&] {
        return Problem{Fault::missing, {.file = name_}, "at least one column of the tables", "none"};
    });
}

void PartialRows::append_field(std::string_view text, bool is_last, std::string& out) const {
    out += csv_field(std::string{text}, csv_);
    out += is_last ? '\n' : csv_.separator;
}

std::string PartialRows::header() const {
    std::string line;
    for (std::size_t k = 0; k < header_.size(); ++k) append_field(header_[k], k + 1 == header_.size(), line);
    return line;
}

Place PartialRows::place() const { return {.file = name_, .row = row_number_}; }

bool PartialRows::next() {
    if (!reader_.next()) {
        check_input(row_number_ > 0, [&] {
            return Problem{Fault::missing, {.file = name_}, "partial rows below the header", "none"};
        });
        return false;
    }
    ++row_number_;
    const auto fields = reader_.fields();
    check_input(fields.size() == field_count_, [&] {
        return Problem{Fault::syntax, place(), std::to_string(field_count_) + " fields",
                       std::to_string(fields.size())};
    });
    given_.assign(names_.size(), free_value);
    for (std::size_t k = 0; k < field_count_; ++k) {
        if (column_of_[k] == no_column || fields[k].empty()) continue;
        given_[column_of_[k]] = coders_[column_of_[k]].code(fields[k]);
        check_input(given_[column_of_[k]] != unknown_category, [&] {
            const std::vector<std::string>& values = schema_.columns[column_of_[k]].values;
            return Problem{Fault::unknown, completed({.place = place()}, {.column = header_[k]}).place,
                           "a value of the tables, " + listed_names(values) + ", or nothing",
                           quoted(std::string{fields[k]}), did_you_mean(fields[k], values)};
        });
    }
    return true;
}

void PartialRows::append(const std::string& filled, std::string& out) const {
    CsvReader line{filled, name_, csv_};
    line.next();
    const auto fields = reader_.fields();
    for (std::size_t k = 0; k < header_.size(); ++k) {
        const bool is_blank = column_of_[k] != no_column && (k >= field_count_ || fields[k].empty());
        append_field(is_blank ? line.fields()[column_of_[k]] : fields[k], k + 1 == header_.size(), out);
    }
}

void PartialRows::append_as_given(std::string& out) const {
    const auto fields = reader_.fields();
    for (std::size_t k = 0; k < header_.size(); ++k)
        append_field(k < field_count_ ? fields[k] : std::string_view{}, k + 1 == header_.size(), out);
}

}  // namespace drover::synth::impl
