#include <algorithm>
#include <optional>

#include <drover/data/natural_order.hpp>

namespace drover {
namespace {

// Without insignificant zeros: "-007.50" has integer "7" and fraction "5".
struct DigitRuns {
    bool negative = false;
    std::string_view integer;
    std::string_view fraction;
};

std::string_view take_digits(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    return digits;
}

std::optional<DigitRuns> decimal(std::string_view text) {
    DigitRuns number;
    if (text.starts_with('-') || text.starts_with('+')) {
        number.negative = text.front() == '-';
        text.remove_prefix(1);
    }
    number.integer = take_digits(text);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        number.fraction = take_digits(text);
    }
    if (!text.empty() || (number.integer.empty() && number.fraction.empty())) return std::nullopt;
    number.integer.remove_prefix(std::min(number.integer.find_first_not_of('0'), number.integer.size()));
    number.fraction = number.fraction.substr(0, number.fraction.find_last_not_of('0') + 1);
    if (number.integer.empty() && number.fraction.empty()) number.negative = false;
    return number;
}

// By magnitude: below 0, 0 or above 0.
int compare_sizes(const DigitRuns& a, const DigitRuns& b) {
    if (a.integer.size() != b.integer.size()) return a.integer.size() < b.integer.size() ? -1 : 1;
    const int integers = a.integer.compare(b.integer);
    return integers != 0 ? integers : a.fraction.compare(b.fraction);
}

int compare(const DigitRuns& a, const DigitRuns& b) {
    if (a.negative != b.negative) return a.negative ? -1 : 1;
    return a.negative ? compare_sizes(b, a) : compare_sizes(a, b);
}

}  // namespace

bool natural_less(std::string_view a, std::string_view b) {
    if (a.empty() || b.empty()) return !a.empty() && b.empty();
    const std::optional<DigitRuns> left = decimal(a);
    const std::optional<DigitRuns> right = decimal(b);
    if (left.has_value() != right.has_value()) return left.has_value();
    const int order = left ? compare(*left, *right) : 0;
    return order != 0 ? order < 0 : a < b;
}

}  // namespace drover
