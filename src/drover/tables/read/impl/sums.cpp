#include <algorithm>
#include <cmath>

#include <drover/tables/read/impl/sums.hpp>

namespace drover::read {
namespace {

constexpr std::size_t most_slices = 4000;
constexpr double named_tolerance = 0.02;

bool is_multiple(double value, double base) {
    return std::fabs(value / base - std::round(value / base)) < 1e-6;
}

double value_sum(const SumMatrix& matrix, std::size_t value) {
    double sum = 0;
    for (std::size_t s = 0; s < matrix.slice_count; ++s)
        if (!std::isnan(matrix.at(value, s))) sum += matrix.at(value, s);
    return sum;
}

class TotalFinder {
  public:
    TotalFinder(const SumMatrix& matrix, const std::vector<TotalName>& names)
        : matrix_{matrix}, names_{names}, base_{rounding_base(matrix)} {
        result_.is_total.resize(matrix.value_count);
        result_.parts.resize(matrix.value_count);
        for (std::size_t i = 0; i < matrix.value_count; ++i) sums_.push_back(value_sum(matrix, i));
    }

    Hierarchy find() {
        std::vector<std::size_t> all(matrix_.value_count);
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
        std::vector<std::size_t> roots = find_runs(all);  // a total after its parts
        std::reverse(roots.begin(), roots.end());
        roots = find_runs(roots);  // a total before its parts
        std::reverse(roots.begin(), roots.end());
        result_.roots = find_overall(roots);
        join_loose();
        collect_unproven();
        find_suspects();
        return std::move(result_);
    }

  private:
    bool is_named(std::size_t value) const { return names_[value] != TotalName::none; }

    bool holds(std::size_t value, const std::vector<std::size_t>& parts) const {
        const bool is_like_total = is_named(value);
        const SumCheck check = check_sum(matrix_, value, parts, base_, is_like_total);
        if (is_like_total) return is_accepted(check, true, matrix_.value_count) && !has_excess(check);
        return is_accepted(check, false, matrix_.value_count);
    }

    // Counts adjusted at random: nearly the sum, in so many slices that it is no chance.
    bool holds_nearly(std::size_t value, const std::vector<std::size_t>& parts) const {
        const SumCheck check = check_sum(matrix_, value, parts, base_, true);
        return check.checked > 0 && check.held * 20 >= check.checked * 19 &&
               check.bits >= 40 + 2 * std::log2(static_cast<double>(matrix_.value_count)) &&
               !has_excess(check);
    }

    // Parts that are always more than their total contain one another.
    static bool has_excess(const SumCheck& check) {
        return check.below == 0 && check.above * 2 > check.checked && check.checked > 3 &&
               check.parts > 1.003 * check.total;
    }

    // The sum of all others: one test per value, so that less evidence is enough than for runs.
    bool holds_overall(std::size_t value, const std::vector<std::size_t>& others) const {
        if (holds(value, others) || holds_nearly(value, others)) return true;
        const SumCheck check = check_sum(matrix_, value, others, base_, false);
        return check.checked > 0 && check.held == check.checked &&
               check.bits >= 12 + std::log2(static_cast<double>(matrix_.value_count));
    }

    // Whether sums over all slices are near enough to look at each slice.
    bool is_near(double total, double parts, std::size_t count) const {
        const double slices = static_cast<double>(matrix_.slice_count);
        return std::fabs(total - parts) <=
               0.05 * total + slices * (3 + base_ * static_cast<double>(count + 1) / 2);
    }

    // Values in this order: each may be the sum of a run of open values before it, or of several such runs.
    std::vector<std::size_t> find_runs(const std::vector<std::size_t>& order) {
        std::vector<std::size_t> open;
        for (const std::size_t value : order) {
            std::size_t end = open.size();
            if (result_.parts[value].empty() || is_named(value)) {
                while (const std::size_t taken = last_run(value, open, end)) {
                    std::vector<std::size_t> run(open.begin() + static_cast<std::ptrdiff_t>(end - taken),
                                                 open.begin() + static_cast<std::ptrdiff_t>(end));
                    std::sort(run.begin(), run.end());
                    result_.parts[value].push_back(std::move(run));
                    result_.is_total[value] = true;
                    end -= taken;
                }
            }
            open.resize(end);
            open.push_back(value);
        }
        return open;
    }

