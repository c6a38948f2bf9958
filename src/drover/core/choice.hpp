#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <drover/core/check.hpp>

namespace drover {

/// A row of a table of things that users choose by name. Tables are constants beside what they name, and all
/// that is said of the names (options, their help and completions, Python) is read from them:
///     enum class Boundary { torus, open };
///     inline constexpr Choice<Boundary> boundaries[]{{"torus", Boundary::torus}, {"open", Boundary::open}};
template <class T>
struct Choice {
    using Value = T;
    std::string_view name;
    T value;
};

template <class Table>
std::vector<std::string> names_of(const Table& table) {
    std::vector<std::string> names;
    for (const auto& row : table) names.emplace_back(row.name);
    return names;
}

/// Empty for a value that the table does not have.
template <class Table, class Value>
std::string name_of(const Table& table, const Value& value) {
    for (const auto& row : table)
        if (row.value == value) return std::string{row.name};
    return {};
}

/// Throws InputError naming the option and the choices.
[[noreturn]] void throw_unknown_choice(const std::vector<std::string>& names, const std::string& name,
                                       const std::string& option);

/// Throws InputError naming the option, a field, for a name that the table does not have.
template <class Table>
auto choose(const Table& table, const std::string& name, const std::string& option) {
    for (const auto& row : table)
        if (row.name == name) return row.value;
    throw_unknown_choice(names_of(table), name, option);
}

}  // namespace drover
