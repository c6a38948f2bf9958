#include <algorithm>
#include <array>
#include <span>

#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

using Words = std::span<const std::string_view>;

bool is_one_of(std::string_view text, Words list) {
    return std::find(list.begin(), list.end(), text) != list.end();
}

bool has_word_of(std::string_view folded, Words list) {
    const auto words = words_of(folded);
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return is_one_of(word, list); });
}

bool has_part_of(std::string_view folded, Words list) {
    return std::any_of(list.begin(), list.end(),
                       [&](std::string_view part) { return contains(folded, part); });
}

constexpr std::array<std::string_view, 33> strong_totals{
    "total",    "totals", "totale", "totaal", "totalt",   "gesamt",   "insgesamt", "zusammen", "summe",
    "ensemble", "sum",    "ogolem", "razem",  "celkem",   "osszesen", "kokku",     "skupaj",   "ukupno",
    "yhteensa", "toplam", "tot",    "kopa",   "samtliga", "итого",    "всего",     "усього",   "συνολο",
    "σύνολο",   "総数",   "合計",   "合计",   "总计",     "계"};

constexpr std::array<std::string_view, 34> weak_totals{"t",
                                                       "_t",
                                                       "all",
                                                       "alle",
                                                       "tous",
                                                       "toutes",
                                                       "todos",
                                                       "todas",
                                                       "tutti",
                                                       "tutte",
                                                       "p",
                                                       "persons",
                                                       "personen",
                                                       "both sexes",
                                                       "both",
                                                       "ambos sexos",
                                                       "ambos os sexos",
                                                       "les deux sexes",
                                                       "beide geschlechter",
                                                       "maschi e femmine",
                                                       "mannen en vrouwen",
                                                       "bada konen",
                                                       "begge kjonn",
                                                       "i alt",
                                                       "overall",
                                                       "people",
                                                       "iš viso",
                                                       "is viso",
                                                       "men and women",
                                                       "male and female",
                                                       "grand total",
                                                       "any",
                                                       "everyone",
                                                       "everybody"};

constexpr std::array<std::string_view, 47> count_names{"count",       "counts",
                                                       "freq",        "frequency",
                                                       "frequencies", "n",
                                                       "obs_value",   "obsvalue",
                                                       "value",       "values",
                                                       "anzahl",      "antal",
                                                       "antall",      "nombre",
                                                       "effectif",    "effectifs",
                                                       "numero",      "conteo",
                                                       "frecuencia",  "aantal",
                                                       "wert",        "valor",
                                                       "valeur",      "waarde",
                                                       "varde",       "vaerdi",
                                                       "arvo",        "number",
                                                       "cnt",         "nb",
                                                       "haufigkeit",  "haeufigkeit",
                                                       "frequenza",   "frequencia",
                                                       "frekvens",    "liczba",
                                                       "wartosc",     "hodnota",
                                                       "pocet",       "szam",
                                                       "ertek",       "lukumaara",
                                                       "valore",      "cantidad",
                                                       "nobs",        "observation value",
                                                       "tally"};

constexpr std::array<std::string_view, 44> measures{
    "population",  "bevolkerung", "bevoelkerung", "bevolking", "befolkning",  "poblacion", "populacao",
    "popolazione", "ludnosc",     "obyvatel",     "vaesto",    "persons",     "personen",  "personer",
    "personas",    "personnes",   "pessoas",      "people",    "household",   "haushalt",  "huishoud",
    "hushall",     "hogares",     "menages",      "famiglie",  "inhabitants", "einwohner", "habitants",
    "habitantes",  "births",      "deaths",       "cases",     "casos",       "residents", "dwellings",
    "anzahl",      "number of",   "count",        "freq",      "antal",       "viviendas", "matrimonios",
    "nombre de",   "effectif"};

constexpr std::array<std::string_view, 33> rate_parts{
    "percent",    "per cent", "%",          "prozent",    "porcent",      "pourcent",       "procent",
    "percentu",   "anteil",   "median",     "average",    "durchschnitt", "promedio",       "moyenne",
    "per capita", "pro kopf", "expectancy", "coeficient", "coefficient",  "standard error", "per 1000",
    "per 1,000",  "per 100",  "je 1000",    "je 1.000",   "pro 1000",     "variacion",      "deviation",
    "densit",     "dichte",   "density",    "proportion", "zzgl. rate"};
constexpr std::array<std::string_view, 25> rate_words{
    "pct",    "share", "shares", "rate", "rates", "ratio",    "ratios", "index", "indices",
    "indice", "mean",  "avg",    "tasa", "tasas", "taux",     "quote",  "quota", "rang",
    "rank",   "score", "std",    "sd",   "cv",    "variance", "lifeexp"};

constexpr std::array<std::string_view, 30> amount_words{
    "income", "euro",   "eur",         "usd",      "dollars",   "gdp",      "km2",    "hectares",
    "tonnes", "price",  "prices",      "cost",     "costs",     "fare",     "amount", "salary",
    "wage",   "wages",  "temperature", "latitude", "longitude", "lat",      "lon",    "lng",
    "weight", "height", "length",      "width",    "area",      "einkommen"};

