#include <algorithm>
#include <cmath>

#include <drover/core/thread_pool.hpp>
#include <drover/number/philox.hpp>
#include <drover/populate/herder.hpp>
#include <drover/populate/impl/kernel.hpp>

#include "expect.hpp"

namespace drover::populate::population_herder_test {
namespace {

constexpr std::int64_t one = 1 << 16;
constexpr double real_one = 65536;

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : random_{seed} {}
    std::size_t below(std::size_t bound) { return random_.below(next_++, bound); }
    double uniform() { return random_.uniform(next_++); }

  private:
    CounterRandom random_;
    std::uint64_t next_ = 0;
};

SparseRows random_features(Dice& dice, std::size_t signatures, std::size_t controls) {
    SparseRows rows{controls};
    for (std::size_t s = 0; s < signatures; ++s) {
        for (std::size_t k = 0; k < controls; ++k)
            rows.add(k, static_cast<std::int32_t>(dice.below(3) == 0 ? 1 + dice.below(3) : 0));
        rows.end_row();
    }
    return rows;
}

ControlLevel random_level(Dice& dice, std::vector<std::uint32_t> unit_of, std::size_t units,
                          std::size_t signatures, std::size_t controls) {
    ControlLevel level{{std::move(unit_of), units}, random_features(dice, signatures, controls), {}, {}};
    for (std::size_t cell = 0; cell < units * controls; ++cell) {
        const auto asked = static_cast<std::int64_t>(dice.below(12));
        level.asked.push_back(asked * one + static_cast<std::int64_t>(dice.below(2) * dice.below(one)));
        level.weights.push_back((std::int64_t{1} << 40) / (1 + asked) /
                                static_cast<std::int64_t>(1 + dice.below(3)));
    }
    return level;
}

// Six zones in three tracts in `regions` regions.
Model random_model(std::uint64_t seed, std::size_t signatures, std::size_t regions = 1) {
    Dice dice{seed};
    Model model{.signature_count = signatures, .zone_counts = {}};
    for (int z = 0; z < 6; ++z) model.zone_counts.push_back(static_cast<std::int64_t>(dice.below(9)));
    model.zone_counts[1] += 3;
    const std::vector<std::uint32_t> tract_of{0, 0, 1, 1, 2, 2};
    std::vector<std::uint32_t> region_of(6, 0);
    if (regions == 2) region_of[4] = region_of[5] = 1;
    model.levels.push_back(random_level(dice, {0, 1, 2, 3, 4, 5}, 6, signatures, 4));
    model.levels.push_back(random_level(dice, tract_of, 3, signatures, 3));
    model.levels.push_back(random_level(dice, region_of, regions, signatures, 2));
    for (const auto& [unit_of, units] :
         {std::pair{region_of, regions}, std::pair{tract_of, std::size_t{3}}}) {
        Pull pull{{unit_of, units}, {}, 0.02 + 0.1 * dice.uniform()};
        for (std::size_t k = 0; k < units * signatures; ++k)
            pull.expected.push_back(3 * dice.uniform() * dice.uniform());
        model.pulls.push_back(pull);
    }
    return model;
}

// The same rule from its words: nothing is kept but the households placed.
class PlainHerder {
  public:
    explicit PlainHerder(Model model) : model_{std::move(model)}, placed_(model_.zone_counts.size()) {}

