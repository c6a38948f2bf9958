#include <drover/populate/populationsim.hpp>

#include "expect.hpp"

namespace drover::populate {
namespace {

using Kind = SettingsNode::Kind;

SettingsNode text(const std::string& value) { return {.kind = Kind::text, .text = value}; }

SettingsNode keys(const std::vector<std::pair<std::string, SettingsNode>>& entries) {
    SettingsNode node{.kind = Kind::keys};
    for (const auto& [key, value] : entries) {
        node.keys.push_back(key);
        node.values.push_back(value);
    }
    return node;
}

SettingsNode table(const std::string& name, const std::string& file) {
    return keys({{"tablename", text(name)}, {"filename", text(file)}});
}

SettingsNode settings(std::vector<SettingsNode> tables) {
    return keys({{"input_table_list", {.kind = Kind::list, .values = std::move(tables)}},
                 {"household_id_col", text("hh")},
                 {"household_weight_col", text("w")},
                 {"seed_geography", text("PUMA")},
                 {"max_expansion_factor", text("30")}});
}

TEST(PopulationSim, SettingsNameFilesColumnsAndRenamings) {
    SettingsNode homes = table("households", "h.csv");
    homes.keys.emplace_back("rename_columns");
    homes.values.push_back(keys({{"NP", text("size")}}));
    const PopulationSimFolder found =
        read_populationsim("sim", settings({homes, table("TAZ_control_data", "taz.csv")}));
    EXPECT_EQ(found.households.file, "sim/data/h.csv");
    EXPECT_EQ(found.households.renamed, (RenamedColumns{{"NP", "size"}}));
    ASSERT_EQ(found.totals.size(), 1U);
    EXPECT_EQ(found.totals[0].first, "TAZ");
    EXPECT_EQ(found.controls, "sim/configs/controls.csv");
    EXPECT_EQ(found.area, "PUMA");
    EXPECT_EQ(found.passed_over, (std::vector<std::string>{"max_expansion_factor"}));
}

TEST(PopulationSim, WhatIsGivenCountsMore) {
    PopulationSimFolder given{.households = {"mine.csv"}, .totals = {{"TAZ", {"t.csv"}}}, .id = "number"};
    const PopulationSimFolder found = read_populationsim(
        "sim", settings({table("households", "h.csv"), table("TAZ_control_data", "taz.csv")}), given);
    EXPECT_EQ(found.households.file, "mine.csv");
    EXPECT_EQ(found.totals[0].second.file, "t.csv");
    EXPECT_EQ(found.id, "number");
    EXPECT_EQ(found.weight, "w");
}

TEST(PopulationSim, NamesWhatIsMissingOrUnknown) {
    EXPECT_INPUT_ERROR(read_populationsim("sim", text("x")),
                       "sim/configs/settings.yaml: expected keys with values, got none");
    EXPECT_INPUT_ERROR(
        read_populationsim("sim", keys({{"inherit_settings", text("true")}})),
        R"(sim/configs/settings.yaml: expected settings that drover knows, got "inherit_settings")");
    EXPECT_INPUT_ERROR(read_populationsim("sim", keys({{"household_id_col", text("hh")}})),
                       "sim/configs/settings.yaml: expected input_table_list: a list of tables, got none");
    EXPECT_INPUT_ERROR(read_populationsim("sim", settings({table("homes", "h.csv")})),
                       "sim/configs/settings.yaml: expected households, persons, geo_cross_walk or "
                       R"(LEVEL_control_data in input_table_list, got "homes")");
}

TEST(PopulationSim, RefusesANulInATextOrAKey) {
    const std::string zero{"h\0.csv", 6};
    EXPECT_INPUT_ERROR(read_populationsim("sim", settings({table("households", zero)})),
                       "sim/configs/settings.yaml: filename: expected text, got a NUL character in \"h\"");
    SettingsNode homes = table("households", "h.csv");
    homes.keys.emplace_back("rename_columns");
    homes.values.push_back(keys({{zero, text("size")}}));
    EXPECT_INPUT_ERROR(
        read_populationsim("sim", settings({homes})),
        "sim/configs/settings.yaml: rename_columns: expected text, got a NUL character in \"h\"");
}

TEST(PopulationSim, RenamesColumnsOfAHeaderAndNothingElse) {
    EXPECT_EQ(with_renamed_columns("hh,NP\n1,NP\n", "h.csv", {{"NP", "size, all"}}),
              "hh,\"size, all\"\n1,NP\n");
    EXPECT_EQ(with_renamed_columns("hh\n", "h.csv", {}), "hh\n");
}

}  // namespace
}  // namespace drover::populate
