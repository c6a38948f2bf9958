#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/herd/moments/subspace.hpp>
#include <drover/number/big_int.hpp>
#include <drover/number/grid.hpp>

namespace drover {
namespace {

using Vector = std::vector<Rational>;

Rational dot(const Vector& a, const Vector& b) {
    Rational sum;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].numerator() != 0 && b[i].numerator() != 0) sum += a[i] * b[i];
    }
    return sum;
}

// a += factor * b.
void add_multiple(Vector& a, const Rational& factor, const Vector& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (b[i].numerator() != 0) a[i] += factor * b[i];
    }
}

Vector scaled(Vector a, const Rational& factor) {
    for (Rational& value : a) value = value * factor;
    return a;
}

Vector difference(const StateTable& features, std::size_t state) {
    Vector result;
    for (std::size_t a = 0; a < features.feature_count(); ++a) {
        result.emplace_back(Int128{features.row(state)[a]} - features.row(0)[a], 1);
    }
    return result;
}

// total * (moments - phi(x_0)).
Vector centred_counts(const StateTable& features, const Moments& moments) {
    Vector result;
    for (std::size_t a = 0; a < features.feature_count(); ++a) {
        result.emplace_back(Int128{moments.counts[a]} - Int128{moments.total} * features.row(0)[a], 1);
    }
    return result;
}

// The reduced row echelon form of the differences, each row times `determinant`: whole numbers all the way,
// with exact divisions only (Bareiss 1968).
class Echelon {
  public:
    explicit Echelon(const StateTable& features) {
        for (std::size_t s = 1; s < features.state_count() && rows_.size() < features.feature_count(); ++s) {
            std::vector<BigInt> values;
            for (const Rational& value : difference(features, s)) values.emplace_back(value.numerator());
            add(values);
        }
        std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.pivot < b.pivot; });
    }

    // Whole vectors that span the same space, without common divisors, positive at their pivots and in
    // the order of these.
    std::vector<Vector> basis() const {
        std::vector<Vector> result;
        for (const Row& row : rows_) {
            BigInt divisor;
            for (const BigInt& value : row.values) divisor = greatest_common_divisor(divisor, value);
            if (determinant_.sign() < 0) divisor = -divisor;
            Vector vector;
            for (const BigInt& value : row.values) vector.emplace_back(narrow(value / divisor), 1);
            result.push_back(std::move(vector));
        }
        return result;
    }

  private:
    struct Row {
        std::size_t pivot;
        std::vector<BigInt> values;  // `determinant` at the pivot, where all other rows are 0
    };

    static Int128 narrow(const BigInt& value) {
        const std::optional<Int128> fitting = value.to_int128();
        check_input(fitting.has_value(),
                    [&] { return "basis entry " + to_string(value) + " leaves 128 bits"; });
        return *fitting;
    }

    void add(const std::vector<BigInt>& values) {
        std::vector<BigInt> rest = values;
        for (BigInt& value : rest) value = value * determinant_;
        for (const Row& row : rows_) {
            for (std::size_t a = 0; a < rest.size(); ++a) rest[a] -= values[row.pivot] * row.values[a];
        }
        const auto first =
            std::find_if(rest.begin(), rest.end(), [](const BigInt& value) { return value.sign() != 0; });
        if (first == rest.end()) return;
        const auto pivot = static_cast<std::size_t>(first - rest.begin());
        for (Row& row : rows_) {
            const BigInt factor = row.values[pivot];
            for (std::size_t a = 0; a < rest.size(); ++a) {
                row.values[a] = (rest[pivot] * row.values[a] - factor * rest[a]) / determinant_;
            }
        }
        determinant_ = rest[pivot];
        rows_.push_back({.pivot = pivot, .values = std::move(rest)});
    }

    std::vector<Row> rows_;
    BigInt determinant_ = 1;
};

// The shortest whole vector of the same direction.
Vector primitive(Vector values) {
    const std::optional<Int128> unit = common_denominator(values, int128_max);
    check_input(unit.has_value(),
                [] { return std::string{"a vector of the basis has no common denominator of 127 bits"}; });
    values = scaled(std::move(values), Rational{*unit, 1});
    Int128 divisor = 0;
    for (const Rational& value : values) divisor = greatest_common_divisor(divisor, value.numerator());
    return scaled(std::move(values), Rational{1, divisor});
}

std::vector<Vector> orthogonal_basis(const StateTable& features) {
    std::vector<Vector> basis;
    for (Vector& values : Echelon{features}.basis()) {
        for (const Vector& b : basis) add_multiple(values, -dot(values, b) / dot(b, b), b);
        basis.push_back(primitive(std::move(values)));
    }
    return basis;
}

