#include <drover/populate/populate.hpp>

#include <map>
#include <set>
#include <sstream>

#include <drover/core/thread_pool.hpp>
#include <drover/populate/csv.hpp>

#include "expect.hpp"
#include "village.hpp"

namespace drover::populate {
namespace {

TEST(Populate, EveryZoneHasItsHouseholdsAndTheFitCountsThem) {
    const Village village;
    const Input input = village.read();
    const Result made = populate(input);
    std::vector<std::int64_t> households(4);
    std::vector<std::int64_t> single(4);
    for (std::size_t k = 0; k < made.zones.size(); ++k) {
        ++households[made.zones[k]];
        single[made.zones[k]] += input.household_fields[made.households[k]].find(",1") == 1 ? 1 : 0;
    }
    EXPECT_EQ(households, (std::vector<std::int64_t>{30, 25, 40, 0}));
    EXPECT_EQ(made.fit.households, 95);
    EXPECT_EQ(made.fit.controls[0].error, 0);
    EXPECT_EQ(made.fit.controls[1].error, 0);
    EXPECT_LE(made.fit.controls[3].worst, 1 * count_unit);
    std::int64_t uses = 0;
    for (const PlacedHousehold& one : made.weights) uses += one.count;
    EXPECT_EQ(uses, 95);
    EXPECT_EQ(measure(input, made.weights).controls[3].error, made.fit.controls[3].error);
}

TEST(Populate, ThreadsDoNotChangeAnything) {
    const Village village;
    const Input input = village.read();
    ThreadPool pool{3};
    const Result alone = populate(input, {.repair_passes = 2});
    const Result shared = populate(input, {.repair_passes = 2, .control = {}, .pool = &pool});
    EXPECT_EQ(alone.zones, shared.zones);
    EXPECT_EQ(alone.households, shared.households);
}

TEST(Populate, HouseholdsOfASignatureAreUsedByTheirWeights) {
    Village village;
    village.controls = "target,geography,seed_table,expression\nall,zone,households,w>0\n";
    village.zones = "zone,all\na,300\nb,100\nc,120\nd,200\n";
    village.geography = "zone,tract\na,T\nb,T\nc,T\nd,T\n";
    village.tracts = "tract,owners\nT,40\n";
    const Input input = village.read();
    ASSERT_EQ(input.signature_count(), 1U);
    const Result made = populate(input, {.repair_passes = 0});
    std::vector<std::int64_t> uses(24);
    for (const std::uint32_t h : made.households) ++uses[h];
    for (std::size_t h = 0; h < 24; ++h)  // 720 households, the weights sum to 70
        EXPECT_NEAR(static_cast<double>(uses[h]), 720.0 * static_cast<double>(1 + h % 5) / 70, 2.0) << h;
    // No zone has one twice before it has had all.
    std::map<std::uint32_t, std::vector<std::uint32_t>> in_zone;
    for (std::size_t k = 0; k < made.zones.size(); ++k) in_zone[made.zones[k]].push_back(made.households[k]);
    for (const auto& [zone, homes] : in_zone)
        EXPECT_EQ(std::set<std::uint32_t>(homes.begin(), homes.begin() + 24).size(), 24U);
}

TEST(Populate, AStopRequestedIsAnswered) {
    const Village village;
    const Input input = village.read();
    StopFlag stop;
    stop.request_stop();
    EXPECT_TRUE(populate(input, {.control = {.stop = &stop}}).interrupted);
}

TEST(Populate, ADeadlineBeforeTheFirstHouseholdStopsTheSetUp) {
    const Input input = Village{}.read();
    EXPECT_TRUE(populate(input, {.control = {.deadline = RunControl::Clock::now()}}).interrupted);
}

TEST(Populate, WantsAnInputAndHouseholdsOfIt) {
    EXPECT_INPUT_ERROR(populate(Input{}), "populate: expected the result of read_input, got an empty input");
    const Input input = Village{}.read();
    EXPECT_INPUT_ERROR(populate(input, {.pull = 0.5}), "pull: expected 0 to 0.25, got 0.5");
    const auto placed = [&](PlacedHousehold one) { return measure(input, std::vector{one}); };
    EXPECT_EQ(placed({3, 23, 2}).households, 2);
    const std::string expected =
        "measure: expected a zone below 4, a household below 24 and a count of at least 0, got ";
    EXPECT_INPUT_ERROR(placed({4, 0, 1}), expected + "4, 0 and 1");
    EXPECT_INPUT_ERROR(placed({0, 24, 1}), expected + "0, 24 and 1");
    EXPECT_INPUT_ERROR(placed({0, 0, -1}), expected + "0, 0 and -1");
}

TEST(Populate, LargeZonesTakeWholePartsOfTheirWeightsFirst) {
    Village village;
    village.zones =
        "zone,all,single,more,children\na,3000,1000,2000,1200\nb,2500,500,2000,1600\nc,4000,2000,2000,900\n"
        "d,0,0,0,0\n";
    village.tracts = "tract,owners\nT,2500\nU,1600\n";
    const Input input = village.read();
    const Result made = populate(input);
    EXPECT_EQ(made.notes.back(), "3 large zone: whole parts of raked weights come first");
    for (std::size_t c = 0; c < 4; ++c) EXPECT_LE(made.fit.controls[c].worst, 2 * count_unit) << c;
    EXPECT_LE(made.fit.controls[4].worst, 2 * count_unit);
}

TEST(PopulateCsv, WhatIsWrittenIsReadBack) {
    const Village village;
    const Input input = village.read();
    const Result made = populate(input);
    std::ostringstream weights;
    write_weights(weights, input, made);
    std::ostringstream households;
    write_households(households, input, made);
    std::ostringstream persons;
    write_persons(persons, input, made);
    for (const std::string& text : {weights.str(), households.str()}) {
        const Fit fit = measure(input, read_placed({text, "r.csv"}, input, ""));
        EXPECT_EQ(fit.got, made.fit.got);
        EXPECT_EQ(fit.persons, made.fit.persons);
    }
    const std::string lines = persons.str();
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), made.fit.persons + 1);
}

TEST(PopulatePage, NamesEveryControlAndEscapes) {
    Village village;
    village.controls =
        "target,geography,seed_table,expression,control_field\n"
        "all,zone,households,w>0,\n<b>&,tract,households,own=1,owners\n";
    const Input input = village.read();
    const std::string page = to_html(input, populate(input).fit, {.title = "x < y"});
    EXPECT_NE(page.find("&lt;b&gt;&amp;"), std::string::npos);
    EXPECT_NE(page.find("<h1>x &lt; y</h1>"), std::string::npos);
    EXPECT_EQ(page.find("<b>"), std::string::npos);
}

}  // namespace
}  // namespace drover::populate
