#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <drover/data/binary_table.hpp>

namespace drover::cli::paper {

/// A data set of the experiments on fully visible models, as 0/1 columns.
struct DataSet {
    std::string name;  ///< as printed in the chapter; for a substitute followed by "(substitute)"
    BinaryTable table;
    /// The number of leading columns used in experiment I: all, but for Digits only the pixels.
    std::size_t joint_count = 0;
    std::size_t label = 0;        ///< the column that experiment II predicts
    std::string label_note = {};  ///< which column that is, and whether the chapter says so
    std::size_t train_count = 0;  ///< published size of a training set; the other rows are the test set
    std::string note = {};        ///< where the rows come from and how they were coded
    bool substitute = false;      ///< made-up data: the results say nothing about the published ones
};

/// The columns of experiment I.
BinaryTable joint_table(const DataSet& set);

/// Reads DIR/abalone/abalone.data (UCI, no header): sex as M 0, F 1, I 2, then each column at its mean.
DataSet read_abalone(const std::string& folder);
/// Reads DIR/digits8x8/usps_3v5_binary8x8.csv.gz: 64 pixels, and in the last column whether the digit is a 5.
DataSet read_digits(const std::string& folder);
/// Reads DIR/20news_w100/20news_w100.csv.gz: 100 words; the column of newsgroups is left out.
DataSet read_news(const std::string& folder);
// All three throw IoError naming a file that cannot be read, and InputError naming file, row and column for
// invalid contents. The number of rows must be the published one.

/// "abalone", "bowling", "digits" and "news".
const std::vector<std::string>& data_set_names();

/// The real rows from a folder; a substitute of that seed if the folder is an empty string, and always for
/// Bowling, of which no copy is available. Throws InputError for any other name.
DataSet data_set(const std::string& name, const std::string& folder, std::uint64_t seed);

/// The value of --data, otherwise of the environment variable DROVER_DATA, otherwise empty.
std::string data_folder(const std::string& option);

}  // namespace drover::cli::paper
