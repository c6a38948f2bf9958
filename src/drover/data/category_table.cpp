#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/data/category_table.hpp>
#include <drover/data/column_coding_detail.hpp>
#include <drover/data/csv.hpp>

namespace drover {
namespace {

using detail::ColumnCoding;
using detail::Dictionary;

class MicrodataReader {
  public:
    MicrodataReader(std::string_view text, const std::string& name, const MicrodataOptions& options)
        : text_{text}, name_{name}, options_{options}, csv_{text, name, options.csv} {}

    CategoryTable read() {
        read_header();
        read_rows();
        CategoryTable table;
        std::vector<std::vector<std::uint32_t>> categories;
        for (std::size_t j = 0; j < names_.size(); ++j) {
            ColumnCoding coding = code(j);
            table.schema.columns.push_back(std::move(coding.column));
            categories.push_back(std::move(coding.categories));
        }
        std::size_t j = 0;
        for (std::uint32_t& cell : cells_) {
            cell = categories[j][cell];
            if (++j == names_.size()) j = 0;
        }
        table.cells = std::move(cells_);
        table.weights = std::move(weights_);
        return table;
    }

  private:
    void read_header() {
        check_input(csv_.next(), [&] { return name_ + ": expected a header line, got an empty file"; });
        header_.assign(csv_.fields().begin(), csv_.fields().end());
        detail::ChosenColumns chosen{header_, name_, options_};
        names_ = std::move(chosen.names);
        positions_ = std::move(chosen.positions);
        weight_at_ = chosen.weight_at;
        dictionaries_.assign(names_.size(), Dictionary{text_});
    }

    void read_rows() {
        const auto lines = static_cast<std::size_t>(std::count(text_.begin(), text_.end(), '\n'));
        cells_.reserve(lines * names_.size());
        std::size_t row = 0;
        while (csv_.next()) {
            ++row;
            const auto fields = csv_.fields();
            check_input(fields.size() == header_.size(), [&] {
                return name_ + ": row " + std::to_string(row) + ": expected " +
                       std::to_string(header_.size()) + " fields, got " + std::to_string(fields.size());
            });
            for (std::size_t j = 0; j < names_.size(); ++j)
                cells_.push_back(dictionaries_[j].add(fields[positions_[j]]));
            if (!options_.weight.empty()) weights_.push_back(weight(fields[weight_at_], row));
        }
        check_input(row > 0, [&] { return name_ + ": expected at least one row, got none"; });
        if (!options_.weight.empty()) detail::check_weights(weights_, name_, options_.weight);
    }

    Rational weight(std::string_view field, std::size_t row) const {
        return detail::parse_weight(field, [&] {
            return name_ + ": row " + std::to_string(row) + ", column " + quoted(options_.weight);
        });
    }

    ColumnCoding code(std::size_t j) const {
        return detail::code_column(names_[j], dictionaries_[j], options_,
                                   [&](std::size_t code) { return place_of(j, code); });
    }

    // The first row with that text.
    std::string place_of(std::size_t j, std::size_t code) const {
        std::size_t row = 0;
        while (cells_[row * names_.size() + j] != code) ++row;
        return name_ + ": row " + std::to_string(row + 1) + ", column " + quoted(names_[j]);
    }

    std::string_view text_;
    const std::string& name_;
    const MicrodataOptions& options_;
    CsvReader csv_;
    std::vector<std::string> header_;
    std::vector<std::string> names_;      // of the columns taken
    std::vector<std::size_t> positions_;  // of these in a record
    std::vector<Dictionary> dictionaries_;
    std::vector<std::uint32_t> cells_;
    std::size_t weight_at_ = 0;  // in a record
    std::vector<Rational> weights_;
};

}  // namespace

CategoryTable parse_microdata(std::string_view text, const std::string& name,
                              const MicrodataOptions& options) {
    return MicrodataReader{text, name, options}.read();
}

}  // namespace drover
