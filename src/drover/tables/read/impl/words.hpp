#pragma once

#include <string>
#include <string_view>

namespace drover::read {

/// How sure a label is the name of a total: "Total", "Insgesamt" are strong; "All ages", "T", "Persons" or a
/// blank are weak: totals only if they add up.
enum class TotalName { none, weak, strong };
TotalName total_name(std::string_view label);

/// Names of a column of counts: count, n, Freq, OBS_VALUE, Anzahl, ...
bool is_count_name(std::string_view name);
/// A name with the word for something that is counted: "Bevolking op 1 januari", "nPopulation".
bool has_measure_word(std::string_view name);
/// Percentages, rates, indices, medians: never counts.
bool has_rate_word(std::string_view name);
/// Money, areas and other amounts that are no counts of people or things.
bool has_amount_word(std::string_view name);
bool is_time_name(std::string_view name);
/// A year, quarter, month or date: 2019, 1978Q2, 2013T4, 2014-01, 31.12.2018, 2021-04-21.
bool is_time_value(std::string_view text);
bool is_year(std::string_view text);
/// Columns beside a value that say how it was made: STATUS, Flags, DECIMALS, UOM, VECTOR, ...
bool is_attribute_name(std::string_view name);
/// Names of codes and identifiers: id, code, nr, index, rownames, ...
bool is_id_name(std::string_view name);
/// Names of places: zone, tract, county, GEO, ...
bool is_place_name(std::string_view name);
bool is_margin_name(std::string_view name);
bool is_error_name(std::string_view name);
/// A unit such as "thousands of persons".
bool is_thousands(std::string_view unit);
/// Codes of Eurostat that stand for several countries: EU27_2020, EA19.
bool is_country_group(std::string_view code);

}  // namespace drover::read
