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
        check_csv_header(header_, name_);
        names_ = options_.columns.empty() ? header_ : options_.columns;
        check_csv_header(names_, name_ + ": chosen columns");
        if (!options_.weight.empty()) take_weight_out();
        for (const std::string& column : names_) positions_.push_back(position(column));
        if (options_.columns.empty()) check_known_columns();
        dictionaries_.assign(names_.size(), Dictionary{text_});
    }

    void take_weight_out() {
        weight_at_ = position(options_.weight);
        const bool is_chosen = std::erase(names_, options_.weight) > 0 && !options_.columns.empty();
        check_input(!is_chosen && !names_.empty(), [&] {
            return name_ + ": expected columns beside the weight " + quoted(options_.weight) + ", got " +
                   (is_chosen ? "it among the chosen columns" : "none");
        });
    }

    std::size_t position(const std::string& column) const {
        const auto found = std::find(header_.begin(), header_.end(), column);
        check_input(found != header_.end(),
                    [&] { return name_ + ": header: expected a column " + quoted(column) + ", got none"; });
        return static_cast<std::size_t>(found - header_.begin());
    }

    // A column of the schema that is not there is more likely misspelt than left out.
    void check_known_columns() const {
        if (options_.schema) {
            for (const Column& column : options_.schema->columns) position(column.name);
        }
        for (const auto& [column, edges] : options_.edges) position(column);
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
        check_input(options_.weight.empty() || std::any_of(weights_.begin(), weights_.end(),
                                                           [](const Rational& w) { return w != Rational{}; }),
                    [&] {
                        return name_ + ": column " + quoted(options_.weight) +
                               ": expected a weight above 0, got none";
                    });
    }

    Rational weight(std::string_view field, std::size_t row) const {
        const auto place = [&] {
            return name_ + ": row " + std::to_string(row) + ", column " + quoted(options_.weight) + ": ";
        };
        Rational weight;
        try {
            weight = parse_rational(trimmed(field));
        } catch (const InputError& error) {
            throw InputError(place() + error.what());
        }
        check_input(weight.numerator() >= 0, [&] {
            return place() + "expected a weight of at least 0, got " + quoted(std::string{field});
        });
        return weight;
    }

    ColumnCoding code(std::size_t j) const {
        const detail::PlaceOf place = [&](std::size_t code) { return place_of(j, code); };
        const auto edges = options_.edges.find(names_[j]);
        if (edges != options_.edges.end())
            return code_by_edges(names_[j], dictionaries_[j], edges->second, place);
        const auto known = options_.schema ? options_.schema->find(names_[j]) : std::nullopt;
        if (known) return code_by_column(options_.schema->columns[*known], dictionaries_[j], place);
        return code_by_data(names_[j], dictionaries_[j], options_, place);
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
