#include <algorithm>
#include <optional>
#include <set>
#include <span>

#include <drover/core/check.hpp>
#include <drover/zones/impl/implied.hpp>
#include <drover/zones/impl/proportional_fit.hpp>
#include <drover/zones/impl/shares.hpp>

namespace drover::zones::impl {
namespace {

using Columns = std::vector<std::size_t>;

constexpr double like_share = 1e-3;  // of a row, in every cell
constexpr std::size_t most_columns = 2'000;

class Implier {
  public:
    Implier(HubTables& tables, const ImplyOptions& options, const LikeRows* like)
        : tables_{tables}, options_{options}, like_{like}, neighbours_(tables.value_counts.size()) {
        for (const HubTable& table : tables_.tables) {
            if (table.common_trust == 0) continue;
            for (const std::size_t a : table.columns) {
                for (const std::size_t b : table.columns)
                    if (a != b) neighbours_[a].push_back(b);
            }
        }
        for (Columns& columns : neighbours_) {
            std::sort(columns.begin(), columns.end());
            columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
        }
    }

    std::size_t operator()() {
        const Columns& columns = tables_.free_columns;
        check_input(columns.size() <= most_columns, [&] {
            return Problem{Fault::range,
                           {.option = "imply"},
                           "at most " + std::to_string(most_columns) +
                               " columns for auto, because each two of them are looked at",
                           std::to_string(columns.size()),
                           "{imply=off} takes more"};
        });
        for (std::size_t j = 0; j < columns.size(); ++j) {
            throw_if_stopped(options_.control);
            for (std::size_t i = 0; i < j; ++i)
                if (!meet(columns[i], columns[j])) ask(columns[i], columns[j]);
        }
        if (like_ != nullptr && fits_together()) {
            ask_for_all();
            fit(columns, asked_);
        } else {
            for (Asked& asked : asked_) fit(asked.fitted, std::span{&asked, 1});
        }
        for (const Asked& asked : asked_) {
            for (std::size_t k = 0; k < asked.levels.size(); ++k)
                tables_.tables.push_back(table_of(asked.columns, asked.levels[k], asked.sums[k]));
        }
        return table_count_;
    }

  private:
    bool meet(std::size_t a, std::size_t b) const {
        return std::binary_search(neighbours_[a].begin(), neighbours_[a].end(), b);
    }
    std::size_t size_of(const Columns& columns) const {
        std::size_t size = 1;
        for (const std::size_t column : columns) size *= tables_.value_counts[column];
        return size;
    }

    // A table to be asked for, the columns that it is computed from, and its cells over the units of levels.
    struct Asked {
        Columns columns;
        Columns fitted;
        std::vector<std::size_t> levels;
        std::vector<std::vector<double>> sums = {};
    };

    void ask(std::size_t a, std::size_t b) {
        const Columns columns = options_.with_neighbours ? with_neighbours(a, b) : Columns{a, b};
        if (!seen_.insert(columns).second) return;
        std::vector<std::size_t> levels = chosen_levels(size_of(columns), 0);
        if (levels.empty()) return;  // too large, and so is what it would be computed from
        Columns fitted = with_path(columns, a, b);
        if (size_of(fitted) > options_.max_fitted_cells) fitted = columns;
        add({columns, fitted, std::move(levels)});
    }
    void add(Asked asked) {
        table_count_ += asked.levels.size();
        for (const std::size_t level : asked.levels)
            asked.sums.emplace_back(size_of(asked.columns) * tables_.levels[level].unit_count);
        asked_.push_back(std::move(asked));
    }

    bool fits_together() const {
        return options_.with_neighbours && size_of(tables_.free_columns) <= options_.max_fitted_cells;
    }
    // The joint table, over tracts and the region rather than zones.
    void ask_for_all() {
        const std::size_t first = tables_.levels.size() > 1 ? 1 : 0;
        add({tables_.free_columns, tables_.free_columns,
             chosen_levels(size_of(tables_.free_columns), first)});
    }

    // Rows in the cells of all of these tables, which are computed from the same columns.
    void fit(const Columns& fitted, std::span<Asked> asked) {
        ProportionalFit fit{tables_, fitted, start_of(fitted), options_.control};
        std::vector<std::vector<std::uint32_t>> of_joint;
        for (const Asked& one : asked) of_joint.push_back(fit.projection(one.columns));
        std::vector<double> rows;
        for (const std::vector<std::uint32_t>& part : fit.parts()) {
            const std::span joint = fit.fit(part);
            for (std::size_t z = 0; z < part.size(); ++z) {
                throw_if_stopped(options_.control);
                for (std::size_t j = 0; j < asked.size(); ++j) {
                    rows.assign(size_of(asked[j].columns), 0);
                    for (std::size_t cell = 0; cell < fit.size(); ++cell)
                        rows[of_joint[j][cell]] += joint[z * fit.size() + cell];
                    add_rows(asked[j], rows, part[z]);
                }
            }
        }
    }
    void add_rows(Asked& asked, std::span<const double> rows, std::uint32_t zone) const {
        for (std::size_t k = 0; k < asked.levels.size(); ++k) {
            const std::size_t first = tables_.levels[asked.levels[k]].unit_of[zone] * rows.size();
            for (std::size_t cell = 0; cell < rows.size(); ++cell) asked.sums[k][first + cell] += rows[cell];
        }
    }