    void run() {
        zones::Schedule schedule{model_.zone_counts};
        std::int64_t households = 0;
        for (const std::int64_t count : model_.zone_counts) households += count;
        for (std::int64_t step = 0; step < households; ++step) {
            const std::uint32_t zone = schedule.next();
            const std::size_t slot = placed_[zone].size();
            const bool is_given = zone < model_.given.size() && slot < model_.given[zone].size();
            placed_[zone].push_back(is_given ? model_.given[zone][slot] : best(zone, false));
        }
    }
    void repair() {
        for (std::uint32_t zone = 0; zone < placed_.size(); ++zone) {
            for (std::size_t slot = 0; slot < placed_[zone].size(); ++slot) {
                const std::uint32_t now = placed_[zone][slot];
                placed_[zone].erase(placed_[zone].begin() + static_cast<std::ptrdiff_t>(slot));
                const std::uint32_t found = best(zone, true);
                const bool is_better = score(zone, found, true) > score(zone, now, true);
                placed_[zone].insert(placed_[zone].begin() + static_cast<std::ptrdiff_t>(slot),
                                     is_better ? found : now);
            }
        }
    }
    const std::vector<std::vector<std::uint32_t>>& placed() const { return placed_; }

  private:
    struct Unit {
        std::int64_t total = 0;
        std::vector<std::uint32_t> signatures;
    };
    Unit unit_at(const std::vector<std::uint32_t>& unit_of, std::uint32_t zone) const {
        Unit unit;
        for (std::uint32_t z = 0; z < unit_of.size(); ++z) {
            if (unit_of[z] != unit_of[zone]) continue;
            unit.total += model_.zone_counts[z];
            unit.signatures.insert(unit.signatures.end(), placed_[z].begin(), placed_[z].end());
        }
        return unit;
    }
    static std::int64_t value(const SparseRows& features, std::size_t signature, std::size_t control) {
        const SparseRow row = features[signature];
        for (std::size_t e = 0; e < row.size(); ++e)
            if (row.columns[e] == control) return row.values[e];
        return 0;
    }

    std::int64_t score(std::uint32_t zone, std::uint32_t signature, bool whole) const {
        std::int64_t sum = 0;
        for (const ControlLevel& level : model_.levels) {
            const Unit unit = unit_at(level.units.unit_of, zone);
            const std::int64_t part =
                whole ? unit.total : static_cast<std::int64_t>(unit.signatures.size()) + 1;
            for (std::size_t k = 0; k < level.features.column_count(); ++k) {
                const std::size_t cell = level.units.unit_of[zone] * level.features.column_count() + k;
                std::int64_t taken = 0;
                for (const std::uint32_t s : unit.signatures) taken += value(level.features, s, k);
                const auto schedule =
                    static_cast<std::int64_t>(static_cast<Int128>(level.asked[cell]) * part / unit.total);
                const auto w = static_cast<std::int64_t>(
                    (static_cast<Int128>(level.weights[cell]) * (schedule - taken * one)) >> 24);
                const std::int64_t phi = value(level.features, signature, k);
                sum += 2 * w * phi - (level.weights[cell] >> 8) * phi * phi;
            }
        }
        if (whole) return sum;
        for (const Pull& pull : model_.pulls) sum += pull_score(pull, zone, signature);
        return sum;
    }
    std::int64_t pull_score(const Pull& pull, std::uint32_t zone, std::uint32_t signature) const {
        const Unit unit = unit_at(pull.units.unit_of, zone);
        const std::int64_t part = static_cast<std::int64_t>(unit.signatures.size()) + 1;
        const std::int64_t progress = one * part / unit.total;
        const double expected = pull.expected[pull.units.unit_of[zone] * model_.signature_count + signature];
        const double cost = pull.strength / std::max(expected, 1.0);
        const std::int64_t taken = std::count(unit.signatures.begin(), unit.signatures.end(), signature);
        return ((std::llround(2 * cost * expected * 4294967296.0) * progress) >> 16) -
               std::llround(cost * 4294967296.0) * (2 * taken + 1);
    }
    std::uint32_t best(std::uint32_t zone, bool whole) const {
        const auto first = model_.allowed.empty() ? 0U : model_.allowed[zone].first;
        const auto last = model_.allowed.empty() ? static_cast<std::uint32_t>(model_.signature_count)
                                                 : model_.allowed[zone].last;
        std::uint32_t best = first;
        for (std::uint32_t s = first + 1; s < last; ++s)
            if (score(zone, s, whole) > score(zone, best, whole)) best = s;
        return best;
    }

