#pragma once

#include <iosfwd>

#include <drover/plot/panels.hpp>

#include "paper.hpp"
#include "table3_work.hpp"

namespace drover::cli::paper {

/// Classifiers: voted perceptron, discriminative RBM and conditional herding, with the published errors.
struct Table3Options {
    PaperOptions paper;
    std::vector<std::string> rows = {};        ///< empty: all
    std::vector<std::string> columns = {};     ///< empty: all
    std::vector<std::string> procedures = {};  ///< empty: both
    std::vector<std::string> hidden = {};      ///< empty: all
    bool quick = false;
};

void describe(OptionList& list, Table3Options& options);

/// A cell and its result.
struct Table3Row {
    Table3Cell cell;
    Table3Settings settings;
    const Table3Set* set = nullptr;
    Table3Outcome outcome = {};
};

/// The table in lines, each written as soon as it is known: head, rows, foot.
void write_head(std::ostream& out, const Table3Options& options, const std::vector<Table3Set>& sets);
void write_row(std::ostream& out, const Table3Row& row);
void write_foot(std::ostream& out, const std::vector<Table3Row>& rows);

Report report_of(const Table3Options& options, const std::vector<Table3Set>& sets,
                 const std::vector<Table3Row>& rows);

/// One chart per data set and procedure: ours next to the published numbers.
Panels picture(const std::vector<Table3Row>& rows);

}  // namespace drover::cli::paper
