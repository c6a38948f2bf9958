#include <cmath>
#include <map>

#include <drover/number/philox.hpp>
#include <drover/synth/synth.hpp>
#include <drover/tables/file.hpp>
#include <drover/zones/hub.hpp>
#include <drover/zones/impl/implied.hpp>
#include <drover/zones/impl/model.hpp>
#include <drover/zones/impl/proportional_fit.hpp>

#include "expect.hpp"

namespace drover::zones {
namespace {

TableSet parse(const std::vector<std::pair<std::string, std::string>>& files) {
    std::vector<TableText> texts;
    for (const auto& [name, text] : files) texts.push_back({name, text});
    return parse_tables(texts);
}

void add_cell(std::string& text, const std::string& first, const std::string& second, std::int64_t count) {
    text.append(first).append(",").append(second).append(",").append(std::to_string(count)).append("\n");
}

// Ten zones in three tracts in two counties; zones and tracts know different columns.
TableSet nested() {
    std::string size = "zone,size,count\n";
    std::string age = "zone,age,count\n";
    std::string tract = "zone,tract,count\n";
    std::map<std::string, std::int64_t> totals;
    const CounterRandom random{5};
    std::uint64_t drawn = 0;
    for (int zone = 0; zone < 10; ++zone) {
        const auto n = static_cast<std::int64_t>(60 + random.bits(drawn++) % 60);
        const auto small = static_cast<std::int64_t>(1 + random.bits(drawn++) % 19);
        const auto young = static_cast<std::int64_t>(1 + random.bits(drawn++) % 19);
        const std::string name = "z" + std::to_string(zone);
        add_cell(size, name, "1", small);
        add_cell(size, name, "2", n - small);
        add_cell(age, name, "old", n - young);
        add_cell(age, name, "young", young);
        const std::string in = "t" + std::to_string(zone / 4);
        add_cell(tract, name, in, n);
        totals[in] += n;
    }
    std::string county = "tract,county,count\n";
    std::string cars = "tract,cars,count\n";
    for (const auto& [name, n] : totals) {
        add_cell(county, name, name == "t2" ? "B" : "A", n);
        add_cell(cars, name, "0", n / 3);
        add_cell(cars, name, "1", n - n / 3);
    }
    return parse({{"size.csv", size},
                  {"age.csv", age},
                  {"tract.csv", tract},
                  {"county.csv", county},
                  {"cars.csv", cars}});
}

TEST(FindHub, IsTheColumnWithMostValuesAndKnowsWhatItDecides) {
    const TableSet set = nested();
    const std::optional<Hub> hub = find_hub(set);
    ASSERT_TRUE(hub.has_value());
    EXPECT_EQ(set.schema.columns[hub->column].name, "zone");
    ASSERT_EQ(hub->decided.size(), 2U);
    EXPECT_EQ(set.schema.columns[hub->decided[0].column].name, "tract");
    EXPECT_EQ(hub->decided[0].values, (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2}));
    EXPECT_EQ(set.schema.columns[hub->decided[1].column].name, "county");
    EXPECT_EQ(hub->decided[1].values, (std::vector<std::uint32_t>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1}));
}

TEST(FindHub, NeedsColumnsThatMeetInNoTable) {
    EXPECT_FALSE(find_hub(parse({{"ab.csv", "a,b,count\nx,0,1\ny,1,2\n"}})).has_value());
    EXPECT_FALSE(has_unmet_columns(parse({{"ab.csv", "a,b,count\nx,0,1\ny,1,2\n"}})));
    EXPECT_TRUE(has_unmet_columns(nested()));
}

TEST(ProportionalFit, OfAStarIsTheProductOfTheMargins) {
    const TableSet set = nested();
    const HubTables tables =
        impl::make_hub_tables(set, make_targets(set), {.hub = find_hub(set), .agree = true});
    const std::size_t size = *set.schema.find("size");
    const std::size_t cars = *set.schema.find("cars");
    impl::ProportionalFit fit{tables, {std::min(size, cars), std::max(size, cars)}};
    ASSERT_EQ(fit.parts().size(), 3U);  // the tracts
    for (const auto& part : fit.parts()) {
        const std::span joint = fit.fit(part);
        ASSERT_EQ(joint.size(), 4 * part.size());
        for (std::size_t z = 0; z < part.size(); ++z) {
            const std::span cells = joint.subspan(4 * z, 4);
            EXPECT_NEAR(cells[0] * cells[3], cells[1] * cells[2], 1e-3);
            EXPECT_NEAR(cells[0] + cells[1] + cells[2] + cells[3],
                        static_cast<double>(tables.zone_counts[part[z]]), 1e-9);
        }
    }
}

