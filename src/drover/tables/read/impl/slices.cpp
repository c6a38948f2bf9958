#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include <drover/tables/read/impl/slices.hpp>
#include <drover/tables/read/impl/text.hpp>

namespace drover::read {
namespace {

constexpr std::size_t most_matrix = std::size_t{1} << 25U;

// Numbers of the combinations of some variables, in order of appearance.
class CellIndex {
  public:
    CellIndex(const Cube& cube, std::vector<std::size_t> variables)
        : cube_{cube}, variables_{std::move(variables)} {}

    std::size_t operator()(std::size_t cell) {
        key_.clear();
        for (const std::size_t j : variables_)
            key_.append(reinterpret_cast<const char*>(&cube_.codes[cell * cube_.width() + j]),
                        sizeof(std::uint32_t));
        return index_.emplace(key_, index_.size()).first->second;
    }
    std::size_t size() const { return index_.size(); }

  private:
    const Cube& cube_;
    std::vector<std::size_t> variables_;
    std::unordered_map<std::string, std::size_t> index_;
    std::string key_;
};

// Whether each value of one variable has one value of the other.
bool determines(const Cube& cube, std::size_t from, std::size_t to) {
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    if (cube.variables[to].values.size() >= cube.variables[from].values.size()) return false;
    std::vector<std::uint32_t> image(cube.variables[from].values.size(), none);
    for (std::size_t cell = 0; cell < cube.cells.size(); ++cell) {
        std::uint32_t& seen = image[cube.code(cell, from)];
        if (seen != none && seen != cube.code(cell, to)) return false;
        seen = cube.code(cell, to);
    }
    return true;
}

bool is_determined(const Cube& cube, std::size_t variable) {
    for (std::size_t j = 0; j < cube.width(); ++j)
        if (j != variable && determines(cube, j, variable)) return true;
    return false;
}

std::vector<TotalName> names_of_totals(const Variable& variable, const std::vector<std::string>& named) {
    std::vector<TotalName> names;
    for (const std::string& value : variable.values) {
        const auto is_value = [&](const std::string& total) { return strip(total) == strip(value); };
        const bool is_declared = std::any_of(variable.totals.begin(), variable.totals.end(), is_value) ||
                                 std::any_of(named.begin(), named.end(), is_value);
        names.push_back(is_declared ? TotalName::strong : total_name(value));
    }
    return names;
}

std::string head_name(const std::string& value) {
    std::string_view text = strip(value);
    for (const std::string_view start : {"Total - ", "Total: ", "Total, ", "Total "})
        if (text.starts_with(start)) text.remove_prefix(start.size());
    return std::string{text};
}

class TotalDropper {
  public:
    TotalDropper(const Cube& cube, const std::vector<std::string>& named) : cube_{cube}, named_{named} {
        found_.keep.assign(cube.cells.size(), true);
    }

    TotalsFound run() {
        for (std::size_t j = 0; j < cube_.width() && found_.problem.empty(); ++j) look_at(j);
        return std::move(found_);
    }

  private:
    void look_at(std::size_t variable) {
        const Variable& v = cube_.variables[variable];
        if (v.values.size() < 2) return;
        if (is_determined(cube_, variable)) return;  // its totals go with those of the finer variable
        const SumMatrix matrix = slices_of(cube_, variable);
        if (matrix.counts.empty()) return;
        const auto names = names_of_totals(v, named_);
        const Hierarchy tree = find_totals(matrix, names);
        if (stack_groups(variable, tree, names)) return;
        std::vector<bool> is_out = tree.is_total;
        if (!judge_unproven(variable, tree, is_out) || !judge_suspects(variable, tree)) return;
        drop(variable, is_out);
        note_totals(variable, tree);
        note_equal_values(variable, matrix, is_out);
    }

    void drop(std::size_t variable, const std::vector<bool>& is_out) {
        for (std::size_t cell = 0; cell < cube_.cells.size(); ++cell)
            if (is_out[cube_.code(cell, variable)]) found_.keep[cell] = false;
    }

