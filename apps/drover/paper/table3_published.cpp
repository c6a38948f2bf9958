#include <algorithm>
#include <span>

#include "table3_settings.hpp"

namespace drover::cli::paper {
namespace {

constexpr Table3Method vp = Table3Method::perceptron;
constexpr Table3Method drbm = Table3Method::machine;
constexpr Table3Method ch = Table3Method::herding;

struct PublishedError {
    Table3Method method;
    std::size_t hidden;
    double value;
    double spread = 0;  // 0: none
};

struct PublishedRow {
    std::string row;
    LabelProcedure procedure;
    std::vector<PublishedError> errors;
};

// Gelfand, Chen, van der Maaten & Welling 2010, Table 1; Chen & Welling 2016, Table 3. Percent.
std::vector<PublishedRow> published_rows() {
    constexpr LabelProcedure joint = LabelProcedure::joint;
    constexpr LabelProcedure each = LabelProcedure::one_versus_all;
    return {
        {"mnist",
         each,
         {{vp, 0, 7.69}, {drbm, 100, 3.57}, {drbm, 200, 3.58}, {ch, 100, 3.97}, {ch, 200, 3.99}}},
        {"usps",
         each,
         {{vp, 0, 5.03, 0.40},
          {drbm, 100, 3.97, 0.38},
          {drbm, 200, 4.02, 0.68},
          {ch, 100, 3.49, 0.45},
          {ch, 200, 3.35, 0.48}}},
        {"pendigits",
         each,
         {{vp, 0, 10.92}, {drbm, 100, 5.32}, {drbm, 200, 5.00}, {ch, 100, 3.37}, {ch, 200, 3.00}}},
        {"news",
         each,
         {{vp, 0, 27.75}, {drbm, 100, 34.78}, {drbm, 200, 34.36}, {ch, 100, 29.78}, {ch, 200, 25.96}}},
        {"mnist",
         joint,
         {{vp, 0, 8.84},
          {drbm, 50, 3.88},
          {drbm, 100, 2.93},
          {drbm, 500, 1.98},
          {ch, 50, 2.89},
          {ch, 100, 2.09},
          {ch, 500, 2.09}}},
        {"usps",
         joint,
         {{vp, 0, 4.86, 0.52},
          {drbm, 50, 3.13, 0.73},
          {drbm, 100, 2.84, 0.59},
          {drbm, 500, 4.06, 1.09},
          {ch, 50, 3.36, 0.48},
          {ch, 100, 3.07, 0.52},
          {ch, 500, 2.81, 0.50}}},
        {"pendigits",
         joint,
         {{vp, 0, 6.78},
          {drbm, 50, 3.80},
          {drbm, 100, 3.23},
          {drbm, 500, 8.89},
          {ch, 50, 3.14},
          {ch, 100, 2.57},
          {ch, 500, 2.86}}},
        {"news",
         joint,
         {{vp, 0, 24.89}, {drbm, 100, 30.57}, {drbm, 500, 30.07}, {ch, 100, 25.76}, {ch, 500, 24.93}}},
    };
}

Table3Cell cell_of(const PublishedRow& row, const PublishedError& error) {
    Table3Cell cell{.row = row.row,
                    .procedure = row.procedure,
                    .method = error.method,
                    .hidden = error.hidden,
                    .published = error.value};
    if (error.spread > 0) cell.published_spread = error.spread;
    return cell;
}

// Those of a method are in the order of their size.
bool is_larger_of_method(const PublishedRow& row, std::size_t k) {
    return k > 0 && row.errors[k - 1].method == row.errors[k].method;
}

template <class Value>
bool contains(const std::vector<Value>& values, const Value& value) {
    return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

std::string Table3Cell::name() const {
    if (method == vp) return "VP";
    return (method == drbm ? "dRBM " : "CH ") + std::to_string(hidden);
}

const std::vector<std::string>& table3_rows() {
    static const std::vector<std::string> rows{"mnist", "usps", "pendigits", "news"};
    return rows;
}

std::vector<Table3Cell> table3_cells(const std::vector<std::string>& rows,
                                     const std::vector<LabelProcedure>& procedures,
                                     const std::vector<Table3Method>& methods, bool quick) {
    std::vector<Table3Cell> cells;
    for (const PublishedRow& row : published_rows()) {
        if (!contains(rows, row.row) || !contains(procedures, row.procedure)) continue;
        for (std::size_t k = 0; k < row.errors.size(); ++k) {
            const bool is_wanted = contains(methods, row.errors[k].method);
            if (is_wanted && !(quick && is_larger_of_method(row, k)))
                cells.push_back(cell_of(row, row.errors[k]));
        }
    }
    return cells;
}

}  // namespace drover::cli::paper
