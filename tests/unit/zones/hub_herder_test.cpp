#include <numeric>

#include <drover/core/thread_pool.hpp>
#include <drover/number/philox.hpp>
#include <drover/zones/hub_herder.hpp>

#include "expect.hpp"

namespace drover::zones {
namespace {

constexpr std::uint32_t one = std::uint32_t{1} << hub_share_bits;

TEST(Schedule, EveryZoneHasItsRowsAfterEachRunAndIsNeverFarOff) {
    const std::vector<std::int64_t> counts{3, 0, 7, 1, 12, 7};
    Schedule schedule{counts};
    for (std::int64_t t = 1; t <= 90; ++t) {
        schedule.next();
        for (std::size_t zone = 0; zone < counts.size(); ++zone) {
            const std::int64_t off = 30 * schedule.taken()[zone] - t * counts[zone];
            ASSERT_LE(std::abs(off), t % 30 == 0 ? 0 : 45) << "zone " << zone << " after " << t;
        }
    }
}

TEST(Schedule, GoesOnFromWhatWasTakenAndTakesOutOfTurn) {
    const std::vector<std::int64_t> counts{2, 5, 3};
    Schedule schedule{counts};
    for (int t = 0; t < 4; ++t) schedule.next();
    Schedule other{counts};
    other.restore(schedule.taken());
    for (int t = 0; t < 20; ++t) EXPECT_EQ(schedule.next(), other.next());
    other.take(2);
    EXPECT_EQ(other.taken()[2], schedule.taken()[2] + 1);
    EXPECT_EQ(other.find_next([](std::uint32_t zone) { return zone != 1; }).value_or(9), 0U);
    EXPECT_FALSE(other.find_next([](std::uint32_t) { return false; }).has_value());
}

// Six zones in two tracts; a table of the zones, one of the tracts, one of two columns over all, by a seed.
HubTables random_tables(std::uint64_t seed) {
    const CounterRandom random{seed};
    std::uint64_t drawn = 0;
    HubTables tables{.value_counts = {6, 2, 3, 2, 4}, .hub = 0};
    tables.levels = {{{0, 1, 2, 3, 4, 5}, 6}, {{0, 0, 0, 1, 1, 1}, 2}, {{0, 0, 0, 0, 0, 0}, 1}};
    tables.decided = {{1, 1}};
    tables.free_columns = {2, 3, 4};
    for (int zone = 0; zone < 6; ++zone)
        tables.zone_counts.push_back(static_cast<std::int64_t>(random.bits(drawn++) % 9));
    const auto add = [&](std::vector<std::size_t> columns, std::size_t level, std::int32_t trust) {
        HubTable table{.columns = std::move(columns), .level = level, .shares = {}};
        table.common_trust = trust;
        const std::size_t slice = tables.slice_size(table);
        for (std::size_t unit = 0; unit < tables.levels[level].unit_count; ++unit) {
            std::uint32_t left = one;
            for (std::size_t cell = 0; cell + 1 < slice; ++cell) {
                table.shares.push_back(static_cast<std::uint32_t>(random.bits(drawn++) % (left / 2 + 1)));
                left -= table.shares.back();
            }
            table.shares.push_back(left);
        }
        tables.tables.push_back(std::move(table));
    };
    add({2}, 0, 10);
    add({3}, 1, 10);
    add({2, 4}, 2, 10);
    add({2, 3}, 0, 1);
    add({4, 3}, 1, 1);
    if (seed % 3 == 1) tables.tables[2].shares[3] = forbidden_share;
    if (seed % 3 == 2) tables.tables[0].shares[1] = unknown_share;
    return tables;
}

// The rule, as slowly as it can be written.
class PlainHub {
  public:
    explicit PlainHub(HubTables tables) : tables_{std::move(tables)}, schedule_{tables_.zone_counts} {
        for (const HubTable& table : tables_.tables) hits_.emplace_back(table.shares.size());
        for (const Level& level : tables_.levels) visits_.emplace_back(level.unit_count);
    }

    CategoryRow step() {
        const std::uint32_t zone = schedule_.next();
        CategoryRow row(tables_.value_counts.size());
        row[tables_.hub] = zone;
        for (const auto& [column, level] : tables_.decided) row[column] = tables_.levels[level].unit_of[zone];
        std::vector<bool> is_set(row.size());
        for (std::size_t j = 0; j < tables_.free_columns.size(); ++j) {
            const std::size_t column = tables_.free_columns[j];
            is_set[column] = true;
            row[column] = visits_[0][zone] == 0 ? first_[zone * tables_.free_columns.size() + j] : 0;
            improve(row, column, zone, is_set);
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (const std::size_t column : tables_.free_columns)
                changed = improve(row, column, zone, is_set) || changed;
        }
        for (std::size_t k = 0; k < hits_.size(); ++k) ++hits_[k][cell_of(k, row, zone)];
        for (std::size_t level = 0; level < visits_.size(); ++level)
            ++visits_[level][tables_.levels[level].unit_of[zone]];
        return row;
    }

