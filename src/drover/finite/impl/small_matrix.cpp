#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <drover/finite/impl/small_matrix.hpp>

namespace drover::impl {
namespace {

using Complex = std::complex<double>;

void swap_rows(Square& a, std::size_t n, std::size_t i, std::size_t j) {
    const auto row = [&](std::size_t r) { return a.begin() + static_cast<std::ptrdiff_t>(r * n); };
    if (i != j) std::swap_ranges(row(i), row(i + 1), row(j));
}

std::size_t pivot_row(const Square& a, std::size_t n, std::size_t k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i) {
        if (std::abs(a[i * n + k]) > std::abs(a[best * n + k])) best = i;
    }
    return best;
}

// Row i minus factor times row k, from column k on; returns the factor.
double eliminate(Square& a, std::size_t n, std::size_t i, std::size_t k) {
    const double factor = a[i * n + k] / a[k * n + k];
    for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
    return factor;
}

double off_diagonal(const Square& a, std::size_t n) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) sum += a[i * n + j] * a[i * n + j];
    }
    return sum;
}

// Makes a[p][q] zero; the rows of `vectors` turn along.
void rotate(Square& a, Square& vectors, std::size_t n, std::size_t p, std::size_t q) {
    if (a[p * n + q] == 0) return;
    const double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
    const double t = std::copysign(1 / (std::abs(theta) + std::sqrt(theta * theta + 1)), theta);
    const double c = 1 / std::sqrt(t * t + 1);
    const double s = t * c;
    const auto turn = [c, s](double& x, double& y) {
        const double old = x;
        x = c * old - s * y;
        y = s * old + c * y;
    };
    for (std::size_t k = 0; k < n; ++k) turn(a[k * n + p], a[k * n + q]);
    for (std::size_t k = 0; k < n; ++k) turn(a[p * n + k], a[q * n + k]);
    for (std::size_t k = 0; k < n; ++k) turn(vectors[p * n + k], vectors[q * n + k]);
}

SymmetricEigen sorted_eigen(const Square& a, const Square& vectors, std::size_t n) {
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t j) { return a[i * n + i] > a[j * n + j]; });
    SymmetricEigen result;
    for (const std::size_t i : order) {
        result.values.push_back(a[i * n + i]);
        const std::span<const double> row = std::span{vectors}.subspan(i * n, n);
        const auto largest = std::max_element(row.begin(), row.end(),
                                              [](double x, double y) { return std::abs(x) < std::abs(y); });
        const double sign = *largest < 0 ? -1 : 1;
        for (const double entry : row) result.vectors.push_back(sign * entry);
    }
    return result;
}

std::vector<Complex> eigenvalues_of_two(const Square& a) {
    const double half_trace = (a[0] + a[3]) / 2;
    const double half_gap = (a[0] - a[3]) / 2;
    const double discriminant = half_gap * half_gap + a[1] * a[2];
    if (discriminant < 0) {
        const double imaginary = std::sqrt(-discriminant);
        return {{half_trace, imaginary}, {half_trace, -imaginary}};
    }
    const double large = half_trace + std::copysign(std::sqrt(discriminant), half_trace);
    const double determinant = a[0] * a[3] - a[1] * a[2];
    return {large, large == 0 ? 0 : determinant / large};
}

// A turn in the plane of rows (and columns) k and k + 1 that takes (x, y) to (r, 0).
struct Givens {
    double c;
    Complex s;
};
Givens givens(Complex x, Complex y) {
    const double r = std::hypot(std::abs(x), std::abs(y));
    if (r == 0) return {1, 0};
    if (std::abs(x) == 0) return {0, 1};
    return {std::abs(x) / r, x / std::abs(x) * std::conj(y) / r};
}

// Similar, with zeros below the first subdiagonal.
std::vector<Complex> hessenberg(const Square& a, std::size_t n) {
    std::vector<Complex> h(a.begin(), a.end());
    for (std::size_t k = 0; k + 2 < n; ++k) {
        for (std::size_t i = n - 1; i > k + 1; --i) {
            const auto [c, s] = givens(h[(i - 1) * n + k], h[i * n + k]);
            for (std::size_t j = 0; j < n; ++j) {
                const Complex x = h[(i - 1) * n + j];
                const Complex y = h[i * n + j];
                h[(i - 1) * n + j] = c * x + s * y;
                h[i * n + j] = c * y - std::conj(s) * x;
            }
            for (std::size_t j = 0; j < n; ++j) {
                const Complex x = h[j * n + i - 1];
                const Complex y = h[j * n + i];
                h[j * n + i - 1] = c * x + std::conj(s) * y;
                h[j * n + i] = c * y - s * x;
            }
        }
    }
    return h;
}

// The eigenvalue of the last 2 x 2 block of the first m rows that is nearer to its last entry.
Complex wilkinson_shift(const std::vector<Complex>& h, std::size_t n, std::size_t m) {
    const Complex a = h[(m - 2) * n + m - 2];
    const Complex d = h[(m - 1) * n + m - 1];
    const Complex root = std::sqrt((a - d) * (a - d) / 4.0 + h[(m - 2) * n + m - 1] * h[(m - 1) * n + m - 2]);
    const Complex plus = (a + d) / 2.0 + root;
    const Complex minus = (a + d) / 2.0 - root;
    return std::abs(plus - d) < std::abs(minus - d) ? plus : minus;
}

