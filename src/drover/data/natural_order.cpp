#include <algorithm>
#include <optional>

#include <drover/data/natural_order.hpp>

namespace drover {
namespace {

// Without zeros that mean nothing: "-007.50" has whole "7" and part "5".
struct DigitRuns {
    bool negative = false;
    std::string_view whole;
    std::string_view part;
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
    number.whole = take_digits(text);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        number.part = take_digits(text);
    }
    if (!text.empty() || (number.whole.empty() && number.part.empty())) return std::nullopt;
    number.whole.remove_prefix(std::min(number.whole.find_first_not_of('0'), number.whole.size()));
    number.part = number.part.substr(0, number.part.find_last_not_of('0') + 1);
    if (number.whole.empty() && number.part.empty()) number.negative = false;
    return number;
}

// By magnitude: below 0, 0 or above 0.
int compare_sizes(const DigitRuns& a, const DigitRuns& b) {
    if (a.whole.size() != b.whole.size()) return a.whole.size() < b.whole.size() ? -1 : 1;
    const int wholes = a.whole.compare(b.whole);
    return wholes != 0 ? wholes : a.part.compare(b.part);
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
