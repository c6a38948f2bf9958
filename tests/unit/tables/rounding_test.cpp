#include <drover/tables/rounding.hpp>

#include "expect.hpp"

namespace drover {
namespace {

CountTable table(const std::string& name, std::vector<std::size_t> columns,
                 const std::vector<std::int64_t>& counts) {
    CountTable result{.name = name, .file = name + ".csv", .columns = std::move(columns)};
    for (const std::int64_t count : counts) result.counts.emplace_back(count);
    return result;
}

TableSet two_tables(const std::vector<std::int64_t>& large, const std::vector<std::int64_t>& small) {
    TableSet set;
    for (const char* name : {"a", "b"}) {
        Column column{.name = name};
        for (std::size_t v = 0; v < (name[0] == 'a' ? large.size() / 2 : 2); ++v)
            column.values.push_back(std::to_string(v));
        set.schema.columns.push_back(column);
    }
    set.tables = {table("ab", {0, 1}, large), table("b", {1}, small)};
    return set;
}

Rational sum(const CountTable& table) {
    Rational total;
    for (const Rational& count : table.counts) total += count;
    return total;
}

const std::vector<std::int64_t> twenty{5,  10, 5, 15, 20, 5, 5,  10, 0, 5, 10,
                                       10, 5,  5, 20, 5,  5, 10, 15, 5, 5, 5};

TEST(RoundedBase, IsWhatDividesAllCounts) {
    EXPECT_EQ(rounded_base(two_tables(twenty, {90, 95})), 5);
    EXPECT_EQ(rounded_base(two_tables(twenty, {90, 96})), 0);
    EXPECT_EQ(rounded_base(two_tables({5, 10, 15, 20}, {20, 30})), 0);  // too few to tell
    TableSet shares = two_tables(twenty, {90, 95});
    shares.tables[0].shares = true;
    EXPECT_EQ(rounded_base(shares), 0);
}

TEST(RoundedTotal, IsThatOfTheTableWithFewCells) {
    EXPECT_EQ(rounded_total(two_tables(twenty, {90, 95})), Rational{185});
    EXPECT_TRUE(needs_rounded_total(two_tables(twenty, {90, 95})));
    EXPECT_FALSE(needs_rounded_total(two_tables(twenty, {90, 90})));  // the totals agree
}

TEST(WithRoundedTotal, SharesWhatIsMissingEquallyAmongTheCells) {
    const TableSet set = two_tables(twenty, {90, 95});
    const TableSet mended = with_rounded_total(set, RoundedZeros::may_hide_rows);
    EXPECT_EQ(sum(mended.tables[0]), Rational{185});
    for (std::size_t cell = 0; cell < twenty.size(); ++cell)
        EXPECT_EQ(mended.tables[0].counts[cell] - set.tables[0].counts[cell], Rational(5, 22));
    EXPECT_EQ(mended.tables[1].counts, set.tables[1].counts);
}

TEST(WithRoundedTotal, LeavesZerosAloneIfTheyAreZeros) {
    const TableSet mended = with_rounded_total(two_tables(twenty, {90, 95}), RoundedZeros::are_zeros);
    EXPECT_EQ(sum(mended.tables[0]), Rational{185});
    EXPECT_EQ(mended.tables[0].counts[8], Rational{0});
}

TEST(WithRoundedTotal, LeavesATableThatRoundingCannotExplain) {
    const TableSet set = two_tables(twenty, {120, 135});  // 75 more: above 22 * 5 / 2
    EXPECT_EQ(with_rounded_total(set, RoundedZeros::may_hide_rows).tables[0].counts, set.tables[0].counts);
}

}  // namespace
}  // namespace drover
