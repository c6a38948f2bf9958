#include <set>

#include <drover/core/thread_pool.hpp>
#include <drover/synth/impl/generator.hpp>
#include <drover/tables/file.hpp>

#include "expect.hpp"

namespace drover::synth::impl {
namespace {

TableSet parse(const std::vector<std::pair<std::string, std::string>>& files, bool noisy = false) {
    std::vector<TableText> texts;
    for (const auto& [name, text] : files) texts.push_back({name, text});
    return parse_tables(texts, {.noisy = noisy});
}

const std::vector<std::pair<std::string, std::string>> regions{
    {"ra.csv", "region,age,count\nN,old,10\nN,young,30\nS,old,40\nS,young,20\n"},
    {"rs.csv", "region,sex,count\nN,F,25\nN,M,15\nS,F,28\nS,M,32\n"},
};

Generator generator_of(const TableSet& tables, const EngineOptions& options) {
    return Generator{make_plan(tables, options)};
}

std::vector<std::uint32_t> rows_of(Generator& generator, std::size_t count, ThreadPool* pool = nullptr) {
    std::vector<std::uint32_t> cells;
    generator.generate(count, cells, pool);
    return cells;
}

void one_row(const EngineOptions& options) {
    Generator generator = generator_of(parse(regions), options);
    rows_of(generator, 1);
}

TEST(Generator, MeetsTablesThatAgreeToARow) {
    Generator generator = generator_of(parse(regions), {.hard_zeros = true});
    rows_of(generator, 1000);
    EXPECT_EQ(generator.row_count(), 1000);
    const std::vector<std::int64_t> hits = generator.hits();
    const Moments& moments = generator.plan().targets.moments;
    for (std::size_t a = 0; a < hits.size(); ++a)
        EXPECT_LE(std::abs(moments.total * hits[a] - 1000 * moments.counts[a]), 8 * moments.total)
            << "cell " << a;
}

// Four tables around an area. Nobody lives in the first one, and the first values of the other columns are in
// one area each: no change of one column leads from the row of all first values to one that is possible.
TEST(Generator, AnImpossibleStartIsRebuiltAndNeverKept) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const std::string column : {"age", "home", "size", "work"}) {
        std::string text = "area," + column + ",count\n";
        for (int area = 0; area < 31; ++area) {
            for (int v = 0; v < 4; ++v) {
                const bool is_there = area > 0 && (v > 0 || area == 30 - static_cast<int>(files.size()));
                text += "a" + std::to_string(10 + area) + ',' + column + std::to_string(v) + ',' +
                        std::to_string(is_there ? 6 + (area + v) % 3 : 0) + '\n';
            }
        }
        files.emplace_back(column + ".csv", text);
    }
    const TableSet tables = parse(files);
    Generator generator = generator_of(tables, {.hard_zeros = true, .start = SearchStart::previous});
    const std::vector<std::uint32_t> cells = rows_of(generator, 700);
    const std::vector<std::int64_t> hits = generator.hits();
    for (std::size_t a = 0; a < hits.size(); ++a)
        EXPECT_TRUE(hits[a] == 0 || generator.plan().targets.moments.counts[a] > 0) << "cell " << a;
    std::set<std::uint32_t> areas;
    for (std::size_t at = 0; at < cells.size(); at += tables.schema.columns.size()) areas.insert(cells[at]);
    EXPECT_EQ(areas.size(), 30U);
}

TEST(Generator, RowsDoNotDependOnThePartsTheyAreMadeIn) {
    Generator whole = generator_of(parse(regions), {.by = 0});
    Generator parts = generator_of(parse(regions), {.by = 0});
    ThreadPool pool{3};
    const auto all = rows_of(whole, 300);
    std::vector<std::uint32_t> cells;
    for (const std::size_t count : std::vector<std::size_t>{1, 99, 7, 193})
        parts.generate(count, cells, &pool);
    EXPECT_EQ(all, cells);
    EXPECT_EQ(whole.hits(), parts.hits());
}

