#pragma once

#include <drover/baselines/labelled_rows.hpp>

#include "random_models.hpp"

namespace drover::testing {

/// Random rows whose label is a noisy majority of their first three attributes.
inline baselines::LabelledRows noisy_majority(Dice& dice, std::size_t rows, std::size_t width) {
    baselines::LabelledRows data{.rows = random_rows(dice, rows, width), .labels = {}};
    for (const BitRow& row : data.rows) {
        const int votes = int{row[0]} + int{row[1]} + int{row[2]};
        data.labels.push_back((votes >= 2) != (dice.roll(0, 9) == 0));
    }
    return data;
}

/// The same attributes, every label replaced.
inline baselines::LabelledRows with_label(baselines::LabelledRows data, bool label) {
    data.labels.assign(data.rows.size(), label);
    return data;
}

}  // namespace drover::testing
