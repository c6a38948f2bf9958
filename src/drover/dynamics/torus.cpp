#include <cassert>
#include <cmath>
#include <limits>
#include <string>

#include <drover/core/check.hpp>
#include <drover/dynamics/torus.hpp>
#include <drover/finite/impl/exact_orbit.hpp>
#include <drover/number/grid.hpp>

namespace drover::dynamics {
namespace {

// A square matrix of integers, row after row.
struct Square {
    std::size_t size;
    std::vector<BigInt> values;

    BigInt& operator()(std::size_t i, std::size_t j) { return values[i * size + j]; }
    const BigInt& operator()(std::size_t i, std::size_t j) const { return values[i * size + j]; }
};

// Moves a row with a number other than 0 in column k to row k; false if there is none.
bool bring_pivot(Square& matrix, std::size_t k, bool& negative) {
    std::size_t row = k;
    while (row < matrix.size && matrix(row, k).sign() == 0) ++row;
    if (row == matrix.size) return false;
    if (row == k) return true;
    for (std::size_t j = 0; j < matrix.size; ++j) std::swap(matrix(row, j), matrix(k, j));
    negative = !negative;
    return true;
}

// Elimination without fractions (Bareiss 1968): every number stays a minor, so the division is exact.
BigInt determinant_of(Square matrix) {
    bool negative = false;
    BigInt divisor = 1;
    for (std::size_t k = 0; k < matrix.size; ++k) {
        if (!bring_pivot(matrix, k, negative)) return {};
        for (std::size_t i = k + 1; i < matrix.size; ++i) {
            for (std::size_t j = k + 1; j < matrix.size; ++j) {
                matrix(i, j) = (matrix(i, j) * matrix(k, k) - matrix(i, k) * matrix(k, j)) / divisor;
            }
        }
        divisor = matrix(k, k);
    }
    return negative ? -divisor : divisor;
}

Square without(const Square& matrix, std::size_t row, std::size_t column) {
    Square minor{.size = matrix.size - 1, .values = {}};
    for (std::size_t i = 0; i < matrix.size; ++i) {
        for (std::size_t j = 0; j < matrix.size; ++j) {
            if (i != row && j != column) minor.values.push_back(matrix(i, j));
        }
    }
    return minor;
}

std::vector<BigInt> adjugate_of(const Square& matrix) {
    std::vector<BigInt> adjugate;
    for (std::size_t i = 0; i < matrix.size; ++i) {
        for (std::size_t j = 0; j < matrix.size; ++j) {
            const BigInt minor = determinant_of(without(matrix, j, i));
            adjugate.push_back((i + j) % 2 == 0 ? minor : -minor);
        }
    }
    return adjugate;
}

// phi(x_d) - phi(x_0) in feature a, of all states but the first.
std::vector<BigInt> difference_row(const StateTable& features, std::size_t a) {
    std::vector<BigInt> row;
    for (std::size_t d = 1; d < features.state_count(); ++d)
        row.emplace_back(Int128{features.row(d)[a]} - features.row(0)[a]);
    return row;
}

// The first features whose rows of differences are independent, at most D - 1: elimination without fractions.
std::vector<std::size_t> independent_features(const StateTable& features) {
    struct Pivot {
        std::vector<BigInt> row;
        std::size_t column;
    };
    std::vector<Pivot> pivots;
    std::vector<std::size_t> found;
    for (std::size_t a = 0; a < features.feature_count() && found.size() + 1 < features.state_count(); ++a) {
        std::vector<BigInt> row = difference_row(features, a);
        for (const Pivot& pivot : pivots) {
            const BigInt factor = row[pivot.column];
            for (std::size_t d = 0; d < row.size(); ++d)
                row[d] = row[d] * pivot.row[pivot.column] - factor * pivot.row[d];
        }
        BigInt divisor;
        for (const BigInt& entry : row) divisor = greatest_common_divisor(divisor, entry);
        if (divisor.sign() == 0) continue;
        std::size_t column = 0;
        while (row[column].sign() == 0) ++column;
        for (BigInt& entry : row) entry = entry / divisor;
        pivots.push_back({std::move(row), column});
        found.push_back(a);
    }
    return found;
}

// Columns phi(x_d) - phi(x_0), in the features given.
Square differences(const StateTable& features, std::span<const std::size_t> coordinates) {
    Square matrix{.size = coordinates.size(), .values = {}};
    for (const std::size_t a : coordinates) {
        const auto row = difference_row(features, a);
        matrix.values.insert(matrix.values.end(), row.begin(), row.end());
    }
    return matrix;
}

// A^T A over all features.
Square gram(const StateTable& features) {
    Square matrix{.size = features.state_count() - 1, .values = {}};
    matrix.values.resize(matrix.size * matrix.size);
    for (std::size_t a = 0; a < features.feature_count(); ++a) {
        const auto row = difference_row(features, a);
        for (std::size_t i = 0; i < matrix.size; ++i) {
            for (std::size_t j = 0; j < matrix.size; ++j) matrix(i, j) += row[i] * row[j];
        }
    }
    return matrix;
}

Int128 drift_of(const StateTable& features, const Moments& moments, std::size_t a) {
    return moments.counts[a] - Int128{moments.total} * features.row(0)[a];
}

// Whether the rotation gives the drift of every feature, not only of the coordinates it comes from.
bool is_in_plane(const StateTable& features, const Moments& moments, const std::vector<BigInt>& turns,
                 const BigInt& determinant) {
    for (std::size_t a = 0; a < features.feature_count(); ++a) {
        const auto row = difference_row(features, a);
        BigInt sum = -(determinant * BigInt{drift_of(features, moments, a)});
        for (std::size_t d = 0; d < row.size(); ++d) sum += row[d] * turns[d];
        if (sum.sign() != 0) return false;
    }
    return true;
}

Rational fraction(const BigInt& numerator, const BigInt& denominator) {
    const BigInt divisor = greatest_common_divisor(numerator, denominator);
    const std::optional<Int128> above = (numerator / divisor).to_int128();
    const std::optional<Int128> below = (denominator / divisor).to_int128();
    check_input(above && below, [] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "find_torus"},
                       .text = "the rotation needs more than 127 bits per number"};
    });
    return {*above, *below};
}

