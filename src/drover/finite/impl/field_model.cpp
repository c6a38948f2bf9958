#include <algorithm>
#include <cmath>

#include <drover/finite/impl/field_model.hpp>

namespace drover::impl {
namespace {

std::vector<QuadraticNumber> given_start(const ModelStart& start) {
    if (const auto* given = std::get_if<std::vector<QuadraticNumber>>(&start)) return *given;
    if (const auto* given = std::get_if<std::vector<Rational>>(&start)) return {given->begin(), given->end()};
    return {};
}

std::int64_t radicand_of(const std::vector<QuadraticNumber>& numbers) {
    std::int64_t radicand = 0;
    for (const QuadraticNumber& number : numbers) radicand = common_radicand(radicand, number.radicand());
    return radicand;
}

// The least number that makes all parts of these numbers integers.
double common_denominator_of(const std::vector<QuadraticNumber>& numbers) {
    std::vector<Rational> parts;
    for (const QuadraticNumber& number : numbers) {
        parts.push_back(number.rational_part());
        parts.push_back(number.root_part());
    }
    const std::optional<Int128> common = common_denominator(parts, int128_max);
    return common ? static_cast<double>(*common) : HUGE_VAL;
}

double size(const Rational& value) { return std::abs(value.to_double()); }

// With the root replaced.
std::vector<Rational> replaced(const std::vector<QuadraticNumber>& numbers, const Rational& root) {
    std::vector<Rational> values;
    for (const QuadraticNumber& number : numbers)
        values.push_back(number.rational_part() + number.root_part() * root);
    return values;
}

StartWeights start_of(const ModelStart& start, std::vector<Rational> weights) {
    if (std::holds_alternative<ZeroStart>(start)) return ZeroStart{};
    if (std::holds_alternative<MomentStart>(start)) return MomentStart{};
    return weights;
}

}  // namespace

FieldModel::FieldModel(const FeatureTable& table, const HerdTarget& target, const ModelDrive& drive)
    : target_{target}, drive_{drive}, start_weights_{given_start(drive.start)} {
    rates_ = drive.rates;
    if (rates_.empty()) rates_.assign(table.feature_count(), 1);
    for (QuadraticNumber& rate : rates_) rate = rate * drive.eta;
    std::int64_t rate_radicand = 0;
    at({.key = "moments, rates and start weights"}, [&] {
        target_radicand_ = drover::radicand_of(target);
        rate_radicand = radicand_of(rates_);
        radicand_ =
            common_radicand(common_radicand(target_radicand_, rate_radicand), radicand_of(start_weights_));
    });
    check_input(target_radicand_ == 0 || rate_radicand == 0, [] {
        return Problem{
            Fault::type, {.key = "rates"}, "rational numbers beside irrational moments", "irrational ones"};
    });
    if (target_radicand_ != 0) moments_ = exact_moments(table, target);
}

FieldNumbers FieldModel::rational() const {
    DriveOptions drive{.eta = drive_.eta.rational_part(),
                       .rates = replaced(drive_.rates, 0),
                       .start = start_of(drive_.start, replaced(start_weights_, 0))};
    return {target_, std::move(drive), HUGE_VAL};
}

// The largest |q| of p + q sqrt(d) among the numbers compared: differences of scores. Weights times
// c * f * unit, c the denominator of the moments and f that of rates and start, are integer combinations,
// with q = start + t * (rate * moment), or start + rate * (t * moment - hits).
double FieldModel::largest_root_part(const WholeTable& whole, const FieldHorizon& horizon) const {
    const auto steps = static_cast<double>(horizon.max_steps) + 2;
    const auto unit = static_cast<double>(whole.unit);
    const FeatureBounds bounds = whole.features.bounds();
    const double feature = static_cast<double>(std::max(-bounds.lowest, bounds.highest));
    const double c =
        moments_.empty() ? static_cast<double>(whole.moments.total) : common_denominator_of(moments_);
    std::vector<QuadraticNumber> drive = rates_;
    drive.insert(drive.end(), start_weights_.begin(), start_weights_.end());
    const double f = common_denominator_of(drive);
    double largest = 1;
    for (std::size_t a = 0; a < rates_.size(); ++a) {
        const double start =
            start_weights_.size() != rates_.size() ? 0 : size(start_weights_[a].root_part()) * unit;
        const double moment = moments_.empty() ? 0 : size(moments_[a].root_part()) * unit;
        const double move = moments_.empty() ? std::abs(whole.moments[a]) + feature : 0;
        const double q =
            start + steps * (size(rates_[a].rational_part()) * moment + size(rates_[a].root_part()) * move);
        largest = std::max(largest, c * f * q);
    }
    const double scores = 2 * std::max(1.0, static_cast<double>(bounds.total)) * largest;
    return horizon.finer * (horizon.rule == HerdRule::greedy ? 4 * scores : scores);
}

std::optional<FieldNumbers> FieldModel::substituted(const WholeTable& whole,
                                                    std::span<const FieldHorizon> horizons, int bits) const {
    double largest = 1;
    for (const FieldHorizon& horizon : horizons)
        largest = std::max(largest, largest_root_part(whole, horizon));
    const double by_sign = 1.01 * largest * std::sqrt(2 * std::sqrt(static_cast<double>(radicand_)) + 1);
    const double by_size = std::sqrt(largest * std::ldexp(1.0, bits));
    const auto root = root_fraction(radicand_, std::max(by_sign, by_size));
    if (!root) return std::nullopt;
    const Rational value{root->numerator, root->denominator};
    try {
        DriveOptions drive{.eta = 1,
                           .rates = replaced(rates_, value),
                           .start = start_of(drive_.start, replaced(start_weights_, value))};
        HerdTarget target = target_;
        if (!moments_.empty()) {
            const std::vector<Rational> moments = replaced(moments_, value);
            target = MomentTarget{{moments.begin(), moments.end()}};
        }
        return FieldNumbers{std::move(target), std::move(drive), root->comparable(radicand_)};
    } catch (const InputError&) {
        return std::nullopt;  // beyond 128 bits
    }
}

}  // namespace drover::impl
