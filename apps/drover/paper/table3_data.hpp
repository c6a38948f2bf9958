#pragma once

#include <string>

#include <drover/data/sparse_rows.hpp>

namespace drover::cli::paper {

/// A data set of the classifiers' table.
struct Table3Set {
    std::string row;  ///< mnist, usps, pendigits, news
    std::string name;
    Examples train;
    Examples test;               ///< without rows where it is cross-validated
    std::size_t fold_count = 1;  ///< more: tenths of `train` are held out in turn
    bool substitute = false;
    std::string note;
};

/// Reads a set from a folder; made-up cases of that seed where the folder is empty text. Quickly: fewer
/// cases, and one fold. Throws IoError and InputError naming the file.
Table3Set table3_set(const std::string& row, const std::string& folder, std::uint64_t seed, bool quick);

/// What one classifier learns from and is judged by.
struct Table3Fold {
    Examples train;
    Examples test;
};
Table3Fold table3_fold(const Table3Set& set, std::size_t fold, std::uint64_t seed);

/// Files may be sorted by class, and batches are rows that follow one another.
Examples in_random_order(const Examples& examples, std::uint64_t seed);

/// Nine tenths to learn from, in random order, and one to choose by.
Table3Fold hold_out_tenth(const Examples& train, std::uint64_t seed);

}  // namespace drover::cli::paper