// Row d of the adjugate times x.
BigInt row_product(const Torus& torus, std::size_t d, std::span<const Int128> x) {
    BigInt sum;
    for (std::size_t a = 0; a < x.size(); ++a) sum += torus.adjugate[d * x.size() + a] * BigInt{x[a]};
    return sum;
}

// The same in 128 bits, where it fits.
std::optional<Int128> short_row_product(const Torus& torus, std::size_t d, std::span<const Int128> x) {
    Int128 sum = 0;
    for (std::size_t a = 0; a < x.size(); ++a) {
        const std::optional<Int128> factor = torus.adjugate[d * x.size() + a].to_int128();
        Int128 product = 0;
        if (!factor || !multiply(*factor, x[a], product) || !add(sum, product, sum)) return std::nullopt;
    }
    return sum;
}

bool divides(const BigInt& divisor, const BigInt& value) { return (value % divisor).sign() == 0; }

}  // namespace

std::string_view describe(TorusStatus status) {
    switch (status) {
        case TorusStatus::rotates:
            return "the weights rotate on a torus";
        case TorusStatus::other_state_count:
            return "no torus: it takes one state more than there are dimensions";
        case TorusStatus::dependent_differences:
            return "no torus: the states span fewer dimensions than there are states less one";
        case TorusStatus::moments_off_plane:
            return "no torus: the moments do not lie in the plane of the states";
    }
    assert(false);
    return {};
}

