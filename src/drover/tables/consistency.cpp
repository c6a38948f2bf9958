#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/number/rational_sum.hpp>
#include <drover/tables/consistency.hpp>
#include <drover/tables/impl/margin.hpp>
#include <drover/tables/impl/tv_bound.hpp>
#include <drover/tables/rounding.hpp>

namespace drover {
namespace {

constexpr std::size_t max_listed = 1000;

void examine_cells(const TableSet& set, const RunControl& control, Consistency& result) {
    for (const CountTable& table : set.tables) {
        if (control.stop_requested()) break;
        RationalSum sum;
        for (const Rational& count : table.counts) {
            sum.add(count);
            if (count.numerator() < 0) ++result.negative_cells;
        }
        result.totals.push_back(sum.value());
        result.integers = result.integers && !table.shares && sum.denominator() == 1;
        result.has_errors = result.has_errors || !table.errors.empty();
        result.suppressed_cells += table.suppressed_count;
        result.unknown_cells +=
            static_cast<std::size_t>(std::count(table.unknown.begin(), table.unknown.end(), true));
    }
    result.rounded_base = drover::rounded_base(set);
}

// Totals of the complete tables, either of counts or of shares, in ascending order.
std::vector<Rational> complete_totals(const TableSet& set, const Consistency& result, bool shares) {
    std::vector<Rational> totals;
    for (std::size_t k = 0; k < set.tables.size(); ++k) {
        if (set.tables[k].shares == shares && !set.tables[k].has_unknown())
            totals.push_back(result.totals[k]);
    }
    std::sort(totals.begin(), totals.end(), is_less);
    return totals;
}

void examine_totals(const TableSet& set, Consistency& result) {
    const std::vector<Rational> counts = complete_totals(set, result, false);
    const std::vector<Rational> shares = complete_totals(set, result, true);
    for (const auto& totals : {counts, shares}) {
        if (!totals.empty() && !agree(totals.front(), totals.back(), result.tolerance))
            result.totals_agree = false;
    }
    const std::vector<Rational>& main = counts.empty() ? shares : counts;
    if (main.empty()) return;
    result.least_total = main.front();
    result.most_total = main.back();
    result.common_total = main[(main.size() - 1) / 2];
    result.common_count =
        static_cast<std::size_t>(std::count_if(main.begin(), main.end(), [&](const Rational& total) {
            return agree(total, result.common_total, result.tolerance);
        }));
}

double count_distance(const Margin& a, const Margin& b) {
    double sum = 0;
    for (std::size_t v = 0; v < a.counts.size(); ++v) sum += std::abs(a.counts[v] - b.counts[v]);
    return sum;
}

// The tables that share some columns, grouped by what they say about these.
class Group {
  public:
    Group(const TableSet& set, const std::vector<std::size_t>& columns,
          const std::vector<std::size_t>& tables, double tolerance)
        : set_{set}, columns_{columns} {
        for (const std::size_t table : tables) {
            std::optional<Margin> margin = find_margin(set.schema, set.tables[table], columns);
            if (!margin) {
                ++uncompared_;
                continue;
            }
            shared_.tables.push_back(table);
            shared_.margins.push_back(*std::move(margin));
        }
        std::map<std::vector<Int128>, std::size_t> seen;
        for (std::size_t m = 0; m < shared_.tables.size(); ++m) {
            const auto [found, is_new] = seen.emplace(shared_.margins[m].proportions, opinions_.size());
            if (is_new) found->second = near_opinion(m, tolerance);
            if (found->second == opinions_.size()) opinions_.emplace_back();
            opinions_[found->second].push_back(m);
        }
        shared_.columns = columns.size();
    }

    const SharedMargins& margins() const { return shared_; }
    std::size_t uncompared() const { return uncompared_; }
    bool unanimous() const { return opinions_.size() < 2; }

    // Compares every table with the majority.
    void report(Consistency& result) const {
        const std::size_t reference = reference_opinion();
        const std::vector<std::size_t>& others = opinions_[reference];
        bool partners_blamed = false;
        for (std::size_t o = 0; o < opinions_.size(); ++o) {
            if (o == reference) continue;
            const double l1 =
                l1_distance(shared_.margins[opinions_[o].front()], shared_.margins[others.front()]);
            for (const std::size_t member : opinions_[o]) add_conflict(member, others, l1, result);
            if (opinions_[o].size() == others.size() && !partners_blamed) {
                for (const std::size_t member : others) result.blame[shared_.tables[member]] += l1;
                partners_blamed = true;
            }
        }
    }

