#include <algorithm>

#include <drover/finite/whole_table.hpp>
#include <drover/number/proportions.hpp>

namespace drover {
namespace {

// False if the sum leaves 128 bits.
bool multiply_add(Int128 a, Int128 b, Int128& sum) {
    Int128 product = 0;
    return multiply(a, b, product) && add(sum, product, sum);
}

void check_count(const char* what, std::size_t got, const char* of, std::size_t expected) {
    check_input(got == expected, [&] {
        return Problem{
            Fault::range, {.key = what}, std::to_string(expected) + ", one per " + of, std::to_string(got)};
    });
}

void check_probabilities(const std::vector<QuadraticNumber>& values, const FeatureTable& table) {
    check_count("probabilities", values.size(), "state", table.state_count());
    for (std::size_t s = 0; s < values.size(); ++s) {
        check_input(values[s].sign() >= 0, [&] {
            return Problem{Fault::range,
                           {.key = "probability of state " + quoted(table.state_names[s])},
                           "at least 0",
                           to_string(values[s])};
        });
    }
    check_input(std::any_of(values.begin(), values.end(), [](const auto& p) { return p.sign() > 0; }), [] {
        return Problem{Fault::missing, {.key = "probabilities"}, "at least one above 0", "none"};
    });
}

std::vector<Rational> rational_parts(const char* what, const std::vector<QuadraticNumber>& values) {
    std::vector<Rational> parts;
    for (const QuadraticNumber& value : values) {
        check_input(value.is_rational(), [&] {
            return Problem{Fault::range, {.key = what}, "rational numbers", to_string(value)};
        });
        parts.push_back(value.rational_part());
    }
    return parts;
}

const std::vector<QuadraticNumber>* numbers_of(const HerdTarget& target) {
    if (const auto* given = std::get_if<MomentTarget>(&target)) return &given->moments;
    if (const auto* given = std::get_if<ProbabilityTarget>(&target)) return &given->probabilities;
    return nullptr;
}

void reduce(WideMoments& moments) {
    Int128 divisor = moments.total;
    for (const Int128 count : moments.counts) divisor = greatest_common_divisor(divisor, count);
    moments.total /= divisor;
    for (Int128& count : moments.counts) count /= divisor;
}

// counts_a = sum_s mass_s * phi_a(s) over total = sum_s mass_s.
std::optional<WideMoments> mix(const StateTable& features, const std::vector<std::int64_t>& masses) {
    WideMoments moments{.names = {}, .counts = std::vector<Int128>(features.feature_count()), .total = 0};
    for (std::size_t s = 0; s < masses.size(); ++s) {
        moments.total += masses[s];
        for (std::size_t a = 0; a < moments.counts.size(); ++a) {
            if (!multiply_add(masses[s], features.row(s)[a], moments.counts[a])) return std::nullopt;
        }
    }
    return moments;
}

class TableOnGrid {
  public:
    TableOnGrid(const FeatureTable& table, GridOptions grid) : table_{table}, grid_{grid} {}

    std::optional<WholeTable> operator()(const HerdTarget& target) const {
        const GridNumbers numbers = features_on_grid();
        WholeTable whole{.features = StateTable{numbers.multiples, table_.feature_count()},
                         .moments = {},
                         .unit = numbers.unit,
                         .feature_rounding = numbers.error_bound};
        auto moments = std::visit([&](const auto& t) { return moments_of(t, whole); }, target);
        if (!moments) return std::nullopt;
        whole.moments = *std::move(moments);
        reduce(whole.moments);
        return whole;
    }

  private:
    // Names the number that no grid can hold beside the others.
    GridNumbers features_on_grid() const {
        return to_grid(std::span{table_.features}, grid_, [&](std::size_t k) {
            const std::size_t width = table_.feature_count();
            return Place{.file = table_.file,
                         .row = static_cast<std::int64_t>(k / width) + 1,
                         .column = table_.feature_names[k % width]};
        });
    }

    std::optional<WideMoments> moments_of(const UniformTarget& /*target*/, WholeTable& whole) const {
        return mix(whole.features, std::vector<std::int64_t>(table_.state_count(), 1));
    }
    std::optional<WideMoments> moments_of(const ProbabilityTarget& target, WholeTable& whole) const {
        check_probabilities(target.probabilities, table_);
        const std::vector<Rational> given = rational_parts("probabilities", target.probabilities);
        const Proportions masses = in_proportion(std::span{given}, grid_);
        whole.target_rounding = masses.error_bound;
        return mix(whole.features, masses.parts);
    }
    std::optional<WideMoments> moments_of(const MomentTarget& target, WholeTable& whole) const {
        check_count("moments", target.moments.size(), "feature", table_.feature_count());
        const std::vector<Rational> given = rational_parts("moments", target.moments);
        const GridNumbers values = to_grid(std::span{given}, grid_, [&](std::size_t a) {
            return Place{.key = "moment of feature " + quoted(table_.feature_names[a])};
        });
        whole.target_rounding = values.error_bound;
        WideMoments moments{.names = {}, .counts = {}, .total = values.unit};
        for (const std::int64_t value : values.multiples) {
            if (!multiply_add(value, whole.unit, moments.counts.emplace_back())) return std::nullopt;
        }
        return moments;
    }

    const FeatureTable& table_;
    GridOptions grid_;
};

}  // namespace

std::int64_t radicand_of(const HerdTarget& target) {
    const std::vector<QuadraticNumber>* numbers = numbers_of(target);
    std::int64_t radicand = 0;
    if (numbers != nullptr) {
        for (const QuadraticNumber& number : *numbers)
            radicand = common_radicand(radicand, number.radicand());
    }
    return radicand;
}

std::vector<QuadraticNumber> exact_moments(const FeatureTable& table, const HerdTarget& target) {
    if (const auto* given = std::get_if<MomentTarget>(&target)) {
        check_count("moments", given->moments.size(), "feature", table.feature_count());
        return given->moments;
    }
    std::vector<QuadraticNumber> shares(table.state_count(), 1);
    if (const auto* given = std::get_if<ProbabilityTarget>(&target)) {
        check_probabilities(given->probabilities, table);
        shares = given->probabilities;
    }
    QuadraticNumber total;
    for (const QuadraticNumber& share : shares) total = total + share;
    std::vector<QuadraticNumber> moments(table.feature_count());
    for (std::size_t a = 0; a < moments.size(); ++a) {
        for (std::size_t s = 0; s < shares.size(); ++s)
            moments[a] = moments[a] + shares[s] * table.features[s * moments.size() + a];
        moments[a] = moments[a] / total;
    }
    return moments;
}

std::optional<WholeTable> put_on_grid(const FeatureTable& table, const HerdTarget& target,
                                      const GridOptions& grid) {
    check_count("features", table.features.size(), "state and feature",
                table.state_count() * table.feature_count());
    return TableOnGrid{table, grid}(target);
}

}  // namespace drover
