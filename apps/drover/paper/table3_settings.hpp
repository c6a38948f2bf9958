#pragma once

#include <optional>
#include <string>
#include <vector>

#include <drover/classify/classify.hpp>

namespace drover::cli::paper {

using drover::classify::LabelProcedure;

enum class Table3Method { perceptron, machine, herding };

/// One cell of the two published tables.
struct Table3Cell {
    std::string row;  ///< mnist, usps, pendigits, news
    LabelProcedure procedure = LabelProcedure::joint;
    Table3Method method = Table3Method::perceptron;
    std::size_t hidden = 0;
    std::optional<double> published = {};  ///< percent of the test cases
    std::optional<double> published_spread = {};

    /// "VP", "dRBM 50", "CH 500".
    std::string name() const;
};

/// How a cell is computed.
struct Table3Settings {
    drover::classify::Options herding = {};  ///< with the cell's hidden units and procedure
    std::int64_t updates = 0;
    std::int64_t perceptron_passes = 0;  ///< fewer only if a pass has no mistake
    double perceptron_constant = 1;  ///< a constant input, relative to the root mean square length of inputs
    int machine_passes = 0;          ///< at most
    std::vector<double> l2 = {};     ///< of which the machine with the best held-out error is used
    double vote_limit = 0;  ///< limit on updates x test cases x hidden units: above it, 1,000 updates vote
};

/// The data sets of the table.
const std::vector<std::string>& table3_rows();

/// All cells of these rows, procedures and methods, in the order of the tables; in the quick form only the
/// fewest hidden units.
std::vector<Table3Cell> table3_cells(const std::vector<std::string>& rows,
                                     const std::vector<LabelProcedure>& procedures,
                                     const std::vector<Table3Method>& methods, bool quick);

Table3Settings table3_settings(const Table3Cell& cell, bool quick);

/// The largest numbers of training and test cases in the quick form.
struct Table3Limits {
    std::size_t train;
    std::size_t test;
};
Table3Limits table3_quick_limits(const std::string& row);

}  // namespace drover::cli::paper
