#include <algorithm>
#include <cstdlib>
#include <unordered_set>

#include <drover/synth/impl/repair.hpp>

namespace drover::synth::impl {
namespace {

constexpr std::int64_t trials_between_checks = 1024;

class RowRepair {
  public:
    RowRepair(const Targets& targets, const RepairOptions& options, std::span<std::uint32_t> cells,
              std::vector<std::int64_t>& hits)
        : features_{targets.features},
          options_{options},
          cells_{cells},
          hits_{hits},
          width_{features_.column_count()},
          row_count_{cells.size() / width_},
          tables_of_(width_) {
        for (std::size_t k = 0; k < features_.table_count(); ++k) {
            for (const std::size_t column : features_.table_columns(k)) tables_of_[column].push_back(k);
        }
        for (const std::int64_t count : targets.moments.counts)
            wanted_.push_back(static_cast<std::int64_t>(
                Int128{count} * static_cast<std::int64_t>(row_count_) / targets.moments.total));
        zones_.resize(options.hub ? features_.value_count(*options.hub) : 1);
        for (std::size_t r = 0; r < row_count_; ++r) zones_[zone_of(r)].push_back(r);
    }

    std::int64_t operator()() {
        for (bool helped = true; helped && may_continue();) {
            helped = false;
            for (std::size_t k = 0; k < features_.table_count(); ++k) helped = repair_table(k) || helped;
        }
        return static_cast<std::int64_t>(changed_.size());
    }

  private:
    using Row = std::span<std::uint32_t>;

    Row row(std::size_t r) const { return cells_.subspan(r * width_, width_); }
    std::size_t zone_of(std::size_t r) const { return options_.hub ? row(r)[*options_.hub] : 0; }
    bool may_continue() const { return trials_ < options_.max_trials && !options_.control.stop_requested(); }
    bool is_over(std::size_t cell) const { return cell != no_feature && hits_[cell] > wanted_[cell]; }

    // Rows in cells that have too many, in their order.
    bool repair_table(std::size_t table) {
        bool any = false;
        for (std::size_t cell = features_.first_feature(table); cell < features_.first_feature(table + 1);
             ++cell)
            any = any || is_over(cell);
        if (!any) return false;
        bool helped = false;
        for (std::size_t r = 0; r < row_count_ && may_continue(); ++r)
            if (is_over(features_.feature(table, row(r)))) helped = repair_row(table, r) || helped;
        return helped;
    }

    bool repair_row(std::size_t table, std::size_t r) {
        const auto columns = features_.table_columns(table);
        return std::any_of(columns.begin(), columns.end(), [&](std::size_t column) {
            return !options_.fixed_columns[column] && (change(r, column) || exchange(r, column));
        });
    }

    // Another value of the column that lowers the error, if there is one.
    bool change(std::size_t r, std::size_t column) {
        const std::uint32_t before = row(r)[column];
        std::int64_t gain = move(r, column, before, -1);
        for (std::uint32_t value = 0; value < features_.value_count(column); ++value) {
            if (value == before) continue;
            const std::int64_t after = gain + move(r, column, value, 1);
            ++trials_;
            if (after < 0 && allows(r, column)) {
                changed_.insert(r);
                return true;
            }
            move(r, column, value, -1);
        }
        move(r, column, before, 1);
        return false;
    }

    // Exchanges the value with that of another row of the zone.
    bool exchange(std::size_t r, std::size_t column) {
        const std::uint32_t before = row(r)[column];
        for (const std::size_t other : zones_[zone_of(r)]) {
            const std::uint32_t value = row(other)[column];
            if (value == before) continue;
            if (++trials_ % trials_between_checks == 0 && options_.control.stop_requested()) return false;
            std::int64_t gain = move(r, column, before, -1);
            gain += move(other, column, value, -1);
            gain += move(r, column, value, 1);
            gain += move(other, column, before, 1);
            if (gain < 0 && allows(r, column) && allows(other, column)) {
                changed_.insert({r, other});
                return true;
            }
            move(other, column, before, -1);
            move(r, column, value, -1);
            move(other, column, value, 1);
            move(r, column, before, 1);
        }
        return false;
    }

    // Takes the row out of its cells (sign -1), or puts it into those that it has with this value (+1).
    // Returns the change of the sum of errors.
    std::int64_t move(std::size_t r, std::size_t column, std::uint32_t value, std::int64_t sign) {
        row(r)[column] = value;
        std::int64_t gain = 0;
        for (const std::size_t table : tables_of_[column]) {
            const std::size_t cell = features_.feature(table, row(r));
            if (cell == no_feature) {
                gain += sign;
                continue;
            }
            gain -= std::abs(hits_[cell] - wanted_[cell]);
            hits_[cell] += sign;
            gain += std::abs(hits_[cell] - wanted_[cell]);
        }
        return gain;
    }

    bool allows(std::size_t r, std::size_t column) const {
        const auto has = [&](const auto& value) { return row(r)[value.first] == value.second; };
        for (const Combination& combination : options_.forbid)
            if (std::all_of(combination.begin(), combination.end(), has)) return false;
        if (!options_.hard_zeros) return true;
        return std::all_of(tables_of_[column].begin(), tables_of_[column].end(), [&](std::size_t table) {
            const std::size_t cell = features_.feature(table, row(r));
            return cell != no_feature && wanted_[cell] > 0;
        });
    }

    const MarginalTables& features_;
    const RepairOptions& options_;
    std::span<std::uint32_t> cells_;
    std::vector<std::int64_t>& hits_;
    std::size_t width_;
    std::size_t row_count_;
    std::vector<std::vector<std::size_t>> tables_of_;
    std::vector<std::int64_t> wanted_;
    std::vector<std::vector<std::size_t>> zones_;
    std::unordered_set<std::size_t> changed_;
    std::int64_t trials_ = 0;
};

}  // namespace

std::int64_t repair(const Targets& targets, const RepairOptions& options, std::span<std::uint32_t> cells,
                    std::vector<std::int64_t>& hits) {
    return RowRepair{targets, options, cells, hits}();
}

}  // namespace drover::synth::impl
