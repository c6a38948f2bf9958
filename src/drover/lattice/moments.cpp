#include <array>
#include <string>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/lattice/moments.hpp>
#include <drover/number/grid.hpp>

namespace drover::lattice {
namespace {

constexpr Int128 largest_total = Int128{1} << 62U;

void check_range(const char* kind, const Rational& moment, std::int64_t low) {
    check_input(!(moment < Rational{low}) && !(moment > Rational{1}), [&] {
        return Problem{Fault::range,
                       {.key = std::string{kind} + " moment"},
                       "a number from " + std::to_string(low) + " to 1",
                       shortest(moment.to_double())};
    });
}

const Rational& value_of(const Plane& plane, const FeatureValues& values) {
    switch (plane.kind) {
        case FeatureKind::nodes:
            return values.node;
        case FeatureKind::right:
        case FeatureKind::down:
            return values.edge;
        case FeatureKind::down_right:
        case FeatureKind::down_left:
            return values.diagonal;
        case FeatureKind::plaquettes:
            return values.plaquette;
        case FeatureKind::far_right:
        case FeatureKind::far_down:
            break;
    }
    return values.far[plane.far];
}

// One for each plane.
std::vector<Rational> values_of(const Features& features, const FeatureValues& values) {
    const std::size_t distances = features.options().far_pairs.size();
    check_input(values.far.size() == distances, [&] {
        return Problem{.fault = Fault::range,
                       .text = "far values (" + std::to_string(values.far.size()) + ") and far pairs (" +
                               std::to_string(distances) + ") must have the same size"};
    });
    std::vector<Rational> result;
    for (const Plane& plane : features.planes()) result.push_back(value_of(plane, values));
    return result;
}

Int128 denominator_of(std::span<const Rational> moments) {
    const std::optional<Int128> total = common_denominator(moments, largest_total);
    check_input(total.has_value(), [] {
        return Problem{Fault::range, {.key = "lattice moments"}, "a common denominator up to 2^62"};
    });
    return *total;
}

std::int64_t count_of(const Rational& moment, Int128 total) {
    return static_cast<std::int64_t>(moment.numerator() * (total / moment.denominator()));
}

}  // namespace

Moments uniform_moments(const Features& features, const FeatureValues& moments) {
    check_range("node", moments.node, -1);
    check_range("edge", moments.edge, -1);
    check_range("diagonal", moments.diagonal, -1);
    check_range("plaquette", moments.plaquette, -1);
    for (const Rational& moment : moments.far) check_range("far", moment, -1);
    const std::vector<Rational> values = values_of(features, moments);
    const Int128 total = denominator_of(values);
    Moments result{.names = {}, .counts = {}, .total = static_cast<std::int64_t>(total)};
    for (std::size_t p = 0; p < values.size(); ++p) {
        const std::int64_t count = count_of(values[p], total);
        for (std::size_t i = 0; i < features.site_count(); ++i) {
            result.counts.push_back(features.is_inside(p, i) ? count : 0);
        }
    }
    return result;
}

std::vector<Rational> uniform_rates(const Features& features, const FeatureValues& rates) {
    std::vector<Rational> result;
    for (const Rational& rate : values_of(features, rates)) {
        result.insert(result.end(), features.site_count(), rate);
    }
    return result;
}

Moments potts_moments(const PottsFeatures& features, const Rational& edge) {
    check_range("edge", edge, 0);
    const Rational node{1, static_cast<Int128>(features.value_count())};
    const Int128 total = denominator_of(std::array{node, edge});
    Moments result{.names = {},
                   .counts = std::vector<std::int64_t>(features.feature_count(), count_of(node, total)),
                   .total = static_cast<std::int64_t>(total)};
    for (std::size_t i = 0; features.options().edges && i < features.site_count(); ++i) {
        const auto count_if = [&](bool is_there) { return is_there ? count_of(edge, total) : 0; };
        const Lattice& lattice = features.lattice();
        result.counts[features.right_slot(i)] = count_if(lattice.neighbour(i, 0, 1).has_value());
        result.counts[features.down_slot(i)] = count_if(lattice.neighbour(i, 1, 0).has_value());
    }
    return result;
}

}  // namespace drover::lattice
