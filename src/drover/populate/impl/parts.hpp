#pragma once

#include <drover/data/impl/text_columns.hpp>
#include <drover/populate/condition.hpp>
#include <drover/populate/input.hpp>

namespace drover::populate::impl {

using drover::impl::TextColumns;

/// A control as it was written.
struct ControlLine {
    Control control;  ///< level still 0
    std::string level;
    Condition condition;
    Place place;  ///< controls.csv: row 3, control "size_1"
};

/// The text with the lines that begin with # emptied.
std::string without_comments(std::string_view text);

/// The controls, except those to leave out.
std::vector<ControlLine> read_controls(const NamedText& text, const ReadOptions& reading);

/// Zones and levels, without the totals. The levels are those of the controls and of the totals.
struct Geography {
    std::vector<InputLevel> levels;
    std::vector<std::string> areas;  ///< by zone, if areas are used
};
Geography read_geography(const NamedText& text, const std::vector<ControlLine>& controls, const Texts& texts,
                         const ReadOptions& reading);

/// Fills in the totals of each level.
void read_totals(Input& input, const Texts& texts, const ReadOptions& reading);

/// Households and persons, what they count for, and which count alike.
void read_sample(Input& input, const std::vector<ControlLine>& controls, const Texts& texts,
                 const ReadOptions& reading, const std::vector<std::string>& zone_areas);

/// How many households each zone gets; notes where levels contradict one another.
void count_households(Input& input, const ReadOptions& reading);

}  // namespace drover::populate::impl