    Model model_;
    std::vector<std::vector<std::uint32_t>> placed_;
};

void expect_same(const Herder& herder, const PlainHerder& plain) {
    for (std::uint32_t z = 0; z < plain.placed().size(); ++z) {
        const auto placed = herder.placed(z);
        EXPECT_EQ(std::vector<std::uint32_t>(placed.begin(), placed.end()), plain.placed()[z])
            << "zone " << z;
    }
}

// One pass, in calls of so many households.
void repair_all(Herder& herder, std::int64_t households, ThreadPool* pool = nullptr) {
    std::int64_t examined = 0;
    for (Herder::RepairPosition at; at.block < herder.repair_block_count();) {
        EXPECT_TRUE(herder.is_reached(at));
        EXPECT_EQ(herder.examined_before(at), examined);
        examined += herder.repair(at, households, pool).examined;
    }
    EXPECT_EQ(examined, herder.household_count());
}

TEST(PopulateHerder, StepsAndRepairFollowTheRuleAsWritten) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Model model = random_model(seed, 1 + seed % 23, 1 + seed % 2);
        if (seed % 3 == 1 && model.signature_count > 4) {
            model.allowed.assign(6, {1, static_cast<std::uint32_t>(model.signature_count)});
            model.allowed[2] = {0, 2};
        }
        if (seed % 4 == 1) model.given = {{0}, {0, 0, 0}};
        if (!model.given.empty() && model.zone_counts[0] == 0) model.given[0] = {};
        Herder herder{model};
        PlainHerder plain{model};
        herder.advance(5);
        herder.advance(herder.household_count());
        plain.run();
        expect_same(herder, plain);
        for (std::int64_t pass = 0; pass < 2; ++pass) repair_all(herder, 3 + pass);
        // Zones of a region come one after the other, which is their own order here.
        plain.repair();
        plain.repair();
        expect_same(herder, plain);
    }
}

// The sum that the rule lowers, in real numbers, after the household is placed.
double energy(const Model& model, const std::vector<std::vector<std::uint32_t>>& placed) {
    double sum = 0;
    const auto in_unit = [&](const std::vector<std::uint32_t>& unit_of, std::size_t unit, const auto& visit) {
        double total = 0;
        double count = 0;
        for (std::size_t z = 0; z < unit_of.size(); ++z) {
            if (unit_of[z] != unit) continue;
            total += static_cast<double>(model.zone_counts[z]);
            for (const std::uint32_t s : placed[z]) visit(s), ++count;
        }
        return total > 0 ? count / total : 0;
    };
    for (const ControlLevel& level : model.levels) {
        const std::size_t count = level.features.column_count();
        for (std::size_t u = 0; u < level.units.unit_count; ++u) {
            std::vector<double> taken(count);
            const double share = in_unit(level.units.unit_of, u, [&](std::uint32_t s) {
                const SparseRow row = level.features[s];
                for (std::size_t e = 0; e < row.size(); ++e) taken[row.columns[e]] += row.values[e];
            });
            for (std::size_t k = 0; k < count; ++k) {
                const double error =
                    static_cast<double>(level.asked[u * count + k]) / real_one * share - taken[k];
                sum += static_cast<double>(level.weights[u * count + k]) / 1099511627776.0 * error * error;
            }
        }
    }
    for (const Pull& pull : model.pulls) {
        for (std::size_t u = 0; u < pull.units.unit_count; ++u) {
            std::vector<double> taken(model.signature_count);
            const double share = in_unit(pull.units.unit_of, u, [&](std::uint32_t s) { ++taken[s]; });
            for (std::size_t s = 0; s < taken.size(); ++s) {
                const double expected = pull.expected[u * taken.size() + s];
                const double error = expected * share - taken[s];
                sum += pull.strength * error * error / std::max(expected, 1.0);
            }
        }
    }
    return sum;
}

