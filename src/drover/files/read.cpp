#include <drover/files/file.hpp>
#include <drover/files/read.hpp>

namespace drover {

BinaryTable read_binary_csv(const std::string& path) { return parse_binary_csv(read_file(path), path); }

FeatureTable read_feature_csv(const std::string& path) { return parse_feature_csv(read_file(path), path); }

std::vector<Rational> read_named_numbers(const std::string& path, const std::vector<std::string>& names,
                                         const std::string& kind) {
    return parse_named_numbers(read_file(path), path, names, kind);
}

std::vector<QuadraticNumber> read_named_quadratics(const std::string& path,
                                                   const std::vector<std::string>& names,
                                                   const std::string& kind) {
    return parse_named_quadratics(read_file(path), path, names, kind);
}

CategoryTable read_microdata(const std::string& path, const MicrodataOptions& options) {
    return parse_microdata(read_file(path), path, options);
}

}  // namespace drover