TEST(Implied, TablesAreAddedForColumnsThatMeetNowhere) {
    const TableSet set = nested();
    HubTables tables = impl::make_hub_tables(set, make_targets(set), {.hub = find_hub(set)});
    ASSERT_EQ(tables.tables.size(), 3U);
    EXPECT_EQ(impl::add_implied(tables), 6U);  // three pairs, for zones and for tracts
    for (const HubTable& table : std::span{tables.tables}.last(6)) {
        EXPECT_EQ(table.common_trust, 1);
        for (std::size_t first = 0; first < table.shares.size(); first += 4) {
            const std::uint64_t sum = std::uint64_t{table.shares[first]} + table.shares[first + 1] +
                                      table.shares[first + 2] + table.shares[first + 3];
            EXPECT_NEAR(static_cast<double>(sum), std::ldexp(1.0, hub_share_bits), 4);
        }
    }
}

TEST(Synthesize, NestedZonesAreMetExactlyForAnyNumberOfRuns) {
    const TableSet set = nested();
    const synth::Result once = synthesize(set);
    EXPECT_EQ(once.fit.mean_tv, 0);
    EXPECT_EQ(once.implied_tables, 6);
    const synth::Result thrice = synthesize(set, {.rows = 3 * once.fit.rows});
    EXPECT_EQ(thrice.fit.mean_tv, 0);
    EXPECT_TRUE(std::equal(once.cells.begin(), once.cells.end(), thrice.cells.begin()));
    EXPECT_EQ(synthesize(set, {.by = "zone"}).cells, once.cells);
    EXPECT_EQ(synthesize(set, {.by = "tract"}).fit.mean_tv, 0);
}

// Sum over cells of (rows - expected)^2 / expected by the degrees of freedom, b given.
double chi2_within(const synth::Result& made, std::size_t a, std::size_t b, std::size_t c) {
    double chi2 = 0;
    double freedom = 0;
    const std::vector<Column>& columns = made.schema.columns;
    for (std::uint32_t v = 0; v < columns[b].values.size(); ++v) {
        std::map<std::uint32_t, double> of_a;
        std::map<std::uint32_t, double> of_c;
        std::map<std::pair<std::uint32_t, std::uint32_t>, double> of_both;
        double n = 0;
        for (std::size_t r = 0; r < made.row_count(); ++r) {
            const auto row = made.row(r);
            if (row[b] != v) continue;
            ++n;
            ++of_a[row[a]];
            ++of_c[row[c]];
            ++of_both[{row[a], row[c]}];
        }
        for (const auto& [x, count_x] : of_a) {
            for (const auto& [y, count_y] : of_c) {
                const double expected = count_x * count_y / n;
                chi2 += (of_both[{x, y}] - expected) * (of_both[{x, y}] - expected) / expected;
            }
        }
        freedom += static_cast<double>((of_a.size() - 1) * (of_c.size() - 1));
    }
    return chi2 / std::max(freedom, 1.0);
}

// Chains of tables a-b, b-c, c-d of 100 people: before tables were implied, 14 to 29 times chance.
TEST(Synthesize, ChainsOfSmallTablesAreNotMoreDependentThanChance) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const CounterRandom random{seed};
        std::array<std::array<std::array<int, 4>, 4>, 3> counts{};
        for (std::uint64_t person = 0; person < 100; ++person) {
            std::size_t value = random.bits(5 * person) % 4;
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint64_t drawn = random.bits(5 * person + k + 1) % 8;
                const std::size_t next = (value + (drawn < 4 ? 0 : drawn % 4)) % 4;
                ++counts[k][value][next];
                value = next;
            }
        }
        std::vector<std::pair<std::string, std::string>> files;
        const std::string names = "abcd";
        for (std::size_t k = 0; k < 3; ++k) {
            std::string text = std::string{names[k]} + "," + names[k + 1] + ",count\n";
            for (std::size_t x = 0; x < 4; ++x) {
                for (std::size_t y = 0; y < 4; ++y)
                    text += std::to_string(x) + "," + std::to_string(y) + "," +
                            std::to_string(counts[k][x][y]) + "\n";
            }
            files.emplace_back(std::string{names[k]} + ".csv", text);
        }
        const synth::Result made = synthesize(parse(files), {.rows = 5000});
        EXPECT_EQ(made.fit.mean_tv, 0) << "seed " << seed;
        EXPECT_LT(chi2_within(made, 0, 1, 2), 0.5) << "seed " << seed;
        EXPECT_LT(chi2_within(made, 1, 2, 3), 0.5) << "seed " << seed;
    }
}

