#include <algorithm>
#include <numeric>

#include <drover/number/philox.hpp>
#include <drover/zones/impl/slice_search.hpp>

namespace drover::zones::impl {
namespace {

constexpr std::size_t max_nodes = 100'000;  // of a depth-first search
constexpr std::size_t max_passes = 64;

}  // namespace

SliceSearch::SliceSearch(const HubTables& tables, std::uint64_t seed)
    : value_counts_{tables.value_counts}, free_columns_{tables.free_columns} {
    std::size_t most = 1;
    for (const std::size_t column : free_columns_) most = std::max(most, value_counts_[column]);
    scores_.resize(most);
    if (seed == 0) return;
    const CounterRandom random{seed};
    for (std::size_t column = 0; column < value_counts_.size(); ++column)
        turns_.push_back(static_cast<std::uint32_t>(random.bits(column) % value_counts_[column]));
}

std::int32_t SliceSearch::find(HubSlices& slices, std::uint32_t zone, const CategoryRow& given,
                               std::span<const std::uint32_t> first, CategoryRow& row) {
    given_ = given.empty() ? nullptr : &given;
    slices.look(zone, views_);
    build(slices, first, row);
    const std::int32_t broken = ascend(slices, row);
    if (broken == 0) return 0;
    CategoryRow other = row;
    for (const std::int32_t allowed : {0, HubScore::broken_zero - 1}) {
        if (allowed >= broken) return broken;
        nodes_ = 0;
        if (!descend(slices, 0, allowed, other)) continue;
        row = other;
        return ascend(slices, row);
    }
    return broken;
}

// The best of all values, the first one found on ties; `start` stays unless another beats it.
SliceSearch::Choice SliceSearch::best(std::size_t column, Choice start) const {
    const std::size_t count = value_counts_[column];
    std::size_t value = first_value(column);
    for (std::size_t k = 0; k < count; ++k) {
        if (scores_[value].beats(start.score)) start = {static_cast<std::uint32_t>(value), scores_[value]};
        if (++value == count) value = 0;
    }
    return start;
}

void SliceSearch::build(const HubSlices& slices, std::span<const std::uint32_t> first, CategoryRow& row) {
    for (std::size_t j = 0; j < free_columns_.size(); ++j) {
        const std::size_t column = free_columns_[j];
        if (given_ != nullptr && (*given_)[column] != free_value) {
            row[column] = (*given_)[column];
            continue;
        }
        slices.score(views_, row, column, true, scores_of(column));
        const std::uint32_t start = first.empty() ? first_value(column) : first[j];
        row[column] = best(column, {start, scores_[start]}).value;
    }
}

// Until no column has a better value. What the row breaks in the end.
std::int32_t SliceSearch::ascend(const HubSlices& slices, CategoryRow& row) {
    std::int32_t broken = 0;
    std::size_t unchanged = 0;
    for (std::size_t pass = 0; pass < max_passes; ++pass) {
        for (const std::size_t column : free_columns_) {
            slices.score(views_, row, column, false, scores_of(column));
            const std::uint32_t now = row[column];
            if (unchanged == 0) broken = 0;
            if (given_ == nullptr || (*given_)[column] == free_value)
                row[column] = best(column, {now, scores_[now]}).value;
            unchanged = row[column] == now ? unchanged + 1 : 0;
            broken = std::max(broken, scores_[row[column]].broken);
            if (unchanged >= free_columns_.size()) return broken;
        }
    }
    return broken;
}

bool SliceSearch::descend(const HubSlices& slices, std::size_t depth, std::int32_t allowed,
                          CategoryRow& row) {
    if (depth == free_columns_.size()) return true;
    if (++nodes_ > max_nodes) return false;
    const std::size_t column = free_columns_[depth];
    slices.score(views_, row, column, true, scores_of(column));
    const std::vector<HubScore> scores(scores_.begin(),
                                       scores_.begin() + static_cast<std::ptrdiff_t>(value_counts_[column]));
    std::vector<std::uint32_t> values(scores.size());
    std::iota(values.begin(), values.end(), 0U);
    if (given_ != nullptr && (*given_)[column] != free_value) values = {(*given_)[column]};
    std::erase_if(values, [&](std::uint32_t value) { return scores[value].broken > allowed; });
    std::stable_sort(values.begin(), values.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return scores[a].beats(scores[b]); });
    return std::any_of(values.begin(), values.end(), [&](std::uint32_t value) {
        row[column] = value;
        return descend(slices, depth + 1, allowed, row);
    });
}

}  // namespace drover::zones::impl