    // Counts of the rows to resemble; columns that they lack are uniform.
    std::vector<double> start_of(const Columns& fitted) const {
        if (like_ == nullptr) return {};
        Columns known;
        std::set_intersection(fitted.begin(), fitted.end(), like_->columns.begin(), like_->columns.end(),
                              std::back_inserter(known));
        std::vector<double> counts(size_of(known), like_share);
        const std::size_t width = like_->columns.size();
        for (std::size_t r = 0; r < like_->weights.size(); ++r) {
            std::size_t cell = 0;
            for (std::size_t j = 0; j < width; ++j) {
                if (std::binary_search(known.begin(), known.end(), like_->columns[j]))
                    cell = cell * tables_.value_counts[like_->columns[j]] + like_->values[r * width + j];
            }
            counts[cell] += like_->weights[r];
        }
        std::vector<double> start;
        for (const std::uint32_t cell : cell_projection(tables_.value_counts, fitted, known))
            start.push_back(counts[cell]);
        return start;
    }

    // Cells are asked for in every unit that has rows.
    HubTable table_of(const Columns& columns, std::size_t level, const std::vector<double>& sums) const {
        HubTable table{.columns = columns, .level = level, .shares = {}, .trust = {}, .common_trust = 1};
        table.shares.resize(sums.size());
        const std::size_t slice = size_of(columns);
        for (std::size_t first = 0; first < sums.size(); first += slice) {
            const std::span part = std::span{sums}.subspan(first, slice);
            double whole = 0;
            for (const double sum : part) whole += sum;
            if (whole > 0) to_shares(part, whole, std::span{table.shares}.subspan(first, slice));
        }
        return table;
    }

    // The two, and the columns that meet both, as far as there is room: those of few values first.
    Columns with_neighbours(std::size_t a, std::size_t b) const {
        Columns common;
        std::set_intersection(neighbours_[a].begin(), neighbours_[a].end(), neighbours_[b].begin(),
                              neighbours_[b].end(), std::back_inserter(common));
        std::stable_sort(common.begin(), common.end(), [&](std::size_t x, std::size_t y) {
            return tables_.value_counts[x] < tables_.value_counts[y];
        });
        Columns asked{std::min(a, b), std::max(a, b)};
        for (const std::size_t column : common) {
            asked.push_back(column);
            if (size_of(asked) > options_.max_fitted_cells || size_of(asked) > options_.max_table_cells)
                asked.pop_back();
        }
        std::sort(asked.begin(), asked.end());
        return asked;
    }

    // And those of a shortest path between them.
    Columns with_path(Columns columns, std::size_t a, std::size_t b) const {
        std::vector<std::optional<std::size_t>> before(neighbours_.size());
        Columns queue{a};
        before[a] = a;
        for (std::size_t k = 0; k < queue.size() && !before[b]; ++k) {
            for (const std::size_t next : neighbours_[queue[k]]) {
                if (before[next]) continue;
                before[next] = queue[k];
                queue.push_back(next);
            }
        }
        if (before[b]) {
            for (std::size_t at = *before[b]; at != a; at = *before[at]) columns.push_back(at);
        }
        std::sort(columns.begin(), columns.end());
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
        return columns;
    }

    // The finest level from `first` on that has room, and the next one.
    std::vector<std::size_t> chosen_levels(std::size_t slice, std::size_t first) {
        std::vector<std::size_t> levels;
        for (std::size_t level = first; level < tables_.levels.size() && levels.size() < 2; ++level) {
            const std::size_t cells = slice * tables_.levels[level].unit_count;
            if (cells > options_.max_table_cells || used_ + cells > options_.max_cells) continue;
            used_ += cells;
            levels.push_back(level);
        }
        return levels;
    }

    HubTables& tables_;
    const ImplyOptions& options_;
    const LikeRows* like_;
    std::vector<Columns> neighbours_;  // in ascending order
    std::vector<Asked> asked_;
    std::set<Columns> seen_;  // of those asked for
    std::size_t table_count_ = 0;
    std::size_t used_ = 0;
};

}  // namespace

std::size_t add_implied(HubTables& tables, const ImplyOptions& options, const LikeRows* like) {
    return Implier{tables, options, like}();
}

}  // namespace drover::zones::impl
