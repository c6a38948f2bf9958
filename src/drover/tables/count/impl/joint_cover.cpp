#include <algorithm>

#include <drover/tables/count/impl/joint_cover.hpp>

namespace drover::impl {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

class Covering {
  public:
    Covering(const std::vector<std::size_t>& value_counts,
             const std::vector<std::vector<std::size_t>>& tables, std::size_t most_cells)
        : value_counts_{value_counts}, tables_{tables}, most_cells_{most_cells} {
        cover_.joint_of.assign(tables.size(), none);
    }

    JointCover cover() && {
        for (std::size_t seed = largest_left(); seed != none; seed = largest_left()) {
            begin(tables_[seed]);
            for (std::size_t next = best_column(); next != none; next = best_column()) add(next);
            std::vector<std::size_t>& joint = cover_.joints.emplace_back();
            for (std::size_t j = 0; j < is_in_.size(); ++j)
                if (is_in_[j]) joint.push_back(j);
            for (std::size_t t = 0; t < tables_.size(); ++t)
                if (cover_.joint_of[t] == none && missing(t) == 0)
                    cover_.joint_of[t] = cover_.joints.size() - 1;
        }
        return std::move(cover_);
    }

  private:
    std::size_t cells_of(const std::vector<std::size_t>& columns) const {
        std::size_t cells = 1;
        for (const std::size_t column : columns) cells *= value_counts_[column];
        return cells;
    }

    std::size_t largest_left() const {
        std::size_t best = none;
        for (std::size_t t = 0; t < tables_.size(); ++t) {
            if (cover_.joint_of[t] == none &&
                (best == none || cells_of(tables_[t]) > cells_of(tables_[best])))
                best = t;
        }
        return best;
    }

    void begin(const std::vector<std::size_t>& columns) {
        is_in_.assign(value_counts_.size(), false);
        cells_ = 1;
        for (const std::size_t column : columns) add(column);
    }

    void add(std::size_t column) {
        is_in_[column] = true;
        cells_ *= value_counts_[column];
    }

    // How many columns of a table the joint one lacks.
    std::size_t missing(std::size_t table) const {
        return static_cast<std::size_t>(std::count_if(tables_[table].begin(), tables_[table].end(),
                                                      [&](std::size_t column) { return !is_in_[column]; }));
    }

    // The column that completes most of the remaining tables.
    std::size_t best_column() const {
        std::vector<std::size_t> gains(value_counts_.size());
        for (std::size_t t = 0; t < tables_.size(); ++t) {
            if (cover_.joint_of[t] != none || missing(t) != 1) continue;
            for (const std::size_t column : tables_[t])
                if (!is_in_[column]) ++gains[column];
        }
        std::size_t best = none;
        for (std::size_t j = 0; j < gains.size(); ++j) {
            if (gains[j] == 0 || value_counts_[j] > most_cells_ / cells_) continue;
            if (best == none || gains[j] > gains[best] ||
                (gains[j] == gains[best] && value_counts_[j] < value_counts_[best]))
                best = j;
        }
        return best;
    }

    const std::vector<std::size_t>& value_counts_;
    const std::vector<std::vector<std::size_t>>& tables_;
    std::size_t most_cells_;
    JointCover cover_;
    std::vector<bool> is_in_;
    std::size_t cells_ = 1;
};

}  // namespace

JointCover cover_by_joints(const std::vector<std::size_t>& value_counts,
                           const std::vector<std::vector<std::size_t>>& tables, std::size_t most_cells) {
    return Covering{value_counts, tables, most_cells}.cover();
}

}  // namespace drover::impl
