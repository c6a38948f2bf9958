#pragma once

#include <optional>
#include <string>
#include <vector>

namespace drover::read {

/// Labels of columns divided into variables: a value of each variable per label.
struct LabelParts {
    std::vector<std::string> variables;
    std::vector<std::vector<std::string>> values;  ///< of each label
};

/// Without what all labels share at the end: "; measures: Value".
std::vector<std::string> without_common_end(const std::vector<std::string>& labels);

/// "Age : Age 16 - Sex : Males": names and values, the same names in each label.
std::optional<LabelParts> named_parts(const std::vector<std::string>& labels);

/// "Age: Aged 5 to 9 years": one name and the rest, for each label.
std::optional<LabelParts> prefixed_parts(const std::vector<std::string>& labels);

/// "Estimate!!Total!!Male!!18 to 24 years": the steps of a path, for each label. Nothing unless most labels
/// have several steps.
std::optional<std::vector<std::vector<std::string>>> label_paths(const std::vector<std::string>& labels);

/// Levels of paths of equal length whose combinations all occur once, as variables.
std::optional<LabelParts> path_variables(const std::vector<std::vector<std::string>>& paths);

/// sex, age or a number, by the values.
std::string variable_name(const std::vector<std::string>& values, std::size_t number);

/// "inc" of inc1, "pers_occ_" of pers_occ_retail: what names share, without digits at their ends.
std::string name_stem(const std::string& name);
std::string common_start(const std::vector<std::string>& names);

}  // namespace drover::read
