#include "published.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace drover::read {
namespace {

using enum Reason;

ExpectedFile one(std::string family, std::string file, std::size_t cells, double total,
                 std::string where = {}, std::string sheet = {}) {
    return {.family = std::move(family),
            .file = std::move(file),
            .where = std::move(where),
            .sheet = std::move(sheet),
            .tables = {{cells, total}}};
}

ExpectedFile many(std::string family, std::string file, std::vector<ExpectedTable> tables) {
    return {.family = std::move(family), .file = std::move(file), .tables = std::move(tables)};
}

ExpectedFile refusal(std::string family, std::string file, std::vector<Reason> reasons) {
    return {.family = std::move(family),
            .file = std::move(file),
            .outcome = Outcome::refused,
            .reasons = std::move(reasons)};
}

ExpectedFile people(std::string family, std::string file, std::size_t rows, std::size_t columns) {
    return {.family = std::move(family),
            .file = std::move(file),
            .outcome = Outcome::microdata,
            .rows = rows,
            .columns = columns};
}

std::vector<ExpectedFile> wide_files() {
    const std::string acs = "us-acs-wide";
    const std::string uk = "uk-census-wide";
    return {
        one(acs, "ACSDT5Y2017.B15001_data_with_overlays_2020-09-23T184634.csv", 15'260, 909'379),
        one(acs, "ACS_16_5YR_B09001_with_ann.csv", 15'568, 7'155'795),
        one(acs, "ACS_15_5YR_B01003_with_ann.csv", 1'941, 26'589'794),
        refusal(acs, "pep.csv", {no_header}),
        one(uk, "census2021-ts007a-ltla.csv", 5'958, 59'597'539),
        one(uk, "census2021-ts007a-rgn.csv", 180, 59'597'541),
        one(uk, "census2021-ts045-ltla.csv", 1'324, 24'783'193),
        one(uk, "la-ethnic-groups.csv", 6'264, 56'075'912),
        one(uk, "age-sex-raw.csv", 17'608, 1'779'641),
        refusal("abs-datapack-wide", "2016Census_G01_AUS.csv", {groups_needed}),
        one("abs-datapack-wide", "2011Census_B03_WA_POA_short.csv", 0, 2'248'650),
        one("abs-tablebuilder-crosstab", "mini_testfile.csv", 54, 23'717'438),
        one("abs-tablebuilder-crosstab", "sa2_pow_vs_sa2_ur_bne_bc_worker_total_wafer.csv", 56'307, 94'790),
        one("abs-tablebuilder-crosstab", "SA1Population.csv", 3'786, 777'650),
        many("wide-counts", "Open-Data-Bundestagswahl1576.csv", {{702, 14'929}, {702, 14'956}}),
        refusal("wide-counts", "arcgisImpfungenNachGeschlecht.csv", {time_series}),
        refusal("wide-counts", "lfstatFortschreibungJahre.csv", {time_series}),
        one("wide-counts", "lfstatFortschreibungJahre.csv", 2, 24'981, "stichtag=2024-12-31"),
        one("wide-counts", "april2018-march2019.csv", 0, 630'793 + 203'141),
    };
}

std::vector<ExpectedFile> office_files() {
    const std::string excel = "excel";
    const std::string eurostat = "eurostat-tsv";
    const std::string genesis = "genesis-titled";
    const std::string infoshare = "infoshare-titled";
    return {
        one(excel, "SA1Population.xlsx", 3'786, 777'650),
        one(excel, "nomis_2021_11_22_104904.xlsx", 130, 515'614),  // without the row of all causes
        one(excel, "nomis_2021_11_22_110504.xlsx", 1'638, 56'550'138),
        refusal(excel, "populationbyimdenglandandwales2020.xlsx", {several_sheets}),
        one(excel, "populationbyimdenglandandwales2020.xlsx", 1'820, 56'550'138, "", "Table 1 - England"),
        one(excel, "populationbyimdenglandandwales2020.xlsx", 1'820, 3'169'586, "", "Table 2 - Wales"),
        refusal(excel, "police-use-of-conducted-energy-devices-2016.ods", {foreign_format}),
        refusal(eurostat, "tps00001.tsv", {time_series}),
        one(eurostat, "tps00001.tsv", 50, -1, "time=2019"),  // 55 places without five groups of countries
        refusal(eurostat, "demo_pjangroup__custom_1879586_page_tabular.tsv", {time_series}),
        refusal(eurostat, "tps00002.tsv", {time_series}),
        one(eurostat, "tps00002.tsv", 62, -1, "time=2019"),
        one(genesis, "12411-0010_covid_ger.csv", 16, 83'155'031),
        refusal(genesis, "12411-0015.csv", {time_series}),
        one(genesis, "12411-0015.csv", 476, 82'691'139, "Stichtag=31.12.2018"),
        refusal(genesis, "12411-001.csv", {time_series, overlapping}),
        refusal(infoshare, "ITM336402_20160907_090956_12.csv", {time_series}),
        refusal(infoshare, "VSB356401_20160609_072305_11.csv", {time_series}),
        one(infoshare, "VSB356401_20160609_072305_11.csv", 96, 61'025, "time=2015"),
        one(infoshare, "cambodia_rural.csv", 816, 10'781'655),
        one(infoshare, "un_population_age_sex.csv", 42, 592'629 + 638'355),
    };
}

std::vector<ExpectedFile> long_files() {
    const std::string value = "long-value";
    const std::string r = "r-freq";
    return {
        one(value, "eurostat_pop_age.csv", 200, 71'799'124),
        one(value, "bevolking-belgie-2019.csv", 21, 11'431'406),
        refusal(value, "population.csv", {time_series}),
        refusal(value, "17100009.csv", {time_series}),
        one(value, "17100009.csv", 13, 39'566'248, "REF_DATE=2023-01"),
        one(value, "source.csv", 2, 441),
        refusal(value, "2016-ct-expanded-household-controls.csv", {overlapping, groups_needed}),
        refusal(value, "population_by_dwelling.csv", {time_series}),
        one(value, "population_by_dwelling.csv", 68, 4'568'760, "Census year=2023"),
        one(value, "CasosAlcoholComunidades.csv", 57, 39'974.1),
        one(value, "12411-0012_flat.csv", 1'456, 83'166'711),
        one(value, "crosstab_wave1.csv", 570, 29'915),
        one(value, "hrp_dist.csv", 977, 1'171'982),
        one(value, "sex_age_statistics.csv", 10, 17'511'872),
        many(value, "age_sex_count.csv", {{380, 24'084'895}, {342, 56'550'155}}),
        refusal(value, "TABLECODE7512_Data.csv", {time_series}),
        one(value, "TABLECODE7512_Data.csv", 576, 4'441'520, "Year at 30 June=2013"),
        refusal(value, "migr_transitions_rc13_9613_rr3.zip", {time_series}),
        one(value, "migr_transitions_rc13_9613_rr3.zip", 8'575, 3'274'905, "census_year=2013"),
        one(r, "HairEyeColor.csv", 32, 592),
        one(r, "UCBAdmissions.csv", 24, 4'526),
        one(r, "occupationalStatus.csv", 64, 3'498),
        one(r, "DanishWelfare.csv", 180, 5'144),
        one(r, "Punishment.csv", 36, 1'456),
        one(r, "PreSex.csv", 16, 1'036),
        one(r, "Accident.csv", 80, 186'730),
        one(r, "DaytonSurvey.csv", 32, 2'276),
    };
}

std::vector<ExpectedFile> cube_files() {
    const std::string px = "px";
    const std::string json = "json-stat";
    const std::string sdmx = "sdmx";
    return {
        refusal(px, "datos_cataratas.px", {percentages}),
        one(px, "CasosAlcoholComunidades.px", 57, 39'974.1),
        one(px, "14001.px", 5'640, 325'486),
        refusal(px, "1001.px", {percentages}),
        refusal(px, "population_gl.px", {time_series}),
        one(px, "population_gl.px", 10, -1, "time=2024"),
        one(px, "BEXSTA_windows_1252.px", 2'800, 452'872.0 / 8),
        one(px, "example.px", 6'588, 762'064.0 / 8),
        refusal(json, "galicia.json", {time_series}),
        one(json, "QS104EW.json", 2, 56'075'912),
        refusal(json, "statswe.json", {time_series}),
        refusal(json, "cantabria.json", {several_measures}),
        one(json, "ons.json", 172, 780'296.0 / 4),
        refusal(sdmx, "example-01.csv", {time_series}),
        refusal(sdmx, "example-04.csv", {time_series}),
        refusal(sdmx, "demography-xs.xml", {foreign_format}),
        refusal(sdmx, "exr-flat.json", {foreign_format}),
    };
}

std::vector<ExpectedFile> synthesis_files() {
    const std::string controls = "synthpop-controls";
    const std::string micro = "microdata";
    return {
        many(controls, "hh_marginals.csv", {{63, 9'658}, {42, 9'710}, {63, 9'710}, {63, 9'668}}),
        many(controls, "person_marginals.csv", {{84, 24'905}, {84, 24'905}, {42, 24'905}}),
        many(controls, "hhld_marginals_500.csv", {{20, 4'504}, {16, 4'504}, {20, 4'504}, {8, 4'504}}),
        many(controls, "household_marginals.csv", {{6'412, 1'465'840}, {4'580, -1}}),
        many(controls, "region_household_marginals.csv", {{63, 1'465'840}, {45, -1}}),
        refusal(controls, "geo_sample_mapping.csv", {mapping}),
        many(controls, "Neighborhood_statistics.csv", {{938, 860'745}, {2'345, 866'310}, {1'407, 687'110}}),
        one(controls, "census_county_marginals_2015.csv", 54, 3'894'662),
        refusal(controls, "2010_Census_Tract_to_2010_PUMA_SEMCOG.csv", {mapping}),
        refusal(controls, "configuration_arizona.yaml", {foreign_format}),
        people(micro, "hhld_pums_500.csv", 2'405, 7),
        people(micro, "ind.csv", 916, 5),
        people(micro, "RS.dat", 23, 4),
        people(micro, "synHouseholds.csv", 5'572, 13),
        people(micro, "titanic.csv", 891, 8),
        people(micro, "penguins.csv", 344, 7),
        people(micro, "BreastCancer.csv", 699, 10),
        people(micro, "GermanCredit.csv", 1'000, 21),
        people(micro, "HouseVotes84.csv", 435, 17),
        people(micro, "Arthritis.csv", 84, 4),
        people(micro, "schools.csv", 165, 13),
        people(micro, "gapminder_euro.csv", 1'704, 6),
        refusal("encodings", "utf16le.txt", {unclear}),
        refusal("encodings", "issue_1087_utf8_bom.csv", {groups_needed, unclear}),
    };
}

bool matches(const ExpectedTable& expected, const PublishedTable& table) {
    if (expected.cells != 0 && expected.cells != table.cell_count()) return false;
    return expected.total < 0 || std::fabs(table.total() - expected.total) < 0.01;
}

}  // namespace

const std::vector<ExpectedFile>& expected_files() {
    static const std::vector<ExpectedFile> files = [] {
        std::vector<ExpectedFile> all;
        for (const auto& part : {wide_files(), office_files(), long_files(), cube_files(), synthesis_files()})
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return files;
}

std::string published_folder() {
    const char* folder = std::getenv("DROVER_PUBLISHED");
    return folder == nullptr ? "" : folder;
}

std::string published_bytes(const ExpectedFile& file) {
    std::ifstream in{published_folder() + '/' + file.family + '/' + file.file, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

ReadOptions options_for(const ExpectedFile& file) {
    ReadOptions options{.sheet = file.sheet};
    const std::size_t equals = file.where.find('=');
    if (equals != std::string::npos)
        options.where.push_back({file.where.substr(0, equals), file.where.substr(equals + 1)});
    return options;
}

Verdict judge(const ExpectedFile& expected, const Reading& reading) {
    if (reading.outcome == Outcome::refused) {
        if (expected.outcome != Outcome::refused)
            return reading.refusal.reason == Reason::unclear ? Verdict::refused_badly : Verdict::refused_well;
        const auto& reasons = expected.reasons;
        return std::find(reasons.begin(), reasons.end(), reading.refusal.reason) != reasons.end()
                   ? Verdict::refused_well
                   : Verdict::refused_badly;
    }
    if (reading.outcome != expected.outcome) return Verdict::wrong;
    if (expected.outcome == Outcome::microdata)
        return reading.microdata.rows.size() == expected.rows &&
                       reading.microdata.columns.size() == expected.columns
                   ? Verdict::right
                   : Verdict::wrong;
    const bool all =
        std::all_of(expected.tables.begin(), expected.tables.end(), [&](const ExpectedTable& table) {
            return std::any_of(reading.tables.begin(), reading.tables.end(),
                               [&](const PublishedTable& read) { return matches(table, read); });
        });
    return all && reading.tables.size() >= expected.tables.size() ? Verdict::right : Verdict::wrong;
}

}  // namespace drover::read
