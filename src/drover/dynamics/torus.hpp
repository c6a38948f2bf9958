#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/finite/exact_model.hpp>
#include <drover/herd/features/state_table.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/moments/moments.hpp>
#include <drover/number/big_int.hpp>
#include <drover/number/rational.hpp>

namespace drover::dynamics {

enum class TorusStatus {
    rotates,
    other_state_count,      ///< one state, or more than K + 1 for K features
    dependent_differences,  ///< the D states lie in a plane of fewer than D - 1 dimensions
    moments_off_plane,      ///< the states span a plane, and the moments do not lie in it
};

/// Says why there is a torus or none.
std::string_view describe(TorusStatus status);

/// D states whose differences phi(x_d) - phi(x_0), the columns of A, are independent: D - 1 dimensions, all
/// of the K features or, as for one indicator per state (1 of D), a plane among them. Then weights modulo the
/// lattice of these differences move by moments - phi(x_0) at every step, whatever state is chosen. In
/// coordinates A^-1 w modulo 1 this is a rotation. Chen & Welling 2016, appendix. The rotation is also what
/// the moments say of the states: its d-th number is the share of state d + 1.
struct Torus {
    TorusStatus status = TorusStatus::rotates;  ///< what follows is empty unless it rotates
    std::vector<std::size_t> coordinates;       ///< D - 1 features in which A can be inverted, the first such
    BigInt determinant;                         ///< of A in these coordinates
    BigInt gram_determinant;         ///< of A^T A, the square of the volume; 0 where D = K + 1: then it is
                                     ///< |determinant|
    std::vector<Rational> rotation;  ///< A^-1 (moments - phi(x_0))
    /// The common denominator of the rotation: an orbit visits this many points of the torus, one after the
    /// other, and starts again. A rational rotation never fills a torus; only an irrational one can. The
    /// period of the weights is a multiple of this number. Nothing above 2^127.
    std::optional<Int128> point_count;

    std::vector<BigInt> adjugate;  ///< determinant * A^-1, row after row
    std::vector<Int128> drift;     ///< total * (moments - phi(x_0)) in these coordinates
    std::int64_t total = 1;        ///< of the moments

    bool is_full() const { return gram_determinant.sign() == 0; }  ///< as many dimensions as features
};

/// Exact for numbers of any size. Throws InputError if moments and features differ in size, or if the
/// rotation has a numerator or denominator above 2^127.
Torus find_torus(const StateTable& features, const Moments& moments);

/// sqrt(det A^T A), |det A| for D = K + 1, in the units of a table whose numbers are held in multiples of
/// 1 / unit.
double torus_volume(const Torus& torus, double unit = 1);

/// Is x / scale, in the coordinates of the torus, an integer combination of the differences? Exact; expects a
/// torus that rotates.
bool on_lattice(const Torus& torus, std::span<const Int128> x, Int128 scale);

struct RotationCheck {
    std::int64_t steps = 0;  ///< for which the identity held
    bool holds = true;
};

/// Follows an orbit with the learning rate 1 and tests frac(A^-1 (w_t - w_0) - t * rotation) = 0 at each
/// step, in integers. Stops where it does not hold: the orbit is not one of these features and moments. The
/// control is checked every 1,024 steps; its progress counts them.
template <Orbit O>
RotationCheck check_rotation(O orbit, const Torus& torus, std::int64_t steps,
                             const RunControl& control = {}) {
    std::vector<Int128> first;
    for (const std::size_t a : torus.coordinates) first.push_back(orbit.current().weights[a]);
    const Int128 scale = orbit.current().weights.scale();
    const Int128 unit = scale / torus.total;
    std::vector<Int128> x(first.size());
    RotationCheck check;
    StepWatch watch{control};
    for (const auto& step : orbit.steps(steps)) {
        if (!watch.goes_on()) break;
        const Int128 t = check.steps + 1;
        for (std::size_t a = 0; a < x.size(); ++a) {
            x[a] = step.weights[torus.coordinates[a]] - first[a] - t * unit * torus.drift[a];
        }
        check.holds = on_lattice(torus, x, scale);
        if (!check.holds) break;
        ++check.steps;
    }
    return check;
}

struct TorusOptions {
    std::int64_t steps = 10'000;       ///< to check the rotation for
    std::int64_t most_states = 5'000;  ///< to keep, of these steps
    RunControl control = {};           ///< as in check_rotation
};

/// The torus of a model, and its orbit on it.
struct TorusOrbit {
    Torus torus;
    std::optional<RotationCheck> check = {};  ///< nothing without a torus
    std::vector<std::size_t> states = {};     ///< the first ones of the orbit
    /// The rotation of irrational moments, exactly; torus.rotation and torus.point_count are then those of
    /// the fractions that they are herded with. Empty if the moments are rational.
    std::vector<QuadraticNumber> irrational_rotation = {};
};
/// On the torus of D - 1 dimensions an irrational rotation never returns to a point. Its numbers lie in
/// one quadratic field, so that any two of them and 1 are dependent: the points fill closed curves, which are
/// all of the torus only in one dimension (Kronecker).
TorusOrbit follow_torus(const ExactModel& model, const TorusOptions& options = {});

}  // namespace drover::dynamics
