#include <algorithm>
#include <cmath>

#include <drover/zones/impl/proportional_fit.hpp>
#include <drover/zones/parts.hpp>

namespace drover::zones::impl {
namespace {

constexpr std::size_t max_sweeps = 100;
constexpr double tolerance = 1e-6;
constexpr std::size_t max_part_cells = std::size_t{1} << 24U;

}  // namespace

std::vector<std::uint32_t> cell_projection(const std::vector<std::size_t>& value_counts,
                                           std::span<const std::size_t> from,
                                           std::span<const std::size_t> to) {
    std::vector<std::uint32_t> targets{0};
    for (const std::size_t column : from) {
        std::size_t stride = 0;
        std::size_t after = 1;
        for (std::size_t k = to.size(); k-- > 0;) {
            if (to[k] == column) stride = after;
            after *= value_counts[to[k]];
        }
        std::vector<std::uint32_t> longer;
        longer.reserve(targets.size() * value_counts[column]);
        for (const std::uint32_t target : targets) {
            for (std::size_t v = 0; v < value_counts[column]; ++v)
                longer.push_back(target + static_cast<std::uint32_t>(v * stride));
        }
        targets = std::move(longer);
    }
    return targets;
}

ProportionalFit::ProportionalFit(const HubTables& tables, std::vector<std::size_t> columns,
                                 std::vector<double> start, const RunControl& control)
    : tables_{tables}, columns_{std::move(columns)}, start_{std::move(start)}, control_{control} {
    for (const std::size_t column : columns_) size_ *= tables.value_counts[column];
    if (start_.empty()) start_.assign(size_, 1.0 / static_cast<double>(size_));
    for (const HubTable& table : tables.tables) {
        if (table.common_trust > 0) {
            add_margin(table);
        } else {
            forbid(table);
        }
    }
    drop_covered();
    std::stable_sort(margins_.begin(), margins_.end(),
                     [](const Margin& a, const Margin& b) { return a.table->level > b.table->level; });
    find_parts();
}

void ProportionalFit::add_margin(const HubTable& table) {
    Margin margin{.table = &table, .columns = {}, .size = 1, .of_cell = {}, .of_joint = {}};
    for (const std::size_t column : columns_) {
        if (std::find(table.columns.begin(), table.columns.end(), column) == table.columns.end()) continue;
        margin.columns.push_back(column);
        margin.size *= tables_.value_counts[column];
    }
    if (margin.columns.empty()) return;
    margin.of_cell = cell_projection(tables_.value_counts, table.columns, margin.columns);
    margin.of_joint = projection(margin.columns);
    margins_.push_back(std::move(margin));
}

// A table that pulls nothing, if all its columns are here.
void ProportionalFit::forbid(const HubTable& table) {
    const auto is_here = [&](std::size_t column) {
        return std::binary_search(columns_.begin(), columns_.end(), column);
    };
    if (!std::all_of(table.columns.begin(), table.columns.end(), is_here)) return;
    bans_.push_back({.table = &table, .columns = table.columns, .size = 0, .of_cell = {}, .of_joint = {}});
    bans_.back().of_joint = projection(table.columns);
    bans_.back().size = *std::max_element(bans_.back().of_joint.begin(), bans_.back().of_joint.end()) + 1U;
}

// Of two tables of one level that say the same, the first is enough.
void ProportionalFit::drop_covered() {
    std::vector<Margin> kept;
    for (std::size_t k = 0; k < margins_.size(); ++k) {
        bool is_covered = false;
        for (std::size_t j = 0; j < margins_.size() && !is_covered; ++j) {
            if (j == k || margins_[j].table->level != margins_[k].table->level) continue;
            const auto& a = margins_[k].columns;
            const auto& b = margins_[j].columns;
            is_covered = std::includes(b.begin(), b.end(), a.begin(), a.end()) && (a != b || j < k);
        }
        if (!is_covered) kept.push_back(margins_[k]);
    }
    margins_ = std::move(kept);
}

std::vector<std::uint32_t> ProportionalFit::projection(std::span<const std::size_t> columns) const {
    return cell_projection(tables_.value_counts, columns_, columns);
}

void ProportionalFit::find_parts() {
    std::vector<const Level*> tying;
    for (const Margin& margin : margins_) tying.push_back(&tables_.levels[margin.table->level]);
    const Parts tied{tables_.zone_count(), tying};
    std::vector<std::vector<std::uint32_t>> zones_of(tied.count());
    for (std::uint32_t zone = 0; zone < tables_.zone_count(); ++zone)
        if (tables_.zone_counts[zone] > 0) zones_of[tied.of(zone)].push_back(zone);
    for (std::vector<std::uint32_t>& part : zones_of) {
        if (part.empty()) continue;
        if (part.size() <= max_part_cells / size_) {
            parts_.push_back(std::move(part));
        } else {
            for (const std::uint32_t zone : part) parts_.push_back({zone});
        }
    }
}

void ProportionalFit::start(std::span<const std::uint32_t> part) {
    double sum = 0;
    for (const double share : start_) sum += share;
    joint_.resize(part.size() * size_);
    for (std::size_t k = 0; k < part.size(); ++k) {
        const double rows = static_cast<double>(tables_.zone_counts[part[k]]) / sum;
        double* joint = joint_.data() + k * size_;
        for (std::size_t cell = 0; cell < size_; ++cell) joint[cell] = rows * start_[cell];
        for (const Margin& ban : bans_) {
            const std::size_t first = tables_.levels[ban.table->level].unit_of[part[k]] * ban.size;
            for (std::size_t cell = 0; cell < size_; ++cell)
                if (ban.table->shares[first + ban.of_joint[cell]] == forbidden_share) joint[cell] = 0;
        }
    }
}

// Brings the joint of some zones to what the table says of their unit; the largest change of a sum, as a
// share.
double ProportionalFit::scale_unit(const Margin& margin, std::size_t unit,
                                   std::span<const std::size_t> places) {
    const std::size_t slice = margin.of_cell.size();
    const std::span shares = std::span{margin.table->shares}.subspan(unit * slice, slice);
    wanted_.assign(margin.size, 0);
    sums_.assign(margin.size, 0);
    known_.assign(margin.size, true);
    for (std::size_t cell = 0; cell < slice; ++cell) {
        if (shares[cell] == unknown_share) known_[margin.of_cell[cell]] = false;
        if (shares[cell] < forbidden_share) wanted_[margin.of_cell[cell]] += shares[cell];
    }
    double rows = 0;
    for (const std::size_t place : places) {
        const double* joint = joint_.data() + place * size_;
        for (std::size_t cell = 0; cell < size_; ++cell) sums_[margin.of_joint[cell]] += joint[cell];
    }
    for (const double sum : sums_) rows += sum;
    double known = 0;
    double open = 0;  // in unknown cells
    for (std::size_t k = 0; k < margin.size; ++k) {
        wanted_[k] *= rows / static_cast<double>(std::int64_t{1} << hub_share_bits);
        if (known_[k]) known += wanted_[k];
        if (!known_[k]) open += sums_[k];
    }
    if (known <= 0) return 0;
    // Unknown cells share what the known ones leave.
    for (std::size_t k = 0; k < margin.size; ++k) {
        if (known_[k]) continue;
        wanted_[k] = open > 0 ? sums_[k] * std::max(0.0, rows - known) / open : 0;
    }
    double change = 0;
    for (std::size_t k = 0; k < margin.size; ++k) {
        change = std::max(change, std::abs(wanted_[k] - sums_[k]) / rows);
        sums_[k] = sums_[k] <= 0 ? 1 : wanted_[k] / sums_[k];
    }
    for (const std::size_t place : places) {
        double* joint = joint_.data() + place * size_;
        for (std::size_t cell = 0; cell < size_; ++cell) joint[cell] *= sums_[margin.of_joint[cell]];
    }
    return change;
}

double ProportionalFit::scale(const Margin& margin, std::span<const std::uint32_t> part) {
    const Level& level = tables_.levels[margin.table->level];
    std::vector<std::pair<std::size_t, std::size_t>> units;  // and the place of a zone in the part
    for (std::size_t k = 0; k < part.size(); ++k) units.emplace_back(level.unit_of[part[k]], k);
    std::sort(units.begin(), units.end());
    double change = 0;
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k < units.size(); ++k) {
        places.push_back(units[k].second);
        if (k + 1 < units.size() && units[k + 1].first == units[k].first) continue;
        change = std::max(change, scale_unit(margin, units[k].first, places));
        places.clear();
    }
    return change;
}

// Coarse tables first: where tables contradict one another, the fine ones decide.
std::span<const double> ProportionalFit::fit(std::span<const std::uint32_t> part) {
    start(part);
    for (std::size_t sweep = 0; sweep < max_sweeps; ++sweep) {
        double change = 0;
        for (const Margin& margin : margins_) {
            throw_if_stopped(control_);
            change = std::max(change, scale(margin, part));
        }
        if (change < tolerance) break;
    }
    return joint_;
}

}  // namespace drover::zones::impl
