#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include <drover/herd/maximize/category_exhaustive.hpp>
#include <drover/herd/maximize/elimination.hpp>

namespace drover {
namespace {

// Columns that share a table are linked. One row of bits per column.
class Graph {
  public:
    explicit Graph(std::size_t columns) : words_{(columns + 63) / 64}, bits_(columns * words_) {}

    void link(std::size_t a, std::size_t b) {
        word(a, b) |= mask(b);
        word(b, a) |= mask(a);
    }

    std::vector<std::size_t> neighbours(std::size_t column) const {
        std::vector<std::size_t> found;
        for (std::size_t k = 0; k < words_; ++k) {
            for (std::uint64_t left = bits_[column * words_ + k]; left != 0; left &= left - 1)
                found.push_back(64 * k + static_cast<std::size_t>(std::countr_zero(left)));
        }
        return found;
    }

    // Twice the number of pairs of its neighbours that are not linked.
    std::size_t fill(std::size_t column, const std::vector<std::size_t>& neighbours) const {
        std::size_t missing = 0;
        for (const std::size_t other : neighbours) {
            for (std::size_t k = 0; k < words_; ++k)
                missing += static_cast<std::size_t>(
                    std::popcount(bits_[column * words_ + k] & ~bits_[other * words_ + k]));
        }
        return missing - neighbours.size();  // each misses itself
    }

    void eliminate(std::size_t column, const std::vector<std::size_t>& neighbours) {
        for (const std::size_t a : neighbours) {
            for (const std::size_t b : neighbours) {
                if (a < b) link(a, b);
            }
            word(a, column) &= ~mask(column);
        }
    }

  private:
    std::uint64_t& word(std::size_t row, std::size_t bit) { return bits_[row * words_ + bit / 64]; }
    static std::uint64_t mask(std::size_t bit) { return std::uint64_t{1} << (bit % 64); }

    std::size_t words_;
    std::vector<std::uint64_t> bits_;
};

Graph graph_of(const MarginalTables& f, const RowLimits& limits) {
    Graph graph{f.column_count()};
    for (std::size_t table = 0; table < f.table_count(); ++table) {
        for (const std::size_t a : f.table_columns(table)) {
            for (const std::size_t b : f.table_columns(table)) {
                if (a < b && limits.is_free(a) && limits.is_free(b)) graph.link(a, b);
            }
        }
    }
    return graph;
}

EliminationStep make_step(const MarginalTables& f, const Graph& graph, std::size_t column) {
    EliminationStep step{.column = column, .others = graph.neighbours(column)};
    step.cells = static_cast<double>(f.value_count(column));
    for (const std::size_t other : step.others) step.cells *= static_cast<double>(f.value_count(other));
    return step;
}

// The step of the least fill, of those the one of fewest cells, of those the first.
EliminationStep best_step(const MarginalTables& f, const Graph& graph, const std::vector<std::size_t>& left,
                          const std::vector<std::size_t>& fills) {
    std::size_t least = fills[left.front()];
    for (const std::size_t column : left) least = std::min(least, fills[column]);
    std::optional<EliminationStep> best;
    for (const std::size_t column : left) {
        if (fills[column] > least) continue;
        EliminationStep step = make_step(f, graph, column);
        if (!best || step.cells < best->cells) best = std::move(step);
        if (least == 0 && best->others.size() + 1 == left.size()) break;  // all are linked, and alike
    }
    return *std::move(best);
}

}  // namespace

EliminationOrder elimination_order(const MarginalTables& f, const RowLimits& limits, double limit) {
    Graph graph = graph_of(f, limits);
    std::vector<std::size_t> left;
    for (std::size_t i = 0; i < f.column_count(); ++i) {
        if (limits.is_free(i)) left.push_back(i);
    }
    EliminationOrder order;
    std::vector<std::size_t> fills(f.column_count());
    const auto find_fill = [&](std::size_t i) { fills[i] = graph.fill(i, graph.neighbours(i)); };
    for (const std::size_t i : left) find_fill(i);
    while (!left.empty() && order.cells <= limit) {
        EliminationStep step = best_step(f, graph, left, fills);
        const bool adds_no_link = fills[step.column] == 0;
        graph.eliminate(step.column, step.others);
        left.erase(std::find(left.begin(), left.end(), step.column));
        for (const std::size_t i : left)
            if (!adds_no_link || fills[i] > 0) find_fill(i);  // 0 stays 0 where no link is added
        order.cells += step.cells;
        order.steps.push_back(std::move(step));
    }
    return order;
}

ExactCost elimination_cost(const MarginalTables& f, const RowLimits& limits) {
    return {.cells = elimination_order(f, limits, 0x1p40).cells,
            .enumerable = row_count(f, limits) <= static_cast<double>(CategoryExhaustive::max_rows)};
}

}  // namespace drover