    // Totals of several variables below one another in one column: one group for each.
    bool stack_groups(std::size_t variable, const Hierarchy& tree, const std::vector<TotalName>& names) {
        std::vector<std::pair<std::string, std::vector<std::size_t>>> groups;
        const Variable& v = cube_.variables[variable];
        std::size_t heads = 0;
        std::size_t loose = 0;
        for (const std::size_t root : tree.roots) {
            if (tree.parts[root].empty()) {
                ++loose;
                continue;
            }
            const bool is_stacked = tree.parts[root].size() > 1;
            if (!is_stacked && names[root] != TotalName::strong) ++loose;
            ++heads;
            for (std::size_t k = 0; k < tree.parts[root].size(); ++k)
                groups.emplace_back(
                    head_name(v.values[root]) + (is_stacked ? " (" + std::to_string(k + 1) + ")" : ""),
                    tree.leaves(tree.parts[root][k]));
        }
        if (groups.size() < 2) return false;
        if (heads == groups.size() && tree.unproven.empty() && loose > 0)
            return false;  // subtotals beside other values
        if (loose > 0 || !tree.unproven.empty()) {
            found_.reason = Reason::overlapping;
            found_.problem = "column \"" + v.name +
                             "\" holds several variables below one another, each with its total, and some "
                             "values belong to none";
            return true;
        }
        for (const auto& [name, values] : groups) {
            StackedGroup group{variable, name, std::vector<bool>(cube_.cells.size())};
            for (std::size_t cell = 0; cell < cube_.cells.size(); ++cell)
                group.keep[cell] =
                    std::find(values.begin(), values.end(), cube_.code(cell, variable)) != values.end();
            found_.groups.push_back(std::move(group));
        }
        found_.notes.push_back("column \"" + v.name + "\" holds " + std::to_string(groups.size()) +
                               " variables, each below its total: one table for each");
        return true;
    }

    // A value called total that is not the sum of the others. False: refused.
    bool judge_unproven(std::size_t variable, const Hierarchy& tree, std::vector<bool>& is_out) {
        const Variable& v = cube_.variables[variable];
        const bool has_proven =
            std::find(tree.is_total.begin(), tree.is_total.end(), true) != tree.is_total.end();
        for (std::size_t k = 0; k < tree.unproven.size(); ++k) {
            const std::size_t value = tree.unproven[k];
            if (is_part(tree, value)) continue;
            const SumCheck& sum = tree.unproven_sums[k];
            is_out[value] = true;
            const std::string difference =
                sum.checked == 0 ? "cannot be checked"
                                 : grouped(sum.total) + ", the others sum to " + grouped(sum.parts);
            if (sum.checked > 0 && sum.parts > 1.003 * sum.total && !has_proven) {
                found_.reason = Reason::overlapping;
                found_.problem = "\"" + v.values[value] + "\" of column \"" + v.name +
                                 "\" is called a total, but " + difference + ": categories overlap";
                return false;
            }
            found_.notes.push_back(
                "\"" + v.values[value] + "\" of " + v.name + " left out as a total, although it " +
                (sum.checked == 0 ? difference
                                  : "is " + difference + " (the categories overlap or do not cover it)"));
        }
        return true;
    }

    // Values with the same counts everywhere are the same people under two names.
    void note_equal_values(std::size_t variable, const SumMatrix& matrix, const std::vector<bool>& is_out) {
        const Variable& v = cube_.variables[variable];
        if (v.values.size() > 300 || matrix.slice_count < 3) return;
        std::vector<std::string> pairs;
        for (std::size_t a = 0; a < v.values.size(); ++a) {
            for (std::size_t b = a + 1; b < v.values.size() && !is_out[a]; ++b) {
                double bits = 0;
                bool is_same = !is_out[b];
                for (std::size_t s = 0; s < matrix.slice_count && is_same; ++s) {
                    is_same = matrix.at(a, s) == matrix.at(b, s);
                    bits += is_same ? std::log2(matrix.at(a, s) + 1) : 0;
                }
                if (is_same && bits > 40)
                    pairs.push_back("\"" + v.values[a] + "\" and \"" + v.values[b] + "\"");
            }
        }
        if (!pairs.empty())
            found_.notes.push_back("categories of " + v.name + " overlap: the same counts for " +
                                   join(pairs, "; ", 4));
    }

