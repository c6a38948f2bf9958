#pragma once

#include <span>
#include <string>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/data/sparse_rows.hpp>

namespace drover::baselines::impl {

/// Rows and labels owned elsewhere: one-against-rest shares the rows between classes.
struct LabelledView {
    const SparseRows& rows;
    double unit;
    std::span<const std::uint32_t> labels;
    std::size_t class_count;
};

/// Throws InputError for no rows, sizes that do not agree, or a label that is not a class.
inline LabelledView view_of(const char* who, const Examples& examples) {
    const std::size_t rows = examples.rows.row_count();
    check_input(rows > 0 && rows == examples.labels.size(), [&] {
        return Problem{
            Fault::range,
            {.function = who},
            "a label for each row",
            std::to_string(rows) + " rows and " + std::to_string(examples.labels.size()) + " labels"};
    });
    const std::size_t classes = examples.classes.size();
    for (const std::uint32_t label : examples.labels) {
        check_input(label < classes, [&] {
            return Problem{Fault::range,
                           {.function = who},
                           "labels below " + std::to_string(classes),
                           std::to_string(label)};
        });
    }
    return {examples.rows, examples.unit, examples.labels, classes};
}

/// Throws InputError unless the rows are as wide as the training rows.
inline void check_columns(const char* who, const SparseRows& rows, std::size_t fitted) {
    check_input(rows.column_count() == fitted, [&] {
        return Problem{Fault::range,
                       {.function = who},
                       std::to_string(fitted) + " columns as fitted to",
                       std::to_string(rows.column_count())};
    });
}

/// The held-out examples, which must be of the same kind as the training examples.
inline LabelledView validation_view(const char* who, const LabelledView& train, const Examples& validation) {
    const LabelledView view = view_of(who, validation);
    check_columns(who, view.rows, train.rows.column_count());
    check_input(view.class_count == train.class_count, [&] {
        return Problem{Fault::range,
                       {.function = who},
                       std::to_string(train.class_count) + " classes in the validation set too",
                       std::to_string(view.class_count)};
    });
    return view;
}

/// 1 where the label is k, otherwise 0.
inline std::vector<std::uint32_t> one_against_rest(std::span<const std::uint32_t> labels, std::size_t k) {
    std::vector<std::uint32_t> found;
    found.reserve(labels.size());
    for (const std::uint32_t label : labels) found.push_back(label == k ? 1 : 0);
    return found;
}

}  // namespace drover::baselines::impl
