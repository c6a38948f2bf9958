#pragma once

#include <iosfwd>

#include <drover/populate/populate.hpp>

namespace drover::populate {

/// One line per household in the order in which they were placed: its zone and larger units, a number of its
/// own, the sample's number and the columns that were kept.
void write_households(std::ostream& out, const Input& input, const Result& made);
/// One line per person, household by household: zone, household_id, person from 1 on, the sample's number,
/// columns.
void write_persons(std::ostream& out, const Input& input, const Result& made);
/// zone, the sample's number, weight: how often that household is in the zone; none of weight 0.
void write_weights(std::ostream& out, const Input& input, const Result& made);

/// Reads households of any origin from CSV: a column of zones named after their level, one of the sample's
/// numbers (`id`, or as in the sample), and perhaps one named weight (ignored if there is a household_id:
/// each line is then one household). Throws InputError naming `text`, row and column.
std::vector<PlacedHousehold> read_placed(const NamedText& text, const Input& input, const std::string& id,
                                         CsvOptions csv = {});

}  // namespace drover::populate