// Tiny samples, all choices: no other household would have lowered the sum more.
TEST(PopulateHerder, EveryStepIsTheBestOfAllChoices) {
    for (std::uint64_t seed = 100; seed < 115; ++seed) {
        const Model model = random_model(seed, 2 + seed % 9);
        Herder herder{model};
        zones::Schedule schedule{model.zone_counts};
        std::vector<std::vector<std::uint32_t>> placed(6);
        for (std::int64_t step = 0; step < herder.household_count(); ++step) {
            herder.advance(1);
            const std::uint32_t zone = schedule.next();
            placed[zone].push_back(0);
            double lowest = 1e300;
            for (std::uint32_t s = 0; s < model.signature_count; ++s) {
                placed[zone].back() = s;
                lowest = std::min(lowest, energy(model, placed));
            }
            placed[zone].back() = herder.placed(zone).back();
            EXPECT_LE(energy(model, placed), lowest + 1e-3) << "seed " << seed << " step " << step;
        }
    }
}

TEST(PopulateHerder, ARepairNeverRaisesTheErrorsOfControls) {
    Model model = random_model(5, 12);
    Herder herder{model};
    herder.advance(herder.household_count());
    model.pulls = {};
    const auto now = [&] {
        std::vector<std::vector<std::uint32_t>> placed;
        for (std::uint32_t z = 0; z < 6; ++z)
            placed.emplace_back(herder.placed(z).begin(), herder.placed(z).end());
        return energy(model, placed);
    };
    double before = now();
    for (Herder::RepairPosition at; at.block < herder.repair_block_count();) {
        (void)herder.repair(at, 1);
        EXPECT_LE(now(), before + 1e-3);
        before = now();
    }
}

TEST(PopulateHerder, ThreadsAndBlocksDoNotChangeTheResult) {
    const Model model = random_model(11, 17, 2);
    Herder alone{model};
    alone.advance(alone.household_count());
    repair_all(alone, alone.household_count());
    ThreadPool pool{3};
    Herder shared{model};
    while (shared.steps() < shared.household_count()) shared.advance(3, &pool);
    repair_all(shared, 2, &pool);
    EXPECT_EQ(alone.signatures(), shared.signatures());
}

TEST(PopulateHerder, GoesOnFromWhereItWas) {
    const Model model = random_model(12, 9);
    Herder whole{model};
    whole.advance(whole.household_count());
    Herder first{model};
    first.advance(7);
    Herder second{model};
    second.restore(first.steps(), first.signatures());
    second.advance(second.household_count());
    EXPECT_EQ(second.signatures(), whole.signatures());
    repair_all(whole, 5);
    repair_all(second, 7);
    EXPECT_EQ(second.signatures(), whole.signatures());
}

// Ten tracts of thirty zones in one region, enough for branches.
Model large_model(std::uint64_t seed) {
    constexpr std::size_t signatures = 13;
    Dice dice{seed};
    Model model{.signature_count = signatures, .zone_counts = {}};
    std::vector<std::uint32_t> zones;
    std::vector<std::uint32_t> tracts;
    std::int64_t households = 0;
    for (std::uint32_t z = 0; z < 300; ++z) {
        zones.push_back(z);
        tracts.push_back(z / 30);
        model.zone_counts.push_back(z % 9 == 3 ? 0 : 1 + static_cast<std::int64_t>(dice.below(70)));
        households += model.zone_counts.back();
    }
    const auto level = [&](const std::vector<std::uint32_t>& unit_of, std::size_t units,
                           std::size_t controls) {
        ControlLevel made = random_level(dice, unit_of, units, signatures, controls);
        for (std::int64_t& asked : made.asked)
            asked = asked * households / static_cast<std::int64_t>(6 * units);
        return made;
    };
    model.levels = {level(zones, 300, 4), level(tracts, 10, 3), level(std::vector<std::uint32_t>(300), 1, 3)};
    Pull pull{{std::vector<std::uint32_t>(300), 1}, {}, 0.02};
    for (std::size_t s = 0; s < signatures; ++s)
        pull.expected.push_back(dice.uniform() * static_cast<double>(households) / 6);
    model.pulls.push_back(pull);
    return model;
}

