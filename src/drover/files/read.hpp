#pragma once

#include <string>
#include <vector>

#include <drover/data/binary_table.hpp>
#include <drover/data/category_table.hpp>
#include <drover/data/feature_table.hpp>

namespace drover {

/// The results of parse_binary_csv and the others for files: `-` is standard input, and gzip is decompressed.
/// Messages name the file. Throw InputError, and IoError if a file cannot be read.
BinaryTable read_binary_csv(const std::string& path);
FeatureTable read_feature_csv(const std::string& path);
std::vector<Rational> read_named_numbers(const std::string& path, const std::vector<std::string>& names,
                                         const std::string& kind);
std::vector<QuadraticNumber> read_named_quadratics(const std::string& path,
                                                   const std::vector<std::string>& names,
                                                   const std::string& kind);
CategoryTable read_microdata(const std::string& path, const MicrodataOptions& options = {});

}  // namespace drover