Torus find_torus(const StateTable& features, const Moments& moments) {
    check_input(moments.counts.size() == features.feature_count(), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "find_torus"},
                       .text = "moments (" + std::to_string(moments.counts.size()) + ") and features (" +
                               std::to_string(features.feature_count()) + ") must have the same size"};
    });
    Torus torus;
    if (features.state_count() == 1 || features.state_count() > features.feature_count() + 1) {
        torus.status = TorusStatus::other_state_count;
        return torus;
    }
    torus.coordinates = independent_features(features);
    if (torus.coordinates.size() + 1 < features.state_count()) {
        torus.status = TorusStatus::dependent_differences;
        return torus;
    }
    const Square matrix = differences(features, torus.coordinates);
    torus.determinant = determinant_of(matrix);
    torus.adjugate = adjugate_of(matrix);
    torus.total = moments.total;
    for (const std::size_t a : torus.coordinates) torus.drift.push_back(drift_of(features, moments, a));
    std::vector<BigInt> turns;
    for (std::size_t d = 0; d < matrix.size; ++d) turns.push_back(row_product(torus, d, torus.drift));
    if (!is_in_plane(features, moments, turns, torus.determinant)) {
        torus.status = TorusStatus::moments_off_plane;
        return torus;
    }
    if (matrix.size < features.feature_count()) torus.gram_determinant = determinant_of(gram(features));
    const BigInt denominator = torus.determinant * BigInt{moments.total};
    for (const BigInt& turn : turns) torus.rotation.push_back(fraction(turn, denominator));
    torus.point_count = common_denominator(torus.rotation, int128_max);
    return torus;
}

double torus_volume(const Torus& torus, double unit) {
    const double volume =
        torus.is_full() ? std::abs(torus.determinant.scaled(0)) : std::sqrt(torus.gram_determinant.scaled(0));
    return volume / std::pow(unit, static_cast<double>(torus.rotation.size()));
}

bool on_lattice(const Torus& torus, std::span<const Int128> x, Int128 scale) {
    assert(torus.status == TorusStatus::rotates && x.size() == torus.drift.size());
    const BigInt divisor = torus.determinant * BigInt{scale};
    const std::optional<Int128> short_divisor = divisor.to_int128();
    for (std::size_t d = 0; d < x.size(); ++d) {
        const std::optional<Int128> product = short_row_product(torus, d, x);
        const bool whole = product && short_divisor ? *product % *short_divisor == 0
                                                    : divides(divisor, row_product(torus, d, x));
        if (!whole) return false;
    }
    return true;
}

namespace {

// A^-1 (moments - phi(x_0)) part by part: of a + b sqrt(d) it is A^-1 (a - phi(x_0)) + A^-1 b sqrt(d).
std::vector<QuadraticNumber> irrational_rotation(const ExactModel& model) {
    const std::vector<QuadraticNumber>& moments = model.irrational_moments();
    if (moments.empty()) return {};
    std::vector<Rational> rational;
    std::vector<Rational> root;
    const Rational unit{model.whole().unit};
    for (std::size_t a = 0; a < moments.size(); ++a) {
        rational.push_back(moments[a].rational_part() * unit);
        root.push_back(moments[a].root_part() * unit + Rational{model.features().row(0)[a]});
    }
    const auto rotation = [&](const std::vector<Rational>& values) {
        const auto grid = exact_grid(values, std::numeric_limits<std::int64_t>::max());
        check_input(grid.has_value(), [] {
            return Problem{.fault = Fault::range,
                           .place = {.function = "follow_torus"},
                           .text = "the moments need more than 64 bits"};
        });
        return find_torus(model.features(), {{}, grid->multiples, grid->unit}).rotation;
    };
    const std::vector<Rational> a = rotation(rational);
    const std::vector<Rational> b = rotation(root);
    std::vector<QuadraticNumber> turns;
    for (std::size_t d = 0; d < a.size(); ++d) turns.emplace_back(a[d], b[d], model.radicand());
    return turns;
}

}  // namespace

TorusOrbit follow_torus(const ExactModel& model, const TorusOptions& options) {
    TorusOrbit found{.torus = find_torus(model.features(), model.moments())};
    if (found.torus.status != TorusStatus::rotates) return found;
    found.irrational_rotation = irrational_rotation(model);
    found.states.resize(static_cast<std::size_t>(std::min(options.most_states, options.steps)));
    drover::impl::with_orbit(model, [&](auto orbit) {
        auto kept = orbit;
        kept.take(std::span{found.states});
        found.check = check_rotation(std::move(orbit), found.torus, options.steps, options.control);
    });
    return found;
}

}  // namespace drover::dynamics
