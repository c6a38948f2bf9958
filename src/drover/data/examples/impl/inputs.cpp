#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/data/examples/impl/inputs.hpp>
#include <drover/data/impl/text_lines.hpp>
#include <drover/number/decimal.hpp>

namespace drover::impl {

std::optional<double> input_number(std::string_view text, const std::function<Place()>& place) {
    constexpr double too_large = 1e300;  // sums over all rows must stay finite
    const std::optional<Decimal> number = parse_decimal(text);
    if (!number) return std::nullopt;
    const double value = to_double(*number);
    check_input(std::abs(value) < too_large, [&] {
        return Problem{Fault::range, place(), "a number below 1e300 in magnitude", shown(text)};
    });
    return value;
}

std::int32_t on_input_grid(double value) {
    const double limit = input_limit;
    return static_cast<std::int32_t>(std::round(std::clamp(value * input_grid, -limit, limit)));
}

LearnedInputs learned(InputCoding coding, RawExamples raw, const std::string& name) {
    coding.classes = find_classes(*raw.labels, name);
    Examples examples{.rows = std::move(raw.rows),
                      .unit = coding.unit(),
                      .labels = class_numbers(*raw.labels, coding.classes),
                      .classes = coding.classes};
    return {.examples = std::move(examples), .coding = std::move(coding), .notes = std::move(raw.notes)};
}

std::string counted(std::size_t count, const std::string& what) {
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

}  // namespace drover::impl
