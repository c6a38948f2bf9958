#include <algorithm>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/data/impl/microdata_stream.hpp>

namespace drover::impl {

MicrodataStream::MicrodataStream(const std::vector<std::string>& header, std::string name,
                                 MicrodataOptions options, std::string_view stable)
    : name_{std::move(name)}, options_{std::move(options)}, field_count_{header.size()} {
    ChosenColumns chosen{header, name_, options_};
    names_ = std::move(chosen.names);
    positions_ = std::move(chosen.positions);
    weight_at_ = chosen.weight_at;
    values_.assign(names_.size(), {.texts = Dictionary{stable}});
}

Place MicrodataStream::place(std::int64_t row, const std::string& column) const {
    return {.file = name_, .row = row, .column = column};
}

std::uint32_t MicrodataStream::number(Values& values, std::string_view text, std::int64_t count,
                                      std::int64_t row) {
    const std::uint32_t number = values.texts.add(text, count);
    if (number == values.first_rows.size()) values.first_rows.push_back(row);
    values.first_rows[number] = std::min(values.first_rows[number], row);
    return number;
}

void MicrodataStream::add(std::span<const std::string_view> fields) {
    const std::int64_t row = ++row_count_;
    check_input(fields.size() == field_count_, [&] {
        return Problem{Fault::syntax,
                       {.file = name_, .row = static_cast<std::int64_t>(row)},
                       std::to_string(field_count_) + " fields",
                       std::to_string(fields.size())};
    });
    for (std::size_t j = 0; j < names_.size(); ++j)
        cells_.push_back(number(values_[j], fields[positions_[j]], 1, row));
    if (is_weighted())
        add_weight(parse_weight(fields[weight_at_], [&] { return place(row, options_.weight); }));
}

void MicrodataStream::add_weight(const Rational& weight) {
    has_weight_ = has_weight_ || weight != Rational{};
    weights_.push_back(weight);
}

// The numbers of a batch's texts; 0 for those that no row has.
std::vector<std::uint32_t> MicrodataStream::numbers(Values& values, const CodedColumn& column,
                                                    std::span<const std::uint32_t> codes) const {
    struct Use {
        std::int64_t count = 0;
        std::int64_t first_row = 0;
    };
    std::vector<Use> uses(column.texts.size());
    for (std::size_t r = 0; r < codes.size(); ++r) {
        Use& use = uses[codes[r]];
        if (use.count++ == 0) use.first_row = row_count_ + static_cast<std::int64_t>(r) + 1;
    }
    std::vector<std::uint32_t> numbers(uses.size());
    for (std::size_t code = 0; code < uses.size(); ++code) {
        if (uses[code].count > 0)
            numbers[code] = number(values, column.texts[code], uses[code].count, uses[code].first_row);
    }
    return numbers;
}

void MicrodataStream::add_weights(const CodedColumn& column, std::span<const std::uint32_t> codes) {
    std::vector<std::optional<Rational>> of_code(column.texts.size());
    for (std::size_t r = 0; r < codes.size(); ++r) {
        std::optional<Rational>& weight = of_code[codes[r]];
        if (!weight) {
            weight = parse_weight(column.texts[codes[r]], [&] {
                return place(row_count_ + static_cast<std::int64_t>(r) + 1, options_.weight);
            });
        }
        add_weight(*weight);
    }
}

void MicrodataStream::add(std::span<const CodedColumn> columns, std::size_t first, std::size_t count) {
    check_input(columns.size() == field_count_, [&] {
        return Problem{Fault::range,
                       {.file = name_},
                       std::to_string(field_count_) + " columns in each batch",
                       std::to_string(columns.size())};
    });
    std::vector<std::vector<std::uint32_t>> number_of;
    for (std::size_t j = 0; j < names_.size(); ++j) {
        const CodedColumn& column = columns[positions_[j]];
        number_of.push_back(numbers(values_[j], column, column.codes.subspan(first, count)));
    }
    // Rows per block, few enough to stay in the cache while columns are turned into rows.
    constexpr std::size_t near_rows = 256;
    std::size_t begin = cells_.size();
    cells_.resize(begin + count * names_.size());
    for (std::size_t row = 0; row < count; row += near_rows, begin += near_rows * names_.size()) {
        const std::size_t rows = std::min(near_rows, count - row);
        for (std::size_t j = 0; j < names_.size(); ++j) {
            std::size_t at = begin + j;
            for (const std::uint32_t code : columns[positions_[j]].codes.subspan(first + row, rows)) {
                cells_[at] = number_of[j][code];
                at += names_.size();
            }
        }
    }
    if (is_weighted()) add_weights(columns[weight_at_], columns[weight_at_].codes.subspan(first, count));
    row_count_ += static_cast<std::int64_t>(count);
}

std::vector<std::size_t> MicrodataStream::value_counts() const {
    std::vector<std::size_t> counts;
    for (const Values& values : values_) counts.push_back(values.texts.size());
    return counts;
}

MicrodataCoding MicrodataStream::coding() const {
    check_input(row_count_ > 0, [&] {
        return Problem{Fault::missing, {.file = name_}, "at least one row", "none"};
    });
    check_input(!is_weighted() || has_weight_, [&] {
        return Problem{
            Fault::missing, {.file = name_, .column = options_.weight}, "a weight above 0", "none"};
    });
    MicrodataCoding coding;
    for (std::size_t j = 0; j < names_.size(); ++j) {
        ColumnCoding column = code_column(names_[j], values_[j].texts, options_, [&](std::size_t code) {
            return place(values_[j].first_rows[code], names_[j]);
        });
        coding.schema.columns.push_back(std::move(column.column));
        coding.categories.push_back(std::move(column.categories));
    }
    return coding;
}

CategoryTable take_rows(MicrodataStream& stream) {
    MicrodataCoding coding = stream.coding();
    CategoryTable table{.schema = std::move(coding.schema), .cells = stream.take_cells()};
    std::size_t j = 0;
    for (std::uint32_t& cell : table.cells) {
        cell = coding.categories[j][cell];
        if (++j == coding.categories.size()) j = 0;
    }
    table.weights = stream.take_weights();
    return table;
}

}  // namespace drover::impl
