#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace drover::read {

struct Variable {
    std::string name;
    std::vector<std::string> values = {};
    std::vector<std::string> codes = {};  ///< of the values; empty: none
    bool is_time = false;
    bool is_measure = false;               ///< its values are measures, such as number and per cent
    std::vector<std::string> totals = {};  ///< values that the file declares to be totals

    /// The number of a value, which is added if it is new.
    std::uint32_t code(const std::string& value);

    std::unordered_map<std::string, std::uint32_t> index = {};  ///< made by code()
};

struct CubeCell {
    double value = 0;
    bool is_known = true;
    std::string digits = {};  ///< plain decimal form
    double error = -1;        ///< standard error; below 0: none
};

/// A table over variables, totals included: a row of codes per cell.
struct Cube {
    std::string name = {};
    std::vector<Variable> variables = {};
    std::vector<std::uint32_t> codes = {};
    std::vector<CubeCell> cells = {};
    std::string unit = {};

    std::size_t width() const { return variables.size(); }
    std::uint32_t code(std::size_t cell, std::size_t variable) const {
        return codes[cell * width() + variable];
    }
    /// Without a variable; its values are not compared.
    void remove_variable(std::size_t variable);
    /// Keeps the cells for which keep[cell]; values of variables that no cell has are dropped.
    void filter(const std::vector<bool>& keep);
    /// Puts the values of each variable that occur in order of first appearance among the values.
    void compact();
};

}  // namespace drover::read