// H - shift = Q R, then H <- R Q + shift on the rows from `first` up to m.
void qr_step(std::vector<Complex>& h, std::size_t n, std::size_t first, std::size_t m, Complex shift) {
    for (std::size_t k = first; k < m; ++k) h[k * n + k] -= shift;
    std::vector<Givens> turns;
    for (std::size_t k = first; k + 1 < m; ++k) {
        const auto [c, s] = turns.emplace_back(givens(h[k * n + k], h[(k + 1) * n + k]));
        for (std::size_t j = k; j < m; ++j) {
            const Complex x = h[k * n + j];
            const Complex y = h[(k + 1) * n + j];
            h[k * n + j] = c * x + s * y;
            h[(k + 1) * n + j] = c * y - std::conj(s) * x;
        }
    }
    for (std::size_t k = first; k + 1 < m; ++k) {
        const auto [c, s] = turns[k - first];
        for (std::size_t j = first; j < std::min(k + 2, m); ++j) {
            const Complex x = h[j * n + k];
            const Complex y = h[j * n + k + 1];
            h[j * n + k] = c * x + std::conj(s) * y;
            h[j * n + k + 1] = c * y - s * x;
        }
    }
    for (std::size_t k = first; k < m; ++k) h[k * n + k] += shift;
}

std::vector<Complex> eigenvalues_by_qr(const Square& a, std::size_t n) {
    std::vector<Complex> h = hessenberg(a, n);
    const double small = std::numeric_limits<double>::epsilon();
    std::vector<Complex> values;
    const auto is_split = [&](std::size_t k) {  // between rows k - 1 and k
        return std::abs(h[k * n + k - 1]) <=
               small * (std::abs(h[(k - 1) * n + k - 1]) + std::abs(h[k * n + k]));
    };
    int tries = 0;
    for (std::size_t m = n; m > 0;) {
        if (m == 1 || is_split(m - 1) || tries == 200) {
            values.push_back(h[(m - 1) * n + m - 1]);
            --m;
            tries = 0;
            continue;
        }
        std::size_t first = m - 1;
        while (first > 0 && !is_split(first)) --first;
        const Complex shift = ++tries % 11 == 0 ? std::abs(h[(m - 1) * n + m - 2]) : wilkinson_shift(h, n, m);
        qr_step(h, n, first, m, shift);
    }
    return values;
}

}  // namespace

Square identity(std::size_t n) {
    Square result(n * n);
    for (std::size_t i = 0; i < n; ++i) result[i * n + i] = 1;
    return result;
}

Square product(const Square& a, const Square& b, std::size_t n) {
    Square result(n * n);
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) {
            for (std::size_t j = 0; j < n; ++j) result[i * n + j] += a[i * n + k] * b[k * n + j];
        }
    }
    return result;
}

std::vector<double> product(const Square& a, std::span<const double> x) {
    std::vector<double> result(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < x.size(); ++j) result[i] += a[i * x.size() + j] * x[j];
    }
    return result;
}

double largest_magnitude(std::span<const double> values) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    return largest;
}

double shifted_determinant(Square a, double shift, std::size_t n) {
    double result = 1;
    for (std::size_t i = 0; i < n; ++i) a[i * n + i] += shift;
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t pivot = pivot_row(a, n, k);
        if (a[pivot * n + k] == 0) return 0;
        swap_rows(a, n, k, pivot);
        result *= pivot == k ? a[k * n + k] : -a[k * n + k];
        for (std::size_t i = k + 1; i < n; ++i) eliminate(a, n, i, k);
    }
    return result;
}

std::optional<std::vector<double>> solve(Square a, std::vector<double> b) {
    const std::size_t n = b.size();
    for (std::size_t k = 0; k < n; ++k) {
        const std::size_t pivot = pivot_row(a, n, k);
        if (a[pivot * n + k] == 0 || !std::isfinite(a[pivot * n + k])) return std::nullopt;
        swap_rows(a, n, k, pivot);
        std::swap(b[k], b[pivot]);
        for (std::size_t i = k + 1; i < n; ++i) b[i] -= eliminate(a, n, i, k) * b[k];
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
        b[k] /= a[k * n + k];
    }
    return b;
}

SymmetricEigen symmetric_eigen(Square a, std::size_t n) {
    Square vectors = identity(n);
    constexpr int most_sweeps = 60;
    for (int sweep = 0; sweep < most_sweeps && off_diagonal(a, n) > 0; ++sweep) {
        const double before = off_diagonal(a, n);
        for (std::size_t p = 0; p < n; ++p) {
            for (std::size_t q = p + 1; q < n; ++q) rotate(a, vectors, n, p, q);
        }
        const double size = largest_magnitude(a);
        if (off_diagonal(a, n) >= before && before < 1e-28 * size * size) break;
    }
    return sorted_eigen(a, vectors, n);
}

std::vector<Complex> eigenvalues(const Square& a, std::size_t n) {
    if (n == 1) return {a[0]};
    std::vector<Complex> values = n == 2 ? eigenvalues_of_two(a) : eigenvalues_by_qr(a, n);
    std::stable_sort(values.begin(), values.end(),
                     [](const Complex& x, const Complex& y) { return std::abs(x) > std::abs(y); });
    return values;
}

std::vector<double> eigenvector(const Square& a, double value, std::size_t n) {
    Square shifted = a;
    const double nudge = 1e-10 * (1 + std::abs(value));
    for (std::size_t i = 0; i < n; ++i) shifted[i * n + i] -= value + nudge;
    std::vector<double> v(n);
    for (std::size_t i = 0; i < n; ++i) v[i] = 1 / static_cast<double>(i + 2);
    for (int round = 0; round < 3; ++round) {
        v = solve(shifted, v).value_or(v);
        double square = 0;
        for (const double entry : v) square += entry * entry;
        for (double& entry : v) entry /= std::sqrt(square);
    }
    return v;
}

}  // namespace drover::impl