TEST(Generator, EachZoneMeetsItsOwnTables) {
    Generator generator = generator_of(parse(regions), {.by = 0});
    rows_of(generator, 1000);
    const std::vector<std::int64_t> hits = generator.hits();
    const std::vector<std::int64_t> expected{100, 300, 400, 200, 250, 150, 280, 320};
    for (std::size_t a = 0; a < hits.size(); ++a)
        EXPECT_NEAR(static_cast<double>(hits[a]), static_cast<double>(expected[a]), 8);
}

TEST(Generator, GivesOutOnlyRowsWithGivenValues) {
    Generator generator = generator_of(parse(regions), {.where = {{0, 1}}});
    const auto cells = rows_of(generator, 200);
    for (std::size_t r = 0; r < 200; ++r) ASSERT_EQ(cells[3 * r], 1U);
    EXPECT_GT(generator.steps(), 200);
    EXPECT_EQ(generator.plan().tables.tables.size(), 2U);
    EXPECT_EQ(generator.plan().tables.tables[0].counts, (std::vector<Rational>{40, 20}));
}

TEST(Generator, NoRowHasAForbiddenCombinationOfAnyColumns) {
    for (const Search search : {Search::ascent, Search::exact}) {
        Generator generator = generator_of(
            parse(regions), {.forbid = {{{1, 0}, {2, 0}}, {{0, 0}, {1, 1}, {2, 1}}}, .search = search});
        const auto cells = rows_of(generator, 300);
        for (std::size_t r = 0; r < 300; ++r) {
            ASSERT_FALSE(cells[3 * r + 1] == 0 && cells[3 * r + 2] == 0);
            ASSERT_FALSE(cells[3 * r] == 0 && cells[3 * r + 1] == 1 && cells[3 * r + 2] == 1);
        }
        EXPECT_EQ(generator.hits().size(), 8U);
    }
}

TEST(Generator, SaysThatNoRowIsAllowed) {
    for (const Search search : {Search::ascent, Search::exact}) {
        const EngineOptions options{.forbid = {{{1, 0}}, {{1, 1}}}, .search = search};
        EXPECT_INPUT_ERROR(
            one_row(options),
            "no row without an impossible combination was found; allow some of them, or take soft zeros");
    }
}

TEST(Generator, FillsWhatIsNotGiven) {
    Generator generator = generator_of(parse(regions), {.search = Search::ascent});
    for (int r = 0; r < 100; ++r) {
        const auto sex = static_cast<std::uint32_t>(r % 2);
        const CategoryRow row = generator.complete({free_value, 0, sex});
        ASSERT_EQ(row[1], 0U);
        ASSERT_EQ(row[2], sex);
    }
    EXPECT_EQ(generator.row_count(), 100);
}

// Each search with and without strata, with hard and soft zeros, from fresh starts and from the previous row.
std::vector<EngineOptions> all_ways() {
    std::vector<EngineOptions> ways;
    for (const Search search : {Search::automatic, Search::ascent, Search::exact}) {
        for (const bool hard_zeros : {false, true}) {
            for (const std::optional<std::size_t> by : {std::optional<std::size_t>{}, std::optional{0UL}}) {
                for (const SearchStart start : {SearchStart::fresh, SearchStart::previous}) {
                    ways.push_back({.hard_zeros = hard_zeros, .by = by, .search = search, .start = start});
                    ways.push_back(ways.back());
                    ways.back().imply = false;
                }
            }
        }
    }
    return ways;
}

std::string text_of(const EngineOptions& options) {
    return "search " + std::to_string(static_cast<int>(options.search)) +
           (options.hard_zeros ? ", hard zeros" : ", soft zeros") + (options.by ? ", zones" : "") +
           (options.imply ? "" : ", nothing implied") +
           (options.start == SearchStart::fresh ? "" : ", previous");
}

// Nobody old lives in N; no man lives in S.
const std::vector<std::pair<std::string, std::string>> gaps{
    {"ra.csv", "region,age,count\nN,old,0\nN,young,40\nS,old,40\nS,young,20\n"},
    {"rs.csv", "region,sex,count\nN,F,15\nN,M,25\nS,F,60\nS,M,0\n"},
};