    bool judge_suspects(std::size_t variable, const Hierarchy& tree) {
        if (tree.suspects.empty()) return true;
        const Variable& v = cube_.variables[variable];
        found_.reason = Reason::overlapping;
        found_.problem = "\"" + v.values[tree.suspects.front()] + "\" of column \"" + v.name +
                         "\" is as large as the others together, so it may be their total";
        return false;
    }

    static bool is_part(const Hierarchy& tree, std::size_t value) {
        for (const auto& ways : tree.parts)
            for (const auto& parts : ways)
                if (std::find(parts.begin(), parts.end(), value) != parts.end()) return true;
        return false;
    }

    void note_totals(std::size_t variable, const Hierarchy& tree) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < tree.is_total.size(); ++i)
            if (tree.is_total[i])
                names.push_back("\"" + std::string{strip(cube_.variables[variable].values[i])} + "\"");
        if (!names.empty())
            found_.notes.push_back("totals of " + cube_.variables[variable].name +
                                   " left out, they add up: " + join(names, ", ", 6));
    }

    const Cube& cube_;
    const std::vector<std::string>& named_;
    TotalsFound found_;
};

}  // namespace

std::optional<std::size_t> repeated_cell(const Cube& cube) {
    std::vector<std::size_t> all(cube.width());
    for (std::size_t j = 0; j < all.size(); ++j) all[j] = j;
    CellIndex index{cube, all};
    for (std::size_t cell = 0; cell < cube.cells.size(); ++cell) {
        index(cell);
        if (index.size() != cell + 1) return cell;
    }
    return {};
}

SumMatrix slices_of(const Cube& cube, std::size_t variable) {
    std::vector<std::size_t> others;
    for (std::size_t j = 0; j < cube.width(); ++j)
        if (j != variable && !determines(cube, variable, j)) others.push_back(j);
    CellIndex index{cube, others};
    std::vector<std::size_t> slices;
    for (std::size_t cell = 0; cell < cube.cells.size(); ++cell) slices.push_back(index(cell));
    SumMatrix matrix{cube.variables[variable].values.size(), index.size(), {}};
    if (matrix.value_count * matrix.slice_count > most_matrix) return matrix;
    matrix.counts.assign(matrix.value_count * matrix.slice_count, 0);
    for (std::size_t cell = 0; cell < cube.cells.size(); ++cell) {
        double& count = matrix.counts[cube.code(cell, variable) * matrix.slice_count + slices[cell]];
        count = cube.cells[cell].is_known ? count + cube.cells[cell].value
                                          : std::numeric_limits<double>::quiet_NaN();
    }
    return matrix;
}

bool sums_to_hundred(const Cube& cube) {
    for (std::size_t j = 0; j < cube.width(); ++j) {
        const SumMatrix matrix = slices_of(cube, j);
        if (matrix.counts.empty() || matrix.value_count < 2) continue;
        std::size_t hundred = 0;
        for (std::size_t s = 0; s < matrix.slice_count; ++s) {
            double sum = 0;
            for (std::size_t i = 0; i < matrix.value_count; ++i)
                sum += std::isnan(matrix.at(i, s)) ? 0 : matrix.at(i, s);
            hundred += std::fabs(sum - 100) < 1 || std::fabs(sum - 200) < 1 ? 1 : 0;
        }
        if (hundred * 10 >= matrix.slice_count * 8) return true;
    }
    return false;
}

TotalsFound totals_of(const Cube& cube, const std::vector<std::string>& named) {
    return TotalDropper{cube, named}.run();
}

}  // namespace drover::read
