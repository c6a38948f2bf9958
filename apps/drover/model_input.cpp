#include <algorithm>

#include <drover/core/check.hpp>

#include "model_input.hpp"

namespace drover::cli {
namespace {

std::vector<Rational> read_probabilities(const std::string& file, const FeatureTable& table) {
    std::vector<Rational> numbers = read_named_numbers(file, table.state_names, "state");
    for (std::size_t s = 0; s < numbers.size(); ++s) {
        check_input(!(numbers[s] < Rational{0}), [&] {
            return file + ": state " + quoted(table.state_names[s]) +
                   ": expected a probability of at least 0, got " + to_string(numbers[s]);
        });
    }
    check_input(
        std::any_of(numbers.begin(), numbers.end(), [](const Rational& p) { return p > Rational{0}; }),
        [&] { return file + ": probabilities: expected at least one above 0, got none"; });
    return numbers;
}

}  // namespace

Option add_model_options(CLI::App& command, ModelFiles& files) {
    Option features =
        add_option(command, "FEATURES", files.features, "Table of features; - is standard input")
            .check(file_name());
    Option probabilities =
        add_option(command, "--probabilities", files.probabilities, "Probabilities of the states")
            .check(file_name())
            .type_name("FILE");
    add_option(command, "--moments", files.moments, "Moments of the features")
        .check(file_name())
        .type_name("FILE")
        .excludes(probabilities);
    return features;
}

void add_start_option(CLI::App& command, ModelFiles& files) {
    add_option(command, "--start", files.start,
               "Start weights: zero, moments, or a file of a row feature,weight each")
        .capture_default_str()
        .check(file_name())
        .type_name("zero|moments|FILE");
}

void check_inputs(const std::vector<std::string>& files) {
    check_input(std::count(files.begin(), files.end(), "-") <= 1,
                [] { return std::string{"expected one input at most from standard input, got several"}; });
}

HerdTarget read_target(const ModelFiles& files, const FeatureTable& table) {
    if (!files.probabilities.empty())
        return ProbabilityTarget{read_probabilities(files.probabilities, table)};
    if (!files.moments.empty()) {
        return MomentTarget{read_named_numbers(files.moments, table.feature_names, "feature")};
    }
    return UniformTarget{};
}

StartWeights read_start(const ModelFiles& files, const FeatureTable& table) {
    if (files.start.empty() || files.start == "zero") return ZeroStart{};
    if (files.start == "moments") return MomentStart{};
    return read_named_numbers(files.start, table.feature_names, "feature");
}

void add_model_entries(Report& report, const ModelFiles& files) {
    report.add("features", "", files.features);
    report.add("probabilities", "", files.probabilities);
    report.add("moments_file", "", files.moments);
    if (!files.start.empty()) report.add("start", "", files.start);
}

}  // namespace drover::cli
