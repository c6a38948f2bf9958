#include <algorithm>
#include <cmath>
#include <set>

#include <drover/number/rational_sum.hpp>
#include <drover/tables/impl/margin.hpp>

namespace drover {
namespace {

using Columns = std::vector<std::size_t>;

// Wider tables have too many subsets of columns: they are compared with every other table instead.
constexpr std::size_t max_listed_width = 6;

// Walks over the cells of a table and gives the cell of the margin for each.
class CellWalk {
  public:
    CellWalk(const Schema& schema, const CountTable& table, std::span<const std::size_t> columns) {
        std::size_t stride = 1;
        std::map<std::size_t, std::size_t> strides;
        for (std::size_t j = columns.size(); j-- > 0;) {
            strides[columns[j]] = stride;
            stride *= schema.columns[columns[j]].values.size();
        }
        size_ = stride;
        for (const std::size_t column : table.columns) {
            const auto found = strides.find(column);
            digits_.push_back({.value_count = schema.columns[column].values.size(),
                               .stride = found == strides.end() ? 0 : found->second});
        }
    }

    std::size_t size() const { return size_; }
    std::size_t target() const { return target_; }
    /// Of any cell, by its number.
    std::size_t target_of(std::uint64_t number) const {
        std::size_t target = 0;
        for (std::size_t j = digits_.size(); j-- > 0;) {
            target += static_cast<std::size_t>(number % digits_[j].value_count) * digits_[j].stride;
            number /= digits_[j].value_count;
        }
        return target;
    }
    void next() {
        for (std::size_t j = digits_.size(); j-- > 0;) {
            Digit& digit = digits_[j];
            target_ += digit.stride;
            if (++digit.value < digit.value_count) return;
            target_ -= digit.value_count * digit.stride;
            digit.value = 0;
        }
    }

  private:
    struct Digit {
        std::size_t value_count = 0;
        std::size_t stride = 0;
        std::size_t value = 0;
    };
    std::vector<Digit> digits_;
    std::size_t size_ = 1;
    std::size_t target_ = 0;
};

// Nothing if a sum exceeds 128 bits.
std::optional<std::vector<Rational>> margin_counts(const Schema& schema, const CountTable& table,
                                                   std::span<const std::size_t> columns) {
    CellWalk walk{schema, table, columns};
    std::vector<RationalSum> sums(walk.size());
    for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
        const std::size_t target = table.listed.empty() ? walk.target() : walk.target_of(table.listed[cell]);
        if (!sums[target].try_add(table.counts[cell])) return std::nullopt;
        walk.next();
    }
    std::vector<Rational> counts;
    counts.reserve(sums.size());
    for (const RationalSum& sum : sums) counts.push_back(sum.value());
    return counts;
}

// Over their common denominator, without a common divisor. Nothing if one exceeds 128 bits.
std::optional<std::vector<Int128>> proportions(std::span<const Rational> counts, Int128 denominator) {
    std::vector<Int128> integers;
    Int128 divisor = 0;
    for (const Rational& count : counts) {
        Int128& number = integers.emplace_back();
        if (!multiply(count.numerator(), denominator / count.denominator(), number)) return std::nullopt;
        divisor = greatest_common_divisor(divisor, number);
    }
    for (Int128& number : integers) number /= std::max(divisor, Int128{1});
    return integers;
}

Columns sorted(Columns columns) {
    std::sort(columns.begin(), columns.end());
    return columns;
}

Columns intersection(const Columns& a, const Columns& b) {
    Columns common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    return common;
}

std::set<Columns> all_subsets(const Columns& columns) {
    std::set<Columns> subsets;
    for (std::size_t mask = 1; mask < std::size_t{1} << columns.size(); ++mask) {
        Columns subset;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            if ((mask >> j & 1U) != 0) subset.push_back(columns[j]);
        }
        subsets.insert(std::move(subset));
    }
    return subsets;
}

std::set<Columns> met_subsets(std::size_t table, std::span<const Columns> all) {
    std::set<Columns> subsets;
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (k != table) subsets.insert(intersection(all[table], all[k]));
    }
    subsets.erase(Columns{});
    return subsets;
}

}  // namespace

double l1_distance(const Margin& a, const Margin& b) {
    double sum = 0;
    for (std::size_t v = 0; v < a.counts.size(); ++v) sum += std::abs(a.share(v) - b.share(v));
    return sum;
}

std::optional<Margin> find_margin(const Schema& schema, const CountTable& table,
                                  std::span<const std::size_t> columns) {
    if (table.has_unknown()) return std::nullopt;
    const std::optional<std::vector<Rational>> counts = margin_counts(schema, table, columns);
    if (!counts) return std::nullopt;
    RationalSum total;
    Margin margin;
    for (const Rational& count : *counts) {
        if (!total.try_add(count)) return std::nullopt;
        margin.counts.push_back(count.to_double());
    }
    margin.total = total.value().to_double();
    std::optional<std::vector<Int128>> integers = proportions(*counts, total.denominator());
    if (!integers) return std::nullopt;
    margin.proportions = *std::move(integers);
    return margin;
}

std::map<Columns, std::vector<std::size_t>> shared_columns(const TableSet& set) {
    std::vector<Columns> all;
    for (const CountTable& table : set.tables) all.push_back(sorted(table.columns));
    std::map<Columns, std::vector<std::size_t>> shared;
    for (std::size_t k = 0; k < all.size(); ++k) {
        const bool narrow = all[k].size() <= max_listed_width;
        for (const Columns& subset : narrow ? all_subsets(all[k]) : met_subsets(k, all))
            shared[subset].push_back(k);
    }
    std::erase_if(shared, [](const auto& entry) { return entry.second.size() < 2; });
    return shared;
}

std::vector<std::size_t> common_columns(const CountTable& a, const CountTable& b) {
    return intersection(sorted(a.columns), sorted(b.columns));
}

}  // namespace drover