std::int64_t narrow(Int128 value) {
    check_input(fits_int64(value), [&] { return "reduced feature " + to_string(value) + " leaves 64 bits"; });
    return static_cast<std::int64_t>(value);
}

// Numbers along one vector of the basis: those of the states, then those of the moments. Divides them by
// their greatest common divisor, which is returned.
struct Coordinates {
    std::vector<Int128> states;
    Int128 counts = 0;

    Int128 make_primitive() {
        Int128 divisor = counts;
        for (const Int128 value : states) divisor = greatest_common_divisor(divisor, value);
        for (Int128& value : states) value /= divisor;
        counts /= divisor;
        return absolute(divisor);
    }
};

Coordinates coordinates_along(const Vector& b, const StateTable& features, const Vector& counts) {
    Coordinates result;
    for (std::size_t s = 0; s < features.state_count(); ++s) {
        result.states.push_back(dot(difference(features, s), b).numerator());
    }
    result.counts = dot(counts, b).numerator();
    return result;
}

Subspace equal_states(const StateTable& features, const Moments& moments, Vector start) {
    const std::size_t size = features.feature_count();
    return {.dimension = 0,
            .features = {std::vector<std::int64_t>(features.state_count()), 1},
            .moments = {.names = {}, .counts = {0}, .total = moments.total},
            .rates = {1},
            .start = {0},
            .orthogonal_start = std::move(start),
            .lifting = {Vector(size)}};
}

// What one vector of the basis adds to a Subspace.
struct Axis {
    Coordinates along;
    Rational rate;
    Rational start;
    Vector lifting;
};

Axis make_axis(const Vector& b, const StateTable& features, const Vector& counts, const Vector& start) {
    Coordinates along = coordinates_along(b, features, counts);
    const Rational divisor{along.make_primitive(), 1};
    const Rational share = divisor / dot(b, b);
    return {.along = std::move(along),
            .rate = share * divisor,
            .start = share * dot(start, b),
            .lifting = scaled(b, Rational{1} / divisor)};
}

StateTable table_of(const std::vector<Axis>& axes, std::size_t state_count) {
    std::vector<std::int64_t> values;
    for (std::size_t s = 0; s < state_count; ++s) {
        for (const Axis& axis : axes) values.push_back(narrow(axis.along.states[s]));
    }
    return {std::move(values), axes.size()};
}

Subspace reduce(const StateTable& features, const Moments& moments, const Vector& start) {
    const Vector counts = centred_counts(features, moments);
    std::vector<Axis> axes;
    for (const Vector& b : orthogonal_basis(features)) {
        axes.push_back(make_axis(b, features, counts, start));
    }
    if (axes.empty()) return equal_states(features, moments, start);
    Subspace result{.dimension = axes.size(),
                    .features = table_of(axes, features.state_count()),
                    .moments = {.names = {}, .counts = {}, .total = moments.total},
                    .rates = {},
                    .start = {},
                    .orthogonal_start = start,
                    .lifting = {}};
    for (Axis& axis : axes) {
        result.moments.counts.push_back(narrow(axis.along.counts));
        result.rates.push_back(axis.rate);
        result.start.push_back(axis.start);
        result.lifting.push_back(std::move(axis.lifting));
    }
    add_multiple(result.orthogonal_start, -1, result.lift(result.start));
    return result;
}

void check_size(const char* what, std::size_t given, std::size_t wanted) {
    check_input(given == wanted, [&] {
        return std::string{"reduce_to_subspace: "} + what + " (" + std::to_string(given) +
               ") and features (" + std::to_string(wanted) + ") must have the same size";
    });
}

}  // namespace

Vector Subspace::lift(std::span<const Rational> weights) const {
    check_input(weights.size() == lifting.size(), [&] {
        return "Subspace: expected " + std::to_string(lifting.size()) + " weights, got " +
               std::to_string(weights.size());
    });
    Vector result(lifting.front().size());
    for (std::size_t k = 0; k < lifting.size(); ++k) add_multiple(result, weights[k], lifting[k]);
    return result;
}

Subspace reduce_to_subspace(const StateTable& features, const Moments& moments,
                            const std::vector<Rational>& start) {
    check_size("moments", moments.counts.size(), features.feature_count());
    check_input(moments.total > 0,
                [] { return std::string{"reduce_to_subspace: expected a total above 0"}; });
    if (!start.empty()) check_size("start weights", start.size(), features.feature_count());
    try {
        return reduce(features, moments, start.empty() ? Vector(features.feature_count()) : start);
    } catch (const InputError& error) {
        throw InputError(std::string{"reduce_to_subspace: "} + error.what());
    }
}

}  // namespace drover