constexpr std::array<std::string_view, 46> time_words{
    "time",     "year",   "years",     "date",       "datum",   "jahr",  "jahre",    "zeit",
    "stichtag", "period", "periodo",   "periode",    "quarter", "month", "ref_date", "time_period",
    "ano",      "anno",   "annee",     "ar",         "aar",     "fecha", "data",     "rok",
    "vuosi",    "jaar",   "trimestre", "monat",      "quartal", "mes",   "mois",     "week",
    "woche",    "day",    "tag",       "refdate",    "godina",  "ev",    "aasta",    "gads",
    "metai",    "anos",   "tid",       "timeperiod", "stag",    "tijd"};
constexpr std::array<std::string_view, 13> not_time_words{
    "birth",  "born",    "built", "construction", "arrival", "age",  "ages",
    "geburt", "baujahr", "band",  "group",        "old",     "alter"};

constexpr std::array<std::string_view, 39> attributes{"flag",
                                                      "flags",
                                                      "obs_status",
                                                      "obs_flag",
                                                      "status",
                                                      "symbol",
                                                      "terminated",
                                                      "note",
                                                      "notes",
                                                      "footnote",
                                                      "footnotes",
                                                      "decimals",
                                                      "conf_status",
                                                      "scalar_factor",
                                                      "scalar_id",
                                                      "uom",
                                                      "uom_id",
                                                      "unit_measure",
                                                      "unit_mult",
                                                      "vector",
                                                      "coordinate",
                                                      "dguid",
                                                      "structure",
                                                      "structure_id",
                                                      "structure_name",
                                                      "action",
                                                      "dataflow",
                                                      "last update",
                                                      "lastupdate",
                                                      "flag codes",
                                                      "observation status",
                                                      "unit multiplier",
                                                      "reference period code",
                                                      "reference period",
                                                      "powercode code",
                                                      "powercode",
                                                      "updated",
                                                      "series_key",
                                                      "obs_key"};

constexpr std::array<std::string_view, 26> id_words{
    "id",    "ids",      "code",  "codes", "nr",   "no",  "num",    "serial",  "serialno",
    "index", "rownames", "hid",   "pnr",   "hhid", "pid", "key",    "uid",     "guid",
    "dguid", "row",      "rowid", "geoid", "fips", "ags", "caseid", "personid"};

constexpr std::array<std::string_view, 44> place_words{
    "zone",    "zones", "tract",    "county",       "geo",     "geog",          "geography",    "region",
    "regions", "area",  "district", "municipality", "taz",     "maz",           "puma",         "state",
    "fips",    "block", "bg",       "ward",         "wards",   "lsoa",          "msoa",         "oa",
    "lad",     "ltla",  "city",     "place",        "country", "province",      "kreis",        "gemeinde",
    "gebiet",  "poa",   "sa1",      "sa2",          "neighb",  "neighbourhood", "neighborhood", "buurt",
    "zip",     "zcta",  "postcode", "parish"};
constexpr std::array<std::string_view, 15> place_parts{"geo",   "zone",  "tract",    "county", "region",
                                                       "puma",  "fips",  "district", "gebiet", "neighb",
                                                       "munic", "state", "blkgrp",   "commun", "provinc"};

bool matches(std::string_view text, std::string_view pattern) {  // 9 a digit, A a capital letter
    if (text.size() != pattern.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (pattern[i] == '9'   ? !is_digit
            : pattern[i] == 'Q' ? !contains("QTKqtM", text.substr(i, 1))
                                : text[i] != pattern[i])
            return false;
    }
    return true;
}

}  // namespace

TotalName total_name(std::string_view label) {
    std::string folded = fold(label);
    const bool is_marked = folded.starts_with('*') && folded.size() > 2;
    while (!folded.empty() && (folded.front() == '*' || folded.front() == '-' || folded.front() == '#'))
        folded.erase(0, 1);
    folded = std::string{strip(folded)};
    if (folded.empty()) return TotalName::weak;
    const auto words = words_of(folded);
    if (words.empty()) return TotalName::none;
    if (is_one_of(words.front(), strong_totals) || is_one_of(words.back(), strong_totals))
        return TotalName::strong;
    if (words.size() > 1 && is_one_of(words[1], strong_totals) && contains(folded, ": total"))
        return TotalName::strong;
    if (is_marked) return TotalName::strong;
    if (is_one_of(folded, weak_totals)) return TotalName::weak;
    for (const std::string_view start : {"all ", "alle ", "todas ", "todos ", "tous ", "toutes ", "tutti ",
                                         "tutte ", "both ", "in total", "i alt", "im ganzen", "every"})
        if (folded.starts_with(start)) return TotalName::weak;
    for (const std::string_view part : {": all ", "all categories", " of which", " of whom", "davon",
                                        "ambos ", "all ages", "all persons", "all causes"})
        if (contains(folded, part)) return TotalName::weak;
    return TotalName::none;
}

