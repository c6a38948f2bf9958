#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/files/read.hpp>

#include "model_input.hpp"

namespace drover::cli {
namespace {

std::vector<QuadraticNumber> read_probabilities(const std::string& file, const FeatureTable& table) {
    std::vector<QuadraticNumber> numbers = read_named_quadratics(file, table.state_names, "state");
    for (std::size_t s = 0; s < numbers.size(); ++s) {
        check_input(numbers[s].sign() >= 0, [&] {
            return file + ": state " + quoted(table.state_names[s]) +
                   ": expected a probability of at least 0, got " + to_string(numbers[s]);
        });
    }
    check_input(
        std::any_of(numbers.begin(), numbers.end(), [](const QuadraticNumber& p) { return p.sign() > 0; }),
        [&] { return file + ": probabilities: expected at least one above 0, got none"; });
    return numbers;
}

}  // namespace

void describe_model(OptionList& list, ModelFiles& files) {
    list.file("FEATURES", files.features, "Table of features; - is standard input");
    list.file("--probabilities", files.probabilities, "Probabilities of the states");
    list.file("--moments", files.moments, "Moments of the features")
        .excluding("--probabilities")
        .keyed("moments_file");
}

void describe_start(OptionList& list, ModelFiles& files) {
    list.file("--start", files.start, "Start weights: zero, moments, or a file of rows feature,weight")
        .typed("zero|moments|FILE")
        .or_one_of({"zero", "moments"})
        .with_default();
}

HerdTarget read_target(const ModelFiles& files, const FeatureTable& table) {
    if (!files.probabilities.empty())
        return ProbabilityTarget{read_probabilities(files.probabilities, table)};
    if (!files.moments.empty()) {
        return MomentTarget{read_named_quadratics(files.moments, table.feature_names, "feature")};
    }
    return UniformTarget{};
}

ModelStart read_start(const ModelFiles& files, const FeatureTable& table) {
    if (files.start.empty() || files.start == "zero") return ZeroStart{};
    if (files.start == "moments") return MomentStart{};
    return read_named_quadratics(files.start, table.feature_names, "feature");
}

}  // namespace drover::cli