    // The length of the run that ends before `end` and sums to the value; 0: none.
    std::size_t last_run(std::size_t value, const std::vector<std::size_t>& open, std::size_t end) const {
        if (!(sums_[value] > 0)) return 0;
        double sum = 0;
        std::vector<std::size_t> parts;
        std::size_t best = 0;
        double best_difference = 0;
        for (std::size_t n = 1; n <= end; ++n) {
            const std::size_t part = open[end - n];
            if (names_[part] == TotalName::strong && !result_.is_total[part] &&
                names_[value] != TotalName::strong)
                return 0;
            parts.push_back(part);
            sum += sums_[part];
            if (n >= 2 && is_near(sums_[value], sum, n) && holds(value, parts)) {
                const double difference = std::fabs(sums_[value] - sum);
                if (best != 0 && difference >= best_difference) return best;
                best = n;
                best_difference = difference;
                if (difference == 0) return n;
            } else if (best != 0) {
                return best;
            }
            if (sum > 1.05 * sums_[value] +
                          static_cast<double>(matrix_.slice_count) * (3 + base_ * static_cast<double>(n + 1)))
                return best;
        }
        return best;
    }

    // A value anywhere that is the sum of all other roots.
    std::vector<std::size_t> find_overall(std::vector<std::size_t> roots) {
        for (std::size_t i = 0; i < roots.size() && roots.size() > 2; ++i) {
            std::vector<std::size_t> others = roots;
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
            double sum = 0;
            for (const std::size_t other : others) sum += sums_[other];
            if (!is_near(sums_[roots[i]], sum, others.size()) || !holds_overall(roots[i], others)) continue;
            const std::size_t total = roots[i];
            result_.is_total[total] = true;
            result_.parts[total].push_back(others);
            return {total};
        }
        return roots;
    }

    // Leaves outside of a total that sum to a leaf inside of it: their own total, elsewhere in the list.
    void join_loose() {
        std::vector<std::size_t> loose;
        for (const std::size_t root : result_.roots)
            if (result_.parts[root].empty() && !is_named(root)) loose.push_back(root);
        if (loose.size() < 2 || loose.size() > 12 || loose.size() == result_.roots.size()) return;
        for (std::size_t i = 0; i < matrix_.value_count; ++i) {
            if (result_.is_total[i] || std::find(loose.begin(), loose.end(), i) != loose.end()) continue;
            const SumCheck check = check_sum(matrix_, i, loose, base_, false);
            if (!is_accepted(check, false, matrix_.value_count)) continue;
            result_.is_total[i] = true;
            result_.parts[i].push_back(loose);
            std::erase_if(result_.roots, [&](std::size_t root) {
                return std::find(loose.begin(), loose.end(), root) != loose.end();
            });
            return;
        }
    }

    void collect_unproven() {
        std::vector<std::size_t> leaves;
        for (std::size_t i = 0; i < matrix_.value_count; ++i)
            if (!result_.is_total[i] && names_[i] != TotalName::strong) leaves.push_back(i);
        for (std::size_t i = 0; i < matrix_.value_count; ++i) {
            if (result_.is_total[i] || !is_named(i)) continue;
            std::vector<std::size_t> others;
            for (const std::size_t leaf : leaves)
                if (leaf != i) others.push_back(leaf);
            if (others.empty()) continue;
            const SumCheck check = check_sum(matrix_, i, others, base_, true);
            if (is_accepted(check, true, matrix_.value_count) && check.bits > 0 && !has_excess(check)) {
                result_.is_total[i] = true;
                result_.parts[i].push_back(others);
            } else if (names_[i] == TotalName::strong || dominates(i, others)) {
                result_.unproven.push_back(i);
                result_.unproven_sums.push_back(check);
            }
        }
    }

    // Leaves at the ends that are nearly the sum of all others, or as large as a whole level of them.
    void find_suspects() {
        std::vector<std::size_t> leaves;
        for (std::size_t i = 0; i < matrix_.value_count; ++i)
            if (!result_.is_total[i] &&
                std::find(result_.unproven.begin(), result_.unproven.end(), i) == result_.unproven.end())
                leaves.push_back(i);
        if (leaves.size() < 4) return;
        const bool has_proven =
            std::find(result_.is_total.begin(), result_.is_total.end(), true) != result_.is_total.end();
        double all = 0;
        for (const std::size_t leaf : leaves) all += sums_[leaf];
        for (const std::size_t value : {leaves.front(), leaves.back()}) {
            const double others = all - sums_[value];
            const bool is_near_sum =
                std::fabs(sums_[value] - others) <= 0.06 * others && matrix_.slice_count >= 4;
            const bool is_level = leaves.size() >= 50 && !has_proven && sums_[value] >= 0.7 * others;
            std::vector<std::size_t> rest;
            for (const std::size_t leaf : leaves)
                if (leaf != value) rest.push_back(leaf);
            if (others > 0 && ((is_near_sum && is_near_in_slices(value, rest)) || is_level) &&
                dominates(value, rest))
                result_.suspects.push_back(value);
        }
    }

