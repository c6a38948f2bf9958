#include <drover/core/check.hpp>

#include "python_rows.hpp"

namespace drover::python {
namespace {

template <class Code>
nb::object codes_of(const Schema& schema, std::size_t j, std::span<const std::uint32_t> cells) {
    const std::vector<std::string>& values = schema.columns[j].values;
    const std::size_t missing = values.back().empty() ? values.size() - 1 : values.size();
    const std::size_t n = schema.columns.size();
    std::vector<Code> codes;
    codes.reserve(cells.size() / n);
    for (std::size_t at = j; at < cells.size(); at += n)
        codes.push_back(cells[at] == missing ? Code{-1} : static_cast<Code>(cells[at]));
    return nb::cast(owned_array(std::move(codes)));
}

}  // namespace

std::vector<ColumnFacts> column_facts(const Schema& schema) {
    std::vector<ColumnFacts> facts;
    for (const Column& column : schema.columns) {
        std::vector<std::string> values = column.values;
        if (values.back().empty()) values.pop_back();
        facts.emplace_back(column.name, std::move(values), !column.bins.empty(), column.decimals);
    }
    return facts;
}

nb::object smallest_codes(const Schema& schema, std::size_t column, std::span<const std::uint32_t> cells) {
    const std::size_t count = schema.columns[column].values.size();
    if (count <= 127) return codes_of<std::int8_t>(schema, column, cells);
    if (count <= 32767) return codes_of<std::int16_t>(schema, column, cells);
    return codes_of<std::int32_t>(schema, column, cells);
}

PythonRows::PythonRows(const nb::object& use, std::size_t rows_at_once)
    : use_{new nb::object{use},
           [](nb::object* kept) {
               const nb::gil_scoped_acquire locked;
               delete kept;
           }},
      rows_at_once_{rows_at_once} {}

void PythonRows::take(const RowBlock& block) {
    cells_.insert(cells_.end(), block.cells.begin(), block.cells.end());
    const std::size_t size = rows_at_once_ * schema().columns.size();
    std::size_t first = 0;
    for (; cells_.size() - first >= size; first += size) hand_over(std::span{cells_}.subspan(first, size));
    cells_.erase(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(first));
}

void PythonRows::finish() {
    if (!cells_.empty()) hand_over(cells_);
    cells_.clear();
}

void PythonRows::hand_over(std::span<const std::uint32_t> cells) {
    const Schema& all = schema();
    const bool is_first = numbers_.empty();
    for (std::size_t j = 0; is_first && j < all.columns.size(); ++j)
        numbers_.push_back(all.columns[j].bins.empty() ? std::nullopt : std::optional{BinNumbers{all, j}});
    const nb::gil_scoped_acquire locked;
    nb::list values;
    for (std::size_t j = 0; j < all.columns.size(); ++j)
        values.append(numbers_[j] ? nb::cast(owned_array(numbers_[j]->next(cells)))
                                  : smallest_codes(all, j, cells));
    (*use_)(is_first ? nb::cast(column_facts(all)) : nb::none(), values);
}

void PythonRows::read_back(std::int64_t /*byte_count*/, const UseBytes& /*use*/) {
    throw InputError(Problem{.fault = Fault::conflict,
                             .expected = "rows in a CSV file, or in memory, to be resumed",
                             .got = "others"});
}

}  // namespace drover::python
