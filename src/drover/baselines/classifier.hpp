#pragma once

#include <concepts>

#include <drover/baselines/labelled_rows.hpp>
#include <drover/core/check.hpp>

namespace drover::baselines {

/// Predicts a 0/1 label from 0/1 attributes: fit starts afresh, predict answers for one row.
template <class C>
concept Classifier = requires(C& c, const C& fitted, const LabelledRows& data, const BitRow& row) {
    c.fit(data);
    { fitted.predict(row) } -> std::same_as<bool>;
};

/// Throws InputError unless there are rows, all of one width, with one label each. `who` begins the message.
void check_labelled_rows(const char* who, const LabelledRows& data);
/// The same for rows alone.
void check_rows(const char* who, std::span<const BitRow> rows);
/// Throws InputError unless the row has the width of the training rows.
void check_width(const char* who, const BitRow& row, std::size_t width);
/// Throws InputError unless the option is above 0 and finite.
void check_positive(const char* who, const char* option, double value);

/// Share of the rows that a fitted classifier labels wrongly.
template <class C>
double error_rate(const C& classifier, const LabelledRows& data) {
    check_labelled_rows("error_rate", data);
    std::size_t missed = 0;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        if (classifier.predict(data.rows[i]) != data.labels[i]) ++missed;
    }
    return static_cast<double>(missed) / static_cast<double>(data.rows.size());
}

}  // namespace drover::baselines
