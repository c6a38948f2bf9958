#include <algorithm>

#include "problem_text.hpp"

namespace drover::cli {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

// Types are ExactMoments or populate::Model, functions count_boxes; some have one word.
bool is_of_the_source(const std::string& name) {
    if (name.find("::") != std::string::npos) return true;
    if (name == "Herder" || name == "measure" || name == "bifurcation" || name == "rake") return true;
    if (!std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || c == '_'; })) return false;
    const bool is_type = is_upper(name.front()) && std::any_of(name.begin() + 1, name.end(), is_upper) &&
                         !std::all_of(name.begin(), name.end(), is_upper);
    const bool is_function =
        std::none_of(name.begin(), name.end(), is_upper) && name.find('_') != std::string::npos;
    return is_type || is_function;
}

}  // namespace

std::string problem_text(const std::string& problem, const FileUses& uses) {
    const std::size_t end = problem.find(": ");
    if (end == std::string::npos || end == 0 || !is_of_the_source(problem.substr(0, end))) return problem;
    const bool is_file = std::any_of(uses.inputs.begin(), uses.inputs.end(), [&](const FileUse& input) {
        return problem.substr(0, end) == input.path;
    });
    if (is_file) return problem;
    std::string places;
    for (const FileUse& input : uses.inputs)
        places += (places.empty() ? "" : ", ") + input.option + ' ' + input.path;
    return places + (places.empty() ? problem.substr(end + 2) : problem.substr(end));
}

}  // namespace drover::cli