  private:
    std::size_t cell_of(std::size_t k, const CategoryRow& row, std::uint32_t zone) const {
        const HubTable& table = tables_.tables[k];
        std::size_t cell = tables_.levels[table.level].unit_of[zone];
        for (const std::size_t column : table.columns)
            cell = cell * tables_.value_counts[column] + row[column];
        return cell;
    }
    Int128 score(const CategoryRow& row, std::uint32_t zone, const std::vector<bool>& is_set) const {
        Int128 sum = 0;
        for (std::size_t k = 0; k < hits_.size(); ++k) {
            const HubTable& table = tables_.tables[k];
            if (!std::all_of(table.columns.begin(), table.columns.end(),
                             [&](std::size_t column) { return is_set[column]; }))
                continue;
            const std::size_t cell = cell_of(k, row, zone);
            if (table.shares[cell] == forbidden_share) sum -= Int128{1} << 100;
            if (table.shares[cell] >= forbidden_share) continue;
            const std::int64_t visits = visits_[table.level][tables_.levels[table.level].unit_of[zone]];
            sum += (Int128{visits} * table.shares[cell] - Int128{hits_[k][cell]} * one) * table.common_trust;
        }
        return sum;
    }
    bool improve(CategoryRow& row, std::size_t column, std::uint32_t zone, const std::vector<bool>& is_set) {
        const std::uint32_t before = row[column];
        CategoryRow best = row;
        for (std::uint32_t v = 0; v < tables_.value_counts[column]; ++v) {
            CategoryRow other = row;
            other[column] = v;
            if (score(other, zone, is_set) > score(best, zone, is_set)) best = other;
        }
        row = best;
        return row[column] != before;
    }

    HubTables tables_;
    std::vector<std::uint32_t> first_ = first_values(tables_);
    Schedule schedule_;
    std::vector<std::vector<std::int64_t>> hits_;
    std::vector<std::vector<std::int64_t>> visits_;
};

TEST(HubTables, FirstValuesHaveTheSharesOverTheZones) {
    HubTables tables{.value_counts = {1000, 3, 2}, .hub = 0};
    tables.levels = {{std::vector<std::uint32_t>(1000), 1000}, {std::vector<std::uint32_t>(1000), 1}};
    std::iota(tables.levels[0].unit_of.begin(), tables.levels[0].unit_of.end(), 0U);
    tables.free_columns = {1, 2};
    tables.zone_counts.assign(1000, 5);
    HubTable table{
        .columns = {2, 1}, .level = 1, .shares = {0, one / 8, one / 8, one / 4, forbidden_share, one / 2}};
    tables.tables = {table};
    const std::vector<std::uint32_t> values = first_values(tables);
    std::array<int, 3> of_first{};
    std::array<int, 4> of_second{};
    for (std::size_t zone = 0; zone < 1000; ++zone) {
        ++of_first[values[2 * zone]];
        ++of_second[values[2 * zone + 1]];
    }
    EXPECT_NEAR(of_first[0], 250, 12);
    EXPECT_NEAR(of_first[1], 125, 12);
    EXPECT_NEAR(of_first[2], 625, 12);
    EXPECT_NEAR(of_second[0], 250, 12);
    EXPECT_NEAR(of_second[1], 750, 12);
    EXPECT_NE(values, first_values(tables, 1));
}

TEST(HubHerder, TakesTheStepsOfThePlainRule) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const HubTables tables = random_tables(seed);
        PlainHub plain{tables};
        HubHerder herder{tables};
        std::vector<std::uint32_t> cells;
        ASSERT_TRUE(herder.generate(200, cells));
        for (std::size_t r = 0; r < 200; ++r) {
            const CategoryRow row{cells.begin() + static_cast<std::ptrdiff_t>(5 * r),
                                  cells.begin() + static_cast<std::ptrdiff_t>(5 * r + 5)};
            ASSERT_EQ(row, plain.step()) << "seed " << seed << ", row " << r;
        }
    }
}

