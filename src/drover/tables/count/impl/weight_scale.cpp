#include <array>

#include <drover/core/check.hpp>
#include <drover/number/grid.hpp>
#include <drover/tables/count/impl/weight_scale.hpp>

namespace drover::impl {
namespace {

constexpr Int128 limit = Int128{1} << 126;

void check_fit(bool fits) {
    check_input(fits, [] {
        return Problem{Fault::range,
                       {.key = "weights"},
                       "numbers that sum to less than 2^126 over their common denominator",
                       "larger ones"};
    });
}

}  // namespace

Int128 WeightScale::add(std::span<const Rational> weights) {
    const std::optional<Int128> of_these = common_denominator(weights, limit);
    check_fit(of_these.has_value());
    const std::array<Rational, 2> both{Rational{1, denominator_}, Rational{1, *of_these}};
    const std::optional<Int128> common = common_denominator(both, limit);
    check_fit(common.has_value());
    const Int128 factor = *common / denominator_;
    denominator_ = *common;
    check_fit(multiply(total_, factor, total_));
    for (const Rational& weight : weights) {
        check_input(weight.numerator() >= 0, [&] {
            return Problem{Fault::range, {.key = "weights"}, "at least 0", to_string(weight)};
        });
        Int128 multiple = 0;
        check_fit(multiply(weight.numerator(), denominator_ / weight.denominator(), multiple) &&
                  drover::add(total_, multiple, total_) && total_ < limit);
    }
    return factor;
}

std::vector<Int128> WeightScale::multiples(std::span<const Rational> weights) const {
    std::vector<Int128> multiples;
    multiples.reserve(weights.size());
    for (const Rational& weight : weights)
        multiples.push_back(weight.numerator() * (denominator_ / weight.denominator()));
    return multiples;
}

Int128 WeightScale::checked_total() const {
    check_input(total_ > 0, [] {
        return Problem{Fault::missing, {.key = "weights"}, "at least one above 0", "none"};
    });
    return total_;
}

}  // namespace drover::impl
