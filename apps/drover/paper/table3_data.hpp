#pragma once

#include <string>

#include <drover/data/sparse_rows.hpp>

namespace drover::cli::paper {

/// A data set of the classifiers' table.
struct Table3Set {
    std::string row;  ///< mnist, usps, pendigits, news
    std::string name;
    Examples train;
    Examples test;               ///< without rows if the set is cross-validated
    std::size_t fold_count = 1;  ///< more: tenths of `train` are held out in turn
    bool substitute = false;
    std::string note;
};

/// Reads a set from a folder; made-up cases of that seed if the folder is an empty string. Quick: fewer
/// cases, and one fold. Throws IoError and InputError naming the file.
Table3Set table3_set(const std::string& row, const std::string& folder, std::uint64_t seed, bool quick);

/// The training and test cases of one classifier.
struct Table3Fold {
    Examples train;
    Examples test;
};
Table3Fold table3_fold(const Table3Set& set, std::size_t fold, std::uint64_t seed);

/// Shuffles: files may be sorted by class, and batches are consecutive rows.
Examples in_random_order(const Examples& examples, std::uint64_t seed);

/// Nine tenths to train on, in random order, and one to select by.
Table3Fold hold_out_tenth(const Examples& train, std::uint64_t seed);

}  // namespace drover::cli::paper