TEST(HubHerder, RowsDoNotDependOnThreadsOrOnTheBlocksTheyComeIn) {
    HubTables tables = random_tables(3);
    tables.tables.erase(tables.tables.begin() + 2);  // the tracts share nothing now
    HubHerder whole{tables};
    HubHerder parts{tables};
    ThreadPool pool{3};
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> cells;
    EXPECT_TRUE(whole.generate(500, all));
    for (const std::size_t count : {1U, 99U, 400U}) EXPECT_TRUE(parts.generate(count, cells, &pool));
    EXPECT_EQ(all, cells);
    EXPECT_EQ(whole.positive_margins(), parts.positive_margins());
}

TEST(HubHerder, GoesOnFromAState) {
    const HubTables tables = random_tables(5);
    HubHerder herder{tables, {.zero_start = 8}};
    std::vector<std::uint32_t> cells;
    herder.generate(123, cells);
    HubHerder other{tables, {.zero_start = 8}};
    other.restore(herder.state(), herder.steps(), herder.positive_margins());
    std::vector<std::uint32_t> a;
    std::vector<std::uint32_t> b;
    herder.generate(300, a);
    other.generate(300, b);
    EXPECT_EQ(a, b);
    EXPECT_EQ(herder.positive_margins(), other.positive_margins());
    EXPECT_EQ(herder.steps(), other.steps());
}

// Zones of 1 to 8 rows with two columns each: whole rows that agree are met in every run.
TEST(HubHerder, CappedTablesAreExactAfterEveryRun) {
    const CounterRandom random{11};
    HubTables tables{.value_counts = {40, 3, 4}, .hub = 0};
    Level zones{.unit_of = {}, .unit_count = 40};
    HubTable a{.columns = {1}, .level = 0, .shares = {}};
    HubTable b{.columns = {2}, .level = 0, .shares = {}};
    a.capped = b.capped = true;
    std::vector<std::int64_t> wanted_a;
    std::uint64_t drawn = 0;
    for (std::uint32_t zone = 0; zone < 40; ++zone) {
        zones.unit_of.push_back(zone);
        const auto n = static_cast<std::int64_t>(random.bits(drawn++) % 8 + 1);
        tables.zone_counts.push_back(n);
        for (HubTable* table : {&a, &b}) {
            std::vector<std::int64_t> counts(tables.value_counts[table->columns[0]]);
            for (std::int64_t k = 0; k < n; ++k) ++counts[random.bits(drawn++) % counts.size()];
            for (const std::int64_t count : counts) {
                table->shares.push_back(static_cast<std::uint32_t>(Int128{count} * one / n));
                if (table == &a) wanted_a.push_back(count);
            }
        }
    }
    tables.levels = {zones};
    tables.free_columns = {1, 2};
    tables.tables = {a, b};
    const auto run = static_cast<std::size_t>(
        std::accumulate(tables.zone_counts.begin(), tables.zone_counts.end(), std::int64_t{0}));
    HubHerder herder{tables};
    std::vector<std::int64_t> hits(wanted_a.size());
    for (std::int64_t runs = 1; runs <= 3; ++runs) {
        std::vector<std::uint32_t> cells;
        ASSERT_TRUE(herder.generate(run, cells));
        for (std::size_t r = 0; r < run; ++r) ++hits[3 * cells[3 * r] + cells[3 * r + 1]];
        for (std::size_t cell = 0; cell < hits.size(); ++cell) EXPECT_EQ(hits[cell], runs * wanted_a[cell]);
    }
    EXPECT_EQ(herder.overfull_rows(), 0);
}

TEST(HubHerder, CompletesInTheZoneWhoseTurnComesFirstAmongThoseThatCan) {
    HubTables tables{.value_counts = {2, 2}, .hub = 0};
    tables.levels = {{{0, 1}, 2}};
    tables.free_columns = {1};
    tables.zone_counts = {1, 10};
    tables.tables = {{.columns = {1}, .level = 0, .shares = {one, forbidden_share, one, 0}}};
    HubHerder herder{tables};
    EXPECT_EQ(herder.complete({free_value, 1}).value(), (CategoryRow{1, 1}));
    EXPECT_EQ(herder.complete({0, free_value}).value(), (CategoryRow{0, 0}));
    EXPECT_FALSE(herder.complete({0, 1}).has_value());
    EXPECT_EQ(herder.steps(), 2);
}

TEST(HubHerder, SaysThatNoRowIsAllowed) {
    HubTables tables{.value_counts = {1, 2}, .hub = 0};
    tables.levels = {{{0}, 1}};
    tables.free_columns = {1};
    tables.zone_counts = {1};
    tables.tables = {{.columns = {1}, .level = 0, .shares = {forbidden_share, forbidden_share}}};
    HubHerder herder{tables};
    std::vector<std::uint32_t> cells;
    EXPECT_FALSE(herder.generate(1, cells));
}

}  // namespace
}  // namespace drover::zones
