#include <cmath>
#include <string>

#include <drover/baselines/classifier.hpp>
#include <drover/core/number_text.hpp>

namespace drover::baselines {

void check_rows(const char* who, std::span<const BitRow> rows) {
    check_input(!rows.empty(), [&] {
        return Problem{Fault::missing, {.function = who}, "at least one row", "none"};
    });
    for (std::size_t i = 0; i < rows.size(); ++i) {
        check_input(rows[i].size() == rows[0].size(), [&] {
            return Problem{Fault::range,
                           {.row = static_cast<std::int64_t>(i + 1), .function = who},
                           std::to_string(rows[0].size()) + " attributes as in row 1",
                           std::to_string(rows[i].size())};
        });
    }
}

void check_labelled_rows(const char* who, const LabelledRows& data) {
    check_rows(who, data.rows);
    check_input(data.rows.size() == data.labels.size(), [&] {
        return Problem{
            Fault::range,
            {.function = who},
            "one label per row",
            std::to_string(data.labels.size()) + " labels for " + std::to_string(data.rows.size()) + " rows"};
    });
}

void check_width(const char* who, const BitRow& row, std::size_t width) {
    check_input(row.size() == width, [&] {
        return Problem{.fault = Fault::other,
                       .place = {.function = who},
                       .text = "fitted to rows of " + std::to_string(width) + " attributes, got one of " +
                               std::to_string(row.size())};
    });
}

void check_positive(const char* who, const char* option, double value) {
    check_input(value > 0 && std::isfinite(value), [&] {
        return Problem{
            Fault::range, {.function = who}, std::string{option} + " above 0 and finite", shortest(value)};
    });
}

}  // namespace drover::baselines