// In each zone all three tables of two columns: no order of filling cells is safe.
TEST(Synthesize, RepairMeetsTablesThatOverlap) {
    std::array<std::map<std::string, int>, 3> counts;
    const CounterRandom random{17};
    for (std::uint64_t person = 0; person < 1500; ++person) {
        const std::string zone = std::to_string(random.bits(4 * person) % 12);
        std::array<std::string, 3> value;
        const std::uint64_t first = random.bits(4 * person + 1) % 4;
        for (std::uint64_t j = 0; j < 3; ++j)
            value[j] = std::to_string((first + random.bits(4 * person + 1 + j) % (j + 2)) % 4);
        for (std::size_t j = 0; j < 3; ++j) ++counts[j][zone + "," + value[j] + "," + value[(j + 1) % 3]];
    }
    std::vector<std::pair<std::string, std::string>> files;
    const std::string names = "abc";
    for (std::size_t j = 0; j < 3; ++j) {
        std::string text = std::string{"zone,"} + names[j] + "," + names[(j + 1) % 3] + ",count\n";
        for (const auto& [cell, count] : counts[j]) text += cell + "," + std::to_string(count) + "\n";
        files.emplace_back(std::string{names[j]} + ".csv", text);
    }
    const TableSet set = parse(files);
    const synth::Result plain = synthesize(set, {.by = "zone", .repair = synth::Repair::off});
    const synth::Result repaired = synthesize(set, {.by = "zone"});
    EXPECT_EQ(plain.repaired_rows, 0);
    EXPECT_GT(plain.fit.mean_tv, 0);
    EXPECT_GT(repaired.repaired_rows, 0);
    EXPECT_LT(repaired.fit.mean_tv, plain.fit.mean_tv / 2);
    EXPECT_EQ(repaired.fit.impossible_rows, 0);
    std::int64_t different = 0;
    for (std::size_t r = 0; r < 1500; ++r)
        different += std::equal(plain.row(r).begin(), plain.row(r).end(), repaired.row(r).begin()) ? 0 : 1;
    EXPECT_LE(different, repaired.repaired_rows);
    EXPECT_INPUT_ERROR(
        synthesize(set, {.rows = 100, .repair = synth::Repair::on}),
        "repair: expected whole counts that agree, and as many rows as they sum to, for on, got others");
}

TEST(Synthesize, RowsResembleASampleAndAddUpToTheTables) {
    const TableSet set = nested();
    std::string sample = "size,age,cars,w\n";
    sample += "1,old,0,5\n2,young,1,5\n1,young,0,0.25\n2,old,1,1\n";
    const synth::Result made = synthesize(set, {.like = synth::LikeSample{{"s.csv", sample}, "w"}});
    EXPECT_EQ(made.fit.mean_tv, 0);
    EXPECT_TRUE(made.notes.empty());
    const std::size_t size = *set.schema.find("size");
    const std::size_t age = *set.schema.find("age");
    std::array<std::array<double, 2>, 2> rows{};
    std::array<std::array<double, 2>, 2> free{};
    const synth::Result even = synthesize(set);
    for (std::size_t r = 0; r < made.row_count(); ++r) {
        ++rows[made.row(r)[size]][made.row(r)[age]];
        ++free[even.row(r)[size]][even.row(r)[age]];
    }
    const auto odds = [](const auto& t) {
        return (t[0][0] + 1) * (t[1][1] + 1) / ((t[0][1] + 1) * (t[1][0] + 1));
    };
    EXPECT_GT(odds(rows), 1.5 * odds(free));
    EXPECT_EQ(synthesize(set, {.like = synth::LikeSample{{"s.csv", "size,age\n1,old\n"}}}).notes.size(), 1U);
}

TEST(ProportionalFit, UnknownCellsShareWhatTheKnownOnesLeave) {
    const TableSet set = parse({{"a.csv", "a,count\nx,60\ny,\nz,\n"}, {"b.csv", "b,count\n0,50\n1,50\n"}});
    const HubTables tables = impl::make_hub_tables(set, make_targets(set), {});
    impl::ProportionalFit fit{tables, {0, 1}};
    const std::span joint = fit.fit(fit.parts().front());
    double rows = 0;
    for (const double cell : joint) rows += cell;
    EXPECT_NEAR((joint[0] + joint[1]) / rows, 0.6, 1e-6);
    EXPECT_NEAR((joint[2] + joint[3]) / rows, 0.2, 1e-6);
    EXPECT_NEAR((joint[4] + joint[5]) / rows, 0.2, 1e-6);
}

TEST(Synthesize, LargeTablesKeepTheirListedCells) {
    std::string zones = "zone,tract,count\n";
    std::string size = "zone,size,count\n";
    for (int zone = 0; zone < 3000; ++zone) {
        const std::string name = std::to_string(zone);
        add_cell(zones, name, "t" + std::to_string(zone / 2), 3);
        add_cell(size, name, "1", 1);
        add_cell(size, name, "2", 2);
    }
    std::string cars = "tract,cars,count\n";
    for (int tract = 0; tract < 1500; ++tract) {
        add_cell(cars, "t" + std::to_string(tract), "0", 2);
        add_cell(cars, "t" + std::to_string(tract), "1", 4);
    }
    const TableSet set = parse({{"zones.csv", zones}, {"size.csv", size}, {"cars.csv", cars}});
    EXPECT_EQ(set.tables[0].counts.size(), 3000U);
    EXPECT_TRUE(std::is_sorted(set.tables[0].listed.begin(), set.tables[0].listed.end()));
    const synth::Result made = synthesize(set);
    EXPECT_EQ(made.fit.rows, 9000);
    EXPECT_EQ(made.fit.mean_tv, 0);
    EXPECT_EQ(made.fit.impossible_rows, 0);
}

}  // namespace
}  // namespace drover::zones