bool is_count_name(std::string_view name) {
    const std::string folded = fold(name);
    if (is_one_of(folded, count_names)) return true;
    return folded.starts_with("obs_value") || folded.ends_with("__anzahl") || folded == "#" ||
           folded == "no. of persons";
}

bool has_measure_word(std::string_view name) {
    return has_part_of(fold(name), measures) && !has_rate_word(name);
}

bool has_rate_word(std::string_view name) {
    const std::string folded = fold(name);
    return has_part_of(folded, rate_parts) || has_word_of(folded, rate_words);
}

bool has_amount_word(std::string_view name) { return has_word_of(fold(name), amount_words); }

bool is_time_name(std::string_view name) {
    const std::string folded = fold(name);
    return (is_one_of(folded, time_words) || has_word_of(folded, time_words)) &&
           !has_word_of(folded, not_time_words);
}

bool is_year(std::string_view text) {
    text = strip(text);
    return matches(text, "9999") && text >= "1800" && text <= "2199";
}

bool is_time_value(std::string_view text) {
    text = strip(text);
    if (const std::size_t colon = text.find(": "); colon != std::string_view::npos)
        text = text.substr(0, colon);
    if (is_year(text)) return true;
    if (text.size() > 4 && is_year(text.substr(0, 4))) {
        if (matches(text.substr(4), "Q9") || matches(text.substr(4), "-Q9") ||
            matches(text.substr(4), " Q9") || matches(text.substr(4), "M99") ||
            matches(text.substr(4), "-99") || matches(text.substr(4), "-99-99") ||
            matches(text.substr(4), "/99") || matches(text.substr(4), "/99/99"))
            return true;
        if (matches(text.substr(4), "-9999") || matches(text.substr(4), "/9999"))
            return is_year(text.substr(5));
        if (text.size() > 10 && text[4] == '-' && text[10] == 'T') return true;
        if (text.size() > 7 && text[4] == '-')
            return matches(text.substr(4, 6), "-99-99") && text.size() > 10 && text[10] == ' ';
    }
    if (text.starts_with("Q") && matches(text.substr(0, 2), "Q9") && text.size() == 7)
        return is_year(text.substr(3));
    if (text.size() >= 6 && is_year(text.substr(text.size() - 4))) {
        const std::string_view start = text.substr(0, text.size() - 4);
        if (matches(start, "99.99.") || matches(start, "99/99/") || matches(start, "9.9.") ||
            matches(start, "9/9/") || matches(start, "99-99-"))
            return true;
        const auto words = words_of(fold(start));
        constexpr std::array<std::string_view, 14> months{"jan", "feb", "mar", "apr", "may", "jun", "jul",
                                                          "aug", "sep", "oct", "nov", "dec", "mai", "okt"};
        return words.size() <= 2 && !words.empty() && words.back().size() >= 3 &&
               is_one_of(words.back().substr(0, 3), months) && words.back().size() <= 9;
    }
    return matches(text, "99.99.99");
}

bool is_attribute_name(std::string_view name) {
    const std::string folded = fold(name);
    return is_one_of(folded, attributes) || folded.starts_with("structure[") || folded.starts_with("attr_") ||
           folded.starts_with("obs_status");
}

bool is_id_name(std::string_view name) {
    std::string folded = fold(name);
    while (folded.size() > 2 && folded.back() >= '0' && folded.back() <= '9') folded.pop_back();
    return folded.empty() || has_word_of(folded, id_words) || folded.ends_with("_id") ||
           folded.ends_with(".id") || name.ends_with("ID") || name.ends_with("Id") ||
           folded.ends_with("nr") || folded.ends_with("code");
}

bool is_place_name(std::string_view name) {
    const std::string folded = fold(name);
    return has_word_of(folded, place_words) || has_part_of(folded, place_parts);
}

bool is_margin_name(std::string_view name) {
    const std::string folded = fold(name);
    return folded.starts_with("margin of error") || folded.starts_with("moe") ||
           contains(folded, "!!margin of error") || folded == "margin";
}

bool is_error_name(std::string_view name) {
    const std::string folded = fold(name);
    return folded == "se" || folded == "stderr" || folded == "std_error" || folded == "standard error" ||
           folded == "std. error";
}

bool is_thousands(std::string_view unit) {
    const std::string folded = fold(unit);
    for (const std::string_view word : {"thousand", "tausend", "miles de", "millier", "migliaia", "tusen",
                                        "milhares", "duizend", "1 000", "1000 ", "1,000", "tis."})
        if (contains(folded, word)) return true;
    return false;
}

bool is_country_group(std::string_view code) {
    for (const std::string_view start : {"EU", "EA", "EEA", "EFTA"}) {
        if (!code.starts_with(start)) continue;
        const std::string_view rest = code.substr(start.size());
        if (start == "EFTA" && rest.empty()) return true;
        if (!rest.empty() && rest.find_first_not_of("0123456789_-") == std::string_view::npos) return true;
        if (start == "EA" && rest.empty()) return true;
    }
    return false;
}

}  // namespace drover::read
