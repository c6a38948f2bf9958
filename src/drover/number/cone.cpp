#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <vector>

#include <drover/number/big_int.hpp>
#include <drover/number/cone.hpp>

namespace drover {
namespace {

// A vector and its entries as doubles, which give the sign of most products without long arithmetic.
struct Prices {
    std::vector<BigInt> exact;
    std::vector<double> rough;  // exact * 2^-shift, the largest below 1

    explicit Prices(std::vector<BigInt> values) : exact{std::move(values)} {
        std::size_t shift = 0;
        for (const BigInt& value : exact) shift = std::max(shift, value.bit_length());
        for (const BigInt& value : exact) rough.push_back(value.scaled(shift));
    }
};

// Minimizes the sum of m artificial variables z in: sum_j x_j * ray_j + (signs of target) * z = target,
// x >= 0, z >= 0. The target is in the cone exactly if the minimum is 0.
class PhaseOne {
  public:
    PhaseOne(MatrixView<const Int128> rays, std::span<const Int128> target)
        : rays_{rays}, size_{target.size()}, rows_(size_, std::vector<BigInt>(size_ + 1)) {
        for (std::size_t i = 0; i < size_; ++i) {
            rows_[i][i] = target[i] < 0 ? -1 : 1;
            rows_[i][size_] = rows_[i][i] * target[i];
            basic_.push_back(i);
        }
        rough_rays_.reserve(rays.row_count() * size_);
        for (std::size_t j = 0; j < rays.row_count(); ++j) {
            for (const Int128 value : rays.row(j)) rough_rays_.push_back(static_cast<double>(value));
        }
    }

    bool reaches_zero() {
        while (!is_zero()) {
            const std::optional<std::size_t> ray = entering();
            if (!ray) return false;
            enter(*ray);
        }
        return true;
    }

  private:
    static constexpr std::size_t patience = 20;  // pivots per entry of a ray

    // Variables are numbered: artificial ones first, then the rays.
    bool is_artificial(std::size_t row) const { return basic_[row] < size_; }

    bool is_zero() const {
        for (std::size_t i = 0; i < size_; ++i) {
            if (is_artificial(i) && rows_[i][size_].sign() != 0) return false;
        }
        return true;
    }

    // A ray whose entry lowers the sum of the artificial variables: <prices, ray> > 0. The steepest one takes
    // few pivots but might cycle, so after a while it is the first one (Bland 1977), which cannot.
    std::optional<std::size_t> entering() const {
        const bool steepest = pivot_count_ < patience * size_;
        const Prices prices{artificial_sums()};
        std::optional<std::size_t> best;
        double best_gain = 0;
        for (std::size_t j = 0; j < rays_.row_count(); ++j) {
            const RoughProduct gain = rough_product(prices, j);
            if (best && gain.value <= best_gain) continue;
            if (!is_positive(gain, prices, j)) continue;
            if (!steepest) return j;
            best = j;
            best_gain = gain.value;
        }
        return best;
    }

    std::vector<BigInt> artificial_sums() const {
        std::vector<BigInt> sums(size_);
        for (std::size_t i = 0; i < size_; ++i) {
            if (!is_artificial(i)) continue;
            for (std::size_t k = 0; k < size_; ++k) sums[k] += rows_[i][k];
        }
        return sums;
    }

    struct RoughProduct {
        double value = 0;
        double error = 0;
    };

    // Each term has a relative error of at most 2^-52 (price) + 2^-53 (ray) + 2^-53 (product), each addition
    // 2^-53; 2^-900 covers underflow.
    RoughProduct rough_product(const Prices& prices, std::size_t ray) const {
        double sum = 0;
        double magnitude = 0;
        for (std::size_t k = 0; k < size_; ++k) {
            const double term = prices.rough[k] * rough_rays_[ray * size_ + k];
            sum += term;
            magnitude += std::abs(term);
        }
        return {.value = sum, .error = static_cast<double>(size_ + 8) * 0x1p-52 * magnitude + 0x1p-900};
    }

    // The double product decides unless it is within its error.
    bool is_positive(const RoughProduct& rough, const Prices& prices, std::size_t ray) const {
        if (std::abs(rough.value) > rough.error) return rough.value > 0;
        return product(prices.exact, ray).sign() > 0;
    }

    BigInt product(const std::vector<BigInt>& row, std::size_t ray) const {
        BigInt sum;
        for (std::size_t k = 0; k < size_; ++k) {
            if (rays_(ray, k) != 0) sum += row[k] * rays_(ray, k);
        }
        return sum;
    }

    // Exchanges the ray for the basic variable that first reaches zero. Fraction-free: every number stays a
    // minor of the rays, so the division is exact (Edmonds 1967, Bareiss 1968).
    void enter(std::size_t ray) {
        std::vector<BigInt> column;
        for (const auto& row : rows_) column.push_back(product(row, ray));
        const std::size_t pivot = leaving(column);
        for (std::size_t i = 0; i < size_; ++i) {
            if (i == pivot) continue;
            for (std::size_t k = 0; k <= size_; ++k) {
                rows_[i][k] = (column[pivot] * rows_[i][k] - column[i] * rows_[pivot][k]) / determinant_;
            }
        }
        determinant_ = column[pivot];
        ++pivot_count_;
        basic_[pivot] = size_ + ray;
    }

    // The row with the least level / column among positive entries of the column; the lowest variable on
    // ties. There is one, because the objective is bounded.
    std::size_t leaving(const std::vector<BigInt>& column) const {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < size_; ++i) {
            if (column[i].sign() <= 0) continue;
            if (!best || leaves_before(i, *best, column)) best = i;
        }
        assert(best);
        return *best;
    }
    bool leaves_before(std::size_t i, std::size_t j, const std::vector<BigInt>& column) const {
        const auto order = rows_[i][size_] * column[j] <=> rows_[j][size_] * column[i];
        return std::is_lt(order) || (std::is_eq(order) && basic_[i] < basic_[j]);
    }

    MatrixView<const Int128> rays_;
    std::size_t size_;
    std::vector<double> rough_rays_;
    std::vector<std::vector<BigInt>> rows_;  // determinant * (inverse of the basis | its levels)
    std::vector<std::size_t> basic_;         // the variable of each row
    BigInt determinant_ = 1;
    std::size_t pivot_count_ = 0;
};

}  // namespace

bool cone_contains(MatrixView<const Int128> rays, std::span<const Int128> target) {
    assert(rays.row_count() == 0 || rays.column_count() == target.size());
    return PhaseOne{rays, target}.reaches_zero();
}

}  // namespace drover