TEST(Generator, FillsWhatIsNotGivenInEverySearch) {
    for (const EngineOptions& options : all_ways()) {
        SCOPED_TRACE(text_of(options));
        Generator generator = generator_of(parse(gaps), options);
        for (int r = 0; r < 40; ++r) {
            const CategoryRow row = generator.complete({free_value, 0, free_value});  // old: S, F
            ASSERT_EQ(row[1], 0U);
            const CategoryRow other = generator.complete({0, free_value, free_value});
            ASSERT_EQ(other[0], 0U);
            if (!options.hard_zeros) continue;
            ASSERT_EQ(row, (CategoryRow{1, 0, 0}));
            ASSERT_EQ(other[1], 1U);
        }
        EXPECT_EQ(generator.row_count(), 80);
        EXPECT_EQ(generator.steps(), 80);
        const std::vector<std::int64_t> hits = generator.hits();
        EXPECT_EQ(hits[0] + hits[1] + hits[2] + hits[3], 80);
        EXPECT_GE(hits[0] + hits[2], 40);
    }
}

TEST(Generator, NothingGivenIsTheNextRow) {
    for (const EngineOptions& options : all_ways()) {
        SCOPED_TRACE(text_of(options));
        Generator one = generator_of(parse(gaps), options);
        Generator other = generator_of(parse(gaps), options);
        std::vector<std::uint32_t> completed;
        for (int r = 0; r < 60; ++r) {
            const CategoryRow row = other.complete({free_value, free_value, free_value});
            completed.insert(completed.end(), row.begin(), row.end());
        }
        EXPECT_EQ(rows_of(one, 60), completed);
        EXPECT_EQ(one.hits(), other.hits());
    }
}

TEST(Generator, RowsAreFreeAgainAfterThoseWithGivenValues) {
    for (const EngineOptions& options : all_ways()) {
        SCOPED_TRACE(text_of(options));
        Generator generator = generator_of(parse(gaps), options);
        for (int r = 0; r < 10; ++r) generator.complete({1, free_value, free_value});
        Generator never_given = generator_of(parse(gaps), options);
        never_given.restore(generator.state());
        EXPECT_EQ(rows_of(generator, 100), rows_of(never_given, 100));
    }
}

TEST(Generator, ValuesThatNoRowMayHaveChangeNothing) {
    for (const EngineOptions& options : all_ways()) {
        if (!options.hard_zeros) continue;
        SCOPED_TRACE(text_of(options));
        Generator generator = generator_of(parse(gaps), options);
        rows_of(generator, 20);
        const State before = generator.state();
        EXPECT_INPUT_ERROR(
            generator.complete({free_value, 0, 1}),
            "no row without an impossible combination was found; allow some of them, or take soft zeros");
        const State after = generator.state();
        EXPECT_EQ(generator.row_count(), 20);
        ASSERT_EQ(before.engine.index(), after.engine.index());
        if (const auto* const zones = std::get_if<ZoneState>(&before.engine)) {
            EXPECT_EQ(zones->steps, std::get<ZoneState>(after.engine).steps);
            EXPECT_EQ(zones->hits, std::get<ZoneState>(after.engine).hits);
        } else {
            const auto& [herder, steps, positive_margins] = std::get<TableState>(before.engine);
            const TableState& table = std::get<TableState>(after.engine);
            EXPECT_EQ(steps, table.steps);
            EXPECT_EQ(positive_margins, table.positive_margins);
            EXPECT_EQ(herder.t, table.herder.t);
            EXPECT_EQ(herder.row, table.herder.row);
            EXPECT_EQ(herder.hits, table.herder.hits);
        }
        EXPECT_EQ(rows_of(generator, 100).size(), 300U);
        EXPECT_EQ(generator.complete({free_value, 0, free_value}), (CategoryRow{1, 0, 0}));
    }
}

TEST(Generator, GivenValuesMayBeInACellWithTheCount0IfZerosAreSoft) {
    for (const EngineOptions& options : all_ways()) {
        if (options.hard_zeros) continue;
        SCOPED_TRACE(text_of(options));
        Generator generator = generator_of(parse(gaps), options);
        EXPECT_EQ(generator.complete({0, 0, 0}), (CategoryRow{0, 0, 0}));
        EXPECT_EQ(generator.complete({1, free_value, 1})[2], 1U);
    }
}

