#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/lattice/geometry.hpp>
#include <drover/lattice/ising.hpp>

namespace drover::lattice {
namespace {

// One of Kaufman's four terms, value = factor * exp(log), and its derivative over exp(log).
struct Term {
    double log = 0;
    double factor = 1;
    double derivative = 0;
};

struct Angle {
    double gamma = 0;
    double slope = 0;  // d gamma / d beta
};

// cosh gamma_l = cosh^2(2 beta) / sinh(2 beta) - cos(pi l / columns), in the form that loses no digits near
// gamma = 0: sinh^2(gamma / 2) = (s - 1)^2 / 2s + sin^2(pi l / (2 columns)), s = sinh(2 beta).
Angle angle(std::size_t l, std::size_t columns, double beta) {
    const double s = std::sinh(2 * beta);
    if (l == 0) return {.gamma = 2 * beta + std::log(std::tanh(beta)), .slope = 2 + 2 / s};
    const double sine =
        std::sin(std::numbers::pi * static_cast<double>(l) / 2 / static_cast<double>(columns));
    const double half = std::sqrt((s - 1) * (s - 1) / (2 * s) + sine * sine);  // sinh(gamma / 2)
    return {.gamma = 2 * std::asinh(half),
            .slope = std::cosh(2 * beta) * (1 - 1 / s) * (1 + 1 / s) / (half * std::sqrt(1 + half * half))};
}

enum class Factor { cosh, sinh };

// The product of 2 cosh (or 2 sinh) of rows * gamma_l / 2 over l = first, first + 2, ... below 2 * columns.
// gamma_0 alone can be 0 or negative: its sinh enters the derivative without being divided by.
Term product(Factor factor, std::size_t first, std::size_t rows, std::size_t columns, double beta) {
    const auto length = static_cast<double>(rows);
    const double side = factor == Factor::cosh ? 1 : -1;
    Term term;
    double log_slope = 0;
    for (std::size_t l = first == 0 ? 2 : first; l < 2 * columns; l += 2) {
        const Angle a = angle(l, columns, beta);
        const double back = side * std::exp(-length * a.gamma);
        term.log += length * a.gamma / 2 + std::log1p(back);
        log_slope += length / 2 * a.slope * (1 - back) / (1 + back);
    }
    if (first != 0) return {.log = term.log, .factor = 1, .derivative = log_slope};
    const Angle zero = angle(0, columns, beta);
    const double forth = std::exp(length * (zero.gamma - std::abs(zero.gamma)) / 2);
    const double back = std::exp(-length * (zero.gamma + std::abs(zero.gamma)) / 2);
    term.log += length * std::abs(zero.gamma) / 2;
    term.factor = forth + side * back;
    term.derivative = term.factor * log_slope + length / 2 * zero.slope * (forth - side * back);
    return term;
}

double log_slope_of_sum(const std::array<Term, 4>& terms) {
    double largest = terms[0].log;
    for (const Term& term : terms) largest = std::max(largest, term.log);
    double sum = 0;
    double derivative = 0;
    for (const Term& term : terms) {
        sum += term.factor * std::exp(term.log - largest);
        derivative += term.derivative * std::exp(term.log - largest);
    }
    return derivative / sum;
}

}  // namespace

void check_beta(double beta, const std::string& name) {
    check_input(beta >= 0 && std::isfinite(beta), [&] {
        return Problem{Fault::range, {.file = name}, "a number of at least 0", shortest(beta)};
    });
}

void check_states(int states) {
    check_input(states >= 2 && states <= 127, [&] {
        return Problem{Fault::range, {.key = "states"}, "a number from 2 to 127", std::to_string(states)};
    });
}

double critical_beta(int states) {
    check_input(states >= 2, [&] {
        return Problem{Fault::range, {.key = "states"}, "at least 2", std::to_string(states)};
    });
    const double beta = std::log1p(std::sqrt(static_cast<double>(states)));
    return states == 2 ? beta / 2 : beta;
}

double kaufman_correlation(std::size_t rows, std::size_t columns, double beta) {
    const Lattice torus{rows, columns};
    check_beta(beta);
    // Below, ln Z is a difference of large terms, and the correlation a straight line to within 1e-11.
    constexpr double small = 1e-6;
    if (beta < small) return beta / small * kaufman_correlation(rows, columns, small);
    if (beta > 20) return 1;  // to within exp(-8 beta) times a few
    const std::array<Term, 4> terms = {
        product(Factor::cosh, 1, rows, columns, beta), product(Factor::sinh, 1, rows, columns, beta),
        product(Factor::cosh, 0, rows, columns, beta), product(Factor::sinh, 0, rows, columns, beta)};
    // ln Z = sites / 2 * ln(2 sinh 2 beta) + ln sum_terms - ln 2.
    const auto sites = static_cast<double>(torus.site_count());
    return (sites / std::tanh(2 * beta) + log_slope_of_sum(terms)) / static_cast<double>(torus.edge_count());
}

}  // namespace drover::lattice