    bool is_near_in_slices(std::size_t value, const std::vector<std::size_t>& others) const {
        std::size_t checked = 0;
        std::size_t held = 0;
        const double slack = 3 + 3 * std::sqrt(static_cast<double>(others.size()));
        for (std::size_t s = 0; s < matrix_.slice_count; ++s) {
            double sum = 0;
            for (const std::size_t other : others) sum += matrix_.at(other, s);
            const double total = matrix_.at(value, s);
            if (std::isnan(total) || std::isnan(sum) || total == 0) continue;
            ++checked;
            held += std::fabs(total - sum) <= std::max(0.1 * total, slack) ? 1 : 0;
        }
        return checked > 0 && held * 10 >= checked * 8;
    }

    // At least as large as each of the others, in nearly all slices.
    bool dominates(std::size_t value, const std::vector<std::size_t>& others) const {
        if (others.size() < 2) return false;
        std::size_t checked = 0;
        std::size_t held = 0;
        for (std::size_t s = 0; s < matrix_.slice_count; ++s) {
            double largest = 0;
            for (const std::size_t other : others)
                if (!std::isnan(matrix_.at(other, s))) largest = std::max(largest, matrix_.at(other, s));
            if (std::isnan(matrix_.at(value, s)) || largest == 0) continue;
            ++checked;
            held += matrix_.at(value, s) >= largest ? 1 : 0;
        }
        return checked > 0 && held * 20 >= checked * 19;
    }

    const SumMatrix& matrix_;
    const std::vector<TotalName>& names_;
    double base_;
    std::vector<double> sums_;
    Hierarchy result_;
};

}  // namespace

double rounding_base(const SumMatrix& matrix) {
    std::vector<double> known;
    for (const double count : matrix.counts)
        if (!std::isnan(count) && count != 0 && known.size() < 20'000) known.push_back(count);
    const auto all = [&](double base) {
        return std::all_of(known.begin(), known.end(),
                           [&](double count) { return is_multiple(count, base); });
    };
    if (known.size() >= 10) {
        for (const double base : {1000.0, 100.0, 10.0, 5.0, 3.0})
            if (all(base)) return base;
    }
    for (const double base : {1.0, 0.1, 0.01, 0.001})
        if (all(base)) return base;
    return 1e-4;
}

SumCheck check_sum(const SumMatrix& matrix, std::size_t value, const std::vector<std::size_t>& parts,
                   double base, bool is_named) {
    SumCheck check;
    const std::size_t step = 1 + matrix.slice_count / most_slices;
    const double rounding = base == 1 ? 0 : base * static_cast<double>(parts.size() + 1) / 2 + base * 1e-6;
    for (std::size_t s = 0; s < matrix.slice_count; s += step) {
        const double total = matrix.at(value, s);
        double sum = 0;
        std::size_t positive = 0;
        for (const std::size_t part : parts) {
            sum += matrix.at(part, s);
            positive += matrix.at(part, s) > 0 ? 1 : 0;
        }
        if (std::isnan(total) || std::isnan(sum)) continue;
        ++check.checked;
        check.above += sum > total + rounding + 1e-9 * total ? 1 : 0;
        check.below += sum < total - rounding - 1e-9 * total ? 1 : 0;
        check.total += total;
        check.parts += sum;
        const double tolerance = is_named ? std::max({3.0 * std::max(base, 1e-6) / (base < 1 ? 10 : 1),
                                                      rounding, named_tolerance * total})
                                          : rounding;
        if (std::fabs(total - sum) > tolerance + 1e-9 * total) continue;
        ++check.held;
        if (positive >= 2)
            check.bits += std::max(0.0, std::log2((total / base + 1) / (2 * tolerance / base + 1)));
    }
    return check;
}

bool is_accepted(const SumCheck& check, bool is_named, std::size_t value_count) {
    if (check.checked == 0 || check.held == 0) return false;
    const double share = static_cast<double>(check.held) / static_cast<double>(check.checked);
    if (is_named) return share >= 0.8;
    return share >= 0.97 && check.bits >= 16 + 2 * std::log2(static_cast<double>(value_count));
}

std::vector<std::size_t> Hierarchy::leaves(const std::vector<std::size_t>& nodes) const {
    std::vector<std::size_t> found;
    for (const std::size_t node : nodes) {
        if (parts[node].empty()) {
            found.push_back(node);
            continue;
        }
        for (const std::size_t leaf : leaves(parts[node].front())) found.push_back(leaf);
    }
    return found;
}

Hierarchy find_totals(const SumMatrix& matrix, const std::vector<TotalName>& names) {
    return TotalFinder{matrix, names}.find();
}

}  // namespace drover::read