TEST(Generator, GivenValuesAndThoseOfAllRowsHoldTogether) {
    Generator generator = generator_of(parse(regions), {.where = {{0, 1}}});
    EXPECT_EQ(generator.complete({free_value, 0, free_value})[0], 1U);
    EXPECT_EQ(generator.steps(), 1);
    EXPECT_INPUT_ERROR(generator.complete({0, free_value, free_value}),
                       "expected the values that all rows are to have, got others");
}

TEST(Generator, RefusesGivenValuesThatAreNone) {
    Generator generator = generator_of(parse(regions), {});
    EXPECT_INPUT_ERROR(generator.complete({0, 1}),
                       "complete: expected a value, or none, for each of 3 columns, got 2");
    EXPECT_INPUT_ERROR(generator.complete({0, 1, 2}),
                       "column \"sex\": expected one of 2 values, got number 2");
    EXPECT_EQ(generator.row_count(), 0);
}

TEST(Generator, ContinuesFromAState) {
    for (const EngineOptions& options :
         {EngineOptions{}, EngineOptions{.by = 0}, EngineOptions{.where = {{2, 0}}, .burn_in = 5},
          EngineOptions{.search = Search::ascent}}) {
        Generator first = generator_of(parse(regions), options);
        rows_of(first, 111);
        Generator second = generator_of(parse(regions), options);
        second.restore(first.state());
        EXPECT_EQ(rows_of(first, 100), rows_of(second, 100));
        EXPECT_EQ(first.hits(), second.hits());
        EXPECT_EQ(first.steps(), second.steps());
        EXPECT_EQ(first.positive_margins(), second.positive_margins());
    }
    Generator other = generator_of(parse(regions), {.by = 0});
    EXPECT_INPUT_ERROR(other.restore(generator_of(parse(regions), {}).state()),
                       "run: hits: expected 22 of these tables and options, got 17");
}

TEST(Generator, RefusesTheStateOfAnotherEngine) {
    Generator tables = generator_of(parse(regions), {.imply = false, .burn_in = 1});
    Generator zones = generator_of(parse(regions), {.by = 0, .burn_in = 1});
    ASSERT_FALSE(tables.is_by_zones());
    ASSERT_TRUE(zones.is_by_zones());
    EXPECT_INPUT_ERROR(zones.restore(tables.state()),
                       "run: row: expected 0 of these tables and options, got 3");
    EXPECT_INPUT_ERROR(tables.restore(zones.state()),
                       "run: row: expected 3 of these tables and options, got 0");
}

TEST(Generator, TrustDecidesBetweenTablesThatContradict) {
    const std::vector<std::pair<std::string, std::string>> files{{"one.csv", "a,count\nx,80\ny,20\n"},
                                                                 {"two.csv", "a,count\nx,20\ny,80\n"}};
    const auto share_of_x = [&](std::int32_t trust) {
        Generator generator = generator_of(parse(files), {.targets = {.trust = {{"one", trust}}}});
        rows_of(generator, 1000);
        return static_cast<double>(generator.hits()[0]) / 1000;
    };
    EXPECT_NEAR(share_of_x(1), 0.5, 0.01);   // the middle
    EXPECT_NEAR(share_of_x(3), 0.65, 0.01);  // (3 * 0.8 + 0.2) / 4
}

// 40 cells of 4,096 hold all rows: no change of one column leads from one to another.
TEST(Generator, MeetsASparseTableOfManyColumns) {
    std::string text = "a,b,c,d,count\n";
    for (int k = 0; k < 40; ++k) {
        const auto digit = [&](int factor) { return std::to_string(k * factor % 8) + ','; };
        text += digit(1) + digit(3) + std::to_string(k / 8) + ',' + digit(5) + std::to_string(k + 1) + '\n';
    }
    for (const Search search : {Search::ascent, Search::automatic}) {
        Generator generator = generator_of(parse({{"t.csv", text}}), {.hard_zeros = true, .search = search});
        rows_of(generator, 820);
        EXPECT_EQ(generator.hits(), generator.plan().targets.moments.counts);
    }
}

}  // namespace
}  // namespace drover::synth::impl
