#include <algorithm>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/core/closest_name.hpp>

namespace drover {
namespace {

constexpr std::size_t longest_compared = 100;
constexpr std::size_t most_compared = 10'000;
constexpr std::size_t bytes_per_edit = 3;
constexpr std::size_t shortest_beginning = 3;

std::string lower_case(std::string_view text) {
    std::string lower{text};
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return lower;
}

// Optimal string alignment: three rows of the table of distances between beginnings.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> last(b.size() + 1);
    std::vector<std::size_t> before_last(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(last.begin(), last.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last.swap(last);
        last.swap(row);
    }
    return last.back();
}

// Another number is not a slip.
bool is_number(std::string_view name) {
    return name.find_first_not_of("0123456789.+-/<>=") == std::string_view::npos;
}

bool may_be_close(std::size_t a, std::size_t b, std::size_t most) { return a <= b + most && b <= a + most; }

}  // namespace

std::string closest_name(std::string_view name, const std::vector<std::string>& names) {
    if (name.empty() || name.size() > longest_compared || is_number(name)) return {};
    const std::string given = lower_case(name);
    const std::string* closest = nullptr;
    const std::string* longer = nullptr;
    std::size_t least = std::max<std::size_t>(1, given.size() / bytes_per_edit) + 1;
    for (std::size_t k = 0; k < std::min(names.size(), most_compared); ++k) {
        const std::string& other = names[k];
        if (other.empty() || other.size() > longest_compared) continue;
        const std::string lower = lower_case(other);
        if (longer == nullptr && given.size() >= shortest_beginning && lower.starts_with(given))
            longer = &other;
        if (!may_be_close(given.size(), lower.size(), least)) continue;
        const std::size_t distance = edit_distance(given, lower);
        if (distance >= std::min(least, std::max(given.size(), lower.size()))) continue;
        least = distance;
        closest = &other;
    }
    if (closest == nullptr) closest = longer;
    return closest == nullptr ? std::string{} : *closest;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& names) {
    const std::string closest = closest_name(name, names);
    return closest.empty() ? std::string{} : "did you mean " + quoted(closest) + "?";
}

}  // namespace drover