// What the units of a level have, counted from the households, against what they should have by now.
Int128 counted_error(const Model& model, const Herder& herder, std::size_t g) {
    const ControlLevel& level = model.levels[g];
    const std::size_t controls = level.features.column_count();
    std::vector<std::int64_t> taken(level.asked.size());
    std::vector<std::int64_t> placed(level.units.unit_count);
    std::vector<std::int64_t> total(level.units.unit_count);
    for (std::uint32_t z = 0; z < level.units.unit_of.size(); ++z) {
        total[level.units.unit_of[z]] += model.zone_counts[z];
        for (const std::uint32_t s : herder.placed(z)) {
            ++placed[level.units.unit_of[z]];
            const SparseRow row = level.features[s];
            for (std::size_t e = 0; e < row.size(); ++e)
                taken[level.units.unit_of[z] * controls + row.columns[e]] += row.values[e];
        }
    }
    Int128 sum = 0;
    for (std::size_t cell = 0; cell < taken.size(); ++cell) {
        const std::size_t unit = cell / controls;
        const Int128 schedule = total[unit] == 0 ? Int128{level.asked[cell]}
                                                 : Int128{level.asked[cell]} * placed[unit] / total[unit];
        sum += absolute(schedule - (Int128{taken[cell]} << 16U));
    }
    return sum;
}

TEST(PopulateHerder, BranchesDependOnNothingButTheModel) {
    const Model model = large_model(1);
    Herder alone{model};
    alone.advance(alone.household_count());
    ASSERT_GT(alone.household_count(), 2 * 4096);
    const std::vector<std::uint32_t>& order = alone.repair_order();
    ASSERT_FALSE(std::is_sorted(order.begin(), order.end()));  // zones of all branches by turns
    ThreadPool pool{3};
    Herder shared{model};
    while (shared.steps() < shared.household_count()) shared.advance(777, &pool);
    EXPECT_EQ(alone.signatures(), shared.signatures());
    Herder restored{model};
    Herder first{model};
    first.advance(5000);
    restored.restore(first.steps(), first.signatures());
    restored.advance(restored.household_count(), &pool);
    EXPECT_EQ(alone.signatures(), restored.signatures());
    repair_all(alone, alone.household_count());
    repair_all(shared, 100, &pool);
    EXPECT_EQ(alone.signatures(), shared.signatures());
}

TEST(PopulateHerder, ARepairOfBranchesGoesOnFromAnyPosition) {
    const Model model = large_model(4);
    Herder whole{model};
    whole.advance(whole.household_count());
    Herder first = whole;
    repair_all(whole, whole.household_count());
    int within = 0;
    for (Herder::RepairPosition at; at.block < first.repair_block_count(); (void)first.repair(at, 900)) {
        within += at.depth > 0 ? 1 : 0;
        Herder second{model};
        const std::vector<std::int64_t> totals = first.branch_totals();
        second.restore(first.steps(), first.signatures(),
                       at.depth > 0 ? std::span{totals} : std::span<const std::int64_t>{});
        for (Herder::RepairPosition next = at; next.block < second.repair_block_count();)
            (void)second.repair(next, 333);
        ASSERT_EQ(second.signatures(), whole.signatures()) << at.block << ", " << at.depth;
    }
    EXPECT_GT(within, 3);
}

