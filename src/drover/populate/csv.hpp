#pragma once

#include <iosfwd>

#include <drover/populate/populate.hpp>

namespace drover::populate {

/// A line a household in the order in which they were placed: its zone and what that lies in, a number of its
/// own, the sample's number and the columns that were kept.
void write_households(std::ostream& out, const Input& input, const Result& made);
/// A line a person, household after household: zone, household_id, person from 1 on, the sample's number,
/// columns.
void write_persons(std::ostream& out, const Input& input, const Result& made);
/// zone, the sample's number, weight: how often that household is in the zone; none of weight 0.
void write_weights(std::ostream& out, const Input& input, const Result& made);

/// Reads households of any origin back, as CSV: a column of zones called like their level, one of the
/// sample's numbers
/// (`id`, or the sample's own name), perhaps one called weight (passed over
/// beside household_id: then a line is a household). Throws InputError naming `text`, row and
/// column.
std::vector<PlacedHousehold> read_placed(const NamedText& text, const Input& input, const std::string& id,
                                         CsvOptions csv = {});

}  // namespace drover::populate