  private:
    // The first group within the tolerance, or a new one.
    std::size_t near_opinion(std::size_t member, double tolerance) const {
        const auto is_near = [&](const std::vector<std::size_t>& opinion) {
            return l1_distance(shared_.margins[member], shared_.margins[opinion.front()]) <= tolerance;
        };
        const auto found =
            tolerance > 0 ? std::find_if(opinions_.begin(), opinions_.end(), is_near) : opinions_.end();
        return static_cast<std::size_t>(found - opinions_.begin());
    }

    std::size_t reference_opinion() const {
        const std::vector<double> median = median_shares(shared_);
        std::size_t best = 0;
        double best_distance = 0;
        for (std::size_t o = 0; o < opinions_.size(); ++o) {
            const Margin& margin = shared_.margins[opinions_[o].front()];
            double distance = 0;
            for (std::size_t v = 0; v < median.size(); ++v) distance += std::abs(margin.share(v) - median[v]);
            const std::size_t size = opinions_[o].size();
            const std::size_t best_size = opinions_[best].size();
            if (o == 0 || size > best_size || (size == best_size && distance < best_distance)) {
                best = o;
                best_distance = distance;
            }
        }
        return best;
    }

    // Compared with the first of the others that has exactly these columns in common; tables that share more
    // columns are compared on those.
    void add_conflict(std::size_t member, const std::vector<std::size_t>& others, double l1,
                      Consistency& result) const {
        const std::size_t table = shared_.tables[member];
        const auto other = std::find_if(others.begin(), others.end(), [&](std::size_t m) {
            return common_columns(set_.tables[table], set_.tables[shared_.tables[m]]) == columns_;
        });
        if (other == others.end()) return;
        const std::size_t partner = shared_.tables[*other];
        TableConflict conflict{.first = std::min(table, partner), .second = std::max(table, partner)};
        conflict.columns = columns_;
        conflict.l1 = l1;
        if (!set_.tables[table].shares && !set_.tables[partner].shares)
            conflict.count_l1 = count_distance(shared_.margins[member], shared_.margins[*other]);
        result.conflicts.push_back(std::move(conflict));
        result.blame[table] += l1;
    }

    const TableSet& set_;
    const std::vector<std::size_t>& columns_;
    SharedMargins shared_;
    std::vector<std::vector<std::size_t>> opinions_;  // of margins
    std::size_t uncompared_ = 0;
};

void examine_margins(const TableSet& set, const RunControl& control, Consistency& result) {
    TvBound bound{set};
    for (const auto& [columns, tables] : shared_columns(set)) {
        if (control.stop_requested()) break;
        const Group group{set, columns, tables, result.tolerance};
        if (group.margins().tables.size() > 1) result.compared_count += group.margins().tables.size();
        result.uncompared_count += group.uncompared();
        if (group.unanimous()) continue;
        result.consistent = false;
        group.report(result);
        bound.add(group.margins());
    }
    result.lower_bound_tv = bound.mean();
    result.lower_bound_worst_tv = bound.worst();
}

}  // namespace

bool agree(const Rational& a, const Rational& b, double tolerance) {
    if (a == b) return true;
    const double x = a.to_double();
    const double y = b.to_double();
    return std::abs(x - y) <= tolerance * std::max(std::abs(x), std::abs(y)) && tolerance > 0;
}

Consistency examine(const TableSet& set, double tolerance, const RunControl& control) {
    check_input(!set.tables.empty(), [] {
        return Problem{Fault::missing, {}, "at least one table", "none"};
    });
    check_input(tolerance >= 0, [&] {
        return Problem{Fault::range, {.option = "tolerance"}, "at least 0", std::to_string(tolerance)};
    });
    Consistency result;
    result.tolerance = tolerance;
    result.blame.resize(set.tables.size());
    examine_cells(set, control, result);
    result.totals.resize(set.tables.size());
    examine_totals(set, result);
    examine_margins(set, control, result);
    result.consistent = result.consistent && result.totals_agree;
    std::stable_sort(result.conflicts.begin(), result.conflicts.end(),
                     [](const TableConflict& a, const TableConflict& b) { return a.l1 > b.l1; });
    result.conflict_count = result.conflicts.size();
    result.conflicts.resize(std::min(result.conflicts.size(), max_listed));
    return result;
}

std::string doubt_in_zeros(const Consistency& found) {
    if (!found.consistent) return "the tables disagree";
    if (!found.integers) return "not all numbers are whole counts";
    if (found.has_errors) return "the tables have standard errors";
    if (found.negative_cells > 0) return "some counts are negative";
    if (found.rounded_base > 1) return "the counts look rounded to " + std::to_string(found.rounded_base);
    return "";
}

}  // namespace drover