TEST(PopulateHerder, ErrorsOfUnitsAboveBranchesAreThoseOfTheirHouseholds) {
    for (const std::uint64_t seed : {std::uint64_t{2}, std::uint64_t{3}}) {
        const Model model = large_model(seed);
        Herder herder{model};
        while (herder.steps() < herder.household_count()) {
            herder.advance(1500);
            for (std::size_t g = 0; g < 3; ++g)
                EXPECT_EQ(herder.error(g), counted_error(model, herder, g)) << "level " << g;
        }
        for (int pass = 0; pass < 2; ++pass) {
            repair_all(herder, 2000);
            for (std::size_t g = 0; g < 3; ++g) EXPECT_EQ(herder.error(g), counted_error(model, herder, g));
        }
    }
}

// At any time every zone has its share of the households, within one.
TEST(PopulateHerder, EveryPrefixIsSpreadOverTheZones) {
    const Model model = random_model(3, 6);
    Herder herder{model};
    const auto all = static_cast<double>(herder.household_count());
    while (herder.steps() < herder.household_count()) {
        herder.advance(1);
        const double share = static_cast<double>(herder.steps()) / all;
        for (std::uint32_t z = 0; z < 6; ++z)
            EXPECT_NEAR(static_cast<double>(herder.placed(z).size()),
                        share * static_cast<double>(model.zone_counts[z]), 2.0);
    }
}

TEST(PopulateHerder, TheErrorIsExact) {
    Model model{.signature_count = 2, .zone_counts = {4}};
    ControlLevel level{{{0}, 1}, SparseRows{1}, {3 * one}, {std::int64_t{1} << 40}};
    level.features.end_row();
    level.features.add(0, 1);
    level.features.end_row();
    model.levels.push_back(level);
    Herder herder{model};
    herder.advance(4);
    EXPECT_EQ(herder.error(0), 0);
    herder = Herder{model};
    herder.advance(1);
    EXPECT_EQ(herder.error(0), one / 4);  // 3/4 should be there, 1 is
}

TEST(PopulateHerder, RefusesNumbersThatCouldOverflow) {
    Model model{.signature_count = 0, .zone_counts = {4}};
    EXPECT_INPUT_ERROR(Herder{model}, "populate::Model: expected 1 to 2^31 signatures");
    model = random_model(1, 4);
    model.levels[0].weights[0] = (std::int64_t{1} << 40) + 1;
    EXPECT_INPUT_ERROR(Herder{model}, "populate::Model: expected weights from 0 to 1");
    model = random_model(1, 4);
    model.pulls[0].strength = 0.3;
    EXPECT_INPUT_ERROR(Herder{model}, "populate::Model: expected a pull from 0 to 1/4");
}

TEST(BestSignature, IsThatOfThePlainTwinForAnyRange) {
    Dice dice{4};
    for (int round = 0; round < 200; ++round) {
        const std::size_t count = 1 + dice.below(70);
        std::vector<std::int64_t> table(5);
        for (std::int64_t& entry : table) entry = static_cast<std::int64_t>(dice.below(4)) - 2;
        std::vector<std::uint32_t> kinds(count);
        for (std::uint32_t& kind : kinds) kind = static_cast<std::uint32_t>(dice.below(5));
        std::vector<std::int32_t> slopes(count);
        for (std::int32_t& slope : slopes)
            slope = static_cast<std::int32_t>(dice.below(1U << 31U) >> dice.below(31));
        std::vector<std::int64_t> offsets(count);
        for (std::int64_t& offset : offsets) offset = -static_cast<std::int64_t>(dice.below(3));
        const std::vector<impl::SignatureScores::Level> levels(dice.below(3), {table.data(), kinds.data()});
        const std::vector<impl::SignatureScores::Pull> pulls(
            dice.below(3), {slopes.data(), offsets.data(), static_cast<std::int32_t>(dice.below(65537))});
        const impl::SignatureScores scores{levels, pulls};
        const auto first = static_cast<std::uint32_t>(dice.below(count));
        const auto last = static_cast<std::uint32_t>(first + 1 + dice.below(count - first));
        EXPECT_EQ(impl::best_signature(scores, first, last), impl::best_signature_plain(scores, first, last));
    }
}

}  // namespace
}  // namespace drover::populate::population_herder_test
