#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>
#include <drover/tables/impl/trust.hpp>

namespace drover {
namespace {

constexpr std::int32_t middle_multiplier = 4;
constexpr std::int32_t top_multiplier = 16;
constexpr std::int32_t max_trust = 100;

void check_trust(const TableSet& set, const TargetOptions& options) {
    std::vector<std::string> names;
    for (const CountTable& table : set.tables) names.push_back(table.name);
    for (const auto& [name, trust] : options.trust) {
        check_input(std::find(names.begin(), names.end(), name) != names.end(), [&, &wanted = name] {
            return Problem{Fault::unknown,
                           {.option = "trust"},
                           "the name of a table",
                           quoted(wanted),
                           did_you_mean(wanted, names)};
        });
        check_input(trust >= 1 && trust <= max_trust, [&, &wanted = name, &got = trust] {
            return Problem{Fault::range,
                           {.key = "trust of " + quoted(wanted)},
                           "an integer from 1 to 100",
                           std::to_string(got)};
        });
    }
}

// Lower median of the standard errors above 0, or 0 if there are none.
double median_error(const TableSet& set, std::span<const Rational> totals) {
    std::vector<double> errors;
    for (std::size_t k = 0; k < set.tables.size(); ++k) {
        const CountTable& table = set.tables[k];
        for (std::size_t cell = 0; cell < table.errors.size(); ++cell) {
            if (table.is_unknown(cell) || table.errors[cell].numerator() == 0) continue;
            errors.push_back(table.errors[cell].to_double() / totals[k].to_double());
        }
    }
    if (errors.empty()) return 0;
    const auto middle = errors.begin() + static_cast<std::ptrdiff_t>((errors.size() - 1) / 2);
    std::nth_element(errors.begin(), middle, errors.end());
    return *middle;
}

std::int32_t multiplier(double error, double median) {
    if (error == 0) return top_multiplier;
    const double ratio = middle_multiplier * (median / error) * (median / error);
    return static_cast<std::int32_t>(std::clamp(std::floor(ratio + 0.5), 1.0, 1.0 * top_multiplier));
}

}  // namespace

std::vector<std::int32_t> make_trust(const TableSet& set, std::span<const Rational> totals,
                                     const TargetOptions& options) {
    check_trust(set, options);
    const bool any_errors = std::any_of(set.tables.begin(), set.tables.end(),
                                        [](const CountTable& table) { return !table.errors.empty(); });
    const bool any_unknown = std::any_of(set.tables.begin(), set.tables.end(),
                                         [](const CountTable& table) { return table.has_unknown(); });
    if (!any_errors && !any_unknown && options.trust.empty()) return {};
    const double median = median_error(set, totals);
    std::vector<std::int32_t> trust;
    for (std::size_t k = 0; k < set.tables.size(); ++k) {
        const CountTable& table = set.tables[k];
        const auto given = options.trust.find(table.name);
        const std::int32_t factor = given == options.trust.end() ? 1 : given->second;
        for (std::size_t cell = 0; cell < table.counts.size(); ++cell) {
            std::int32_t value = any_errors ? middle_multiplier : 1;
            if (!table.errors.empty())
                value = multiplier(table.errors[cell].to_double() / totals[k].to_double(), median);
            trust.push_back(table.is_unknown(cell) ? 0 : factor * value);
        }
    }
    if (std::all_of(trust.begin(), trust.end(), [](std::int32_t value) { return value == 1; })) return {};
    return trust;
}

std::int64_t largest_column_trust(const MarginalTables& features, std::span<const std::int32_t> trust) {
    std::vector<std::int64_t> sums(features.column_count());
    for (std::size_t k = 0; k < features.table_count(); ++k) {
        const std::size_t first = features.first_feature(k);
        const auto cells =
            trust.empty() ? trust : trust.subspan(first, features.first_feature(k + 1) - first);
        const std::int64_t most = cells.empty() ? 1 : *std::max_element(cells.begin(), cells.end());
        for (const std::size_t column : features.table_columns(k)) sums[column] += most;
    }
    return std::max(std::int64_t{1}, *std::max_element(sums.begin(), sums.end()));
}

}  // namespace drover
