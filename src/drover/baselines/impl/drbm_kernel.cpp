// Compiled once for each instruction set (Highway); the best one is picked when the program runs.
#include <drover/baselines/impl/drbm_kernel.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "drover/baselines/impl/drbm_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <array>

#include <drover/number/impl/exp.hpp>

HWY_BEFORE_NAMESPACE();
namespace drover::baselines::impl::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, drbm_lanes>;
using Vector = hn::Vec<Tag>;

// Multiplications and additions are never fused, so that every instruction set rounds alike.
HWY_INLINE Vector times_plus(Vector a, Vector b, Vector c) { return hn::Add(hn::Mul(a, b), c); }

void fields_of(const SparseRow& row, double unit, const double* HWY_RESTRICT weights, std::size_t stride,
               double* HWY_RESTRICT fields, std::size_t count) {
    const Tag d;
    const std::size_t lanes = hn::Lanes(d);
    std::size_t j = 0;
    for (; j + 4 * lanes <= count; j += 4 * lanes) {
        auto a = hn::Zero(d);
        auto b = a;
        auto c = a;
        auto e = a;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const double* own = weights + row.columns[i] * stride + j;
            const auto x = hn::Set(d, unit * row.values[i]);
            a = times_plus(x, hn::LoadU(d, own), a);
            b = times_plus(x, hn::LoadU(d, own + lanes), b);
            c = times_plus(x, hn::LoadU(d, own + 2 * lanes), c);
            e = times_plus(x, hn::LoadU(d, own + 3 * lanes), e);
        }
        hn::StoreU(a, d, fields + j);
        hn::StoreU(b, d, fields + j + lanes);
        hn::StoreU(c, d, fields + j + 2 * lanes);
        hn::StoreU(e, d, fields + j + 3 * lanes);
    }
    for (; j < count; j += lanes) {
        auto a = hn::Zero(d);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto x = hn::Set(d, unit * row.values[i]);
            a = times_plus(x, hn::LoadU(d, weights + row.columns[i] * stride + j), a);
        }
        hn::StoreU(a, d, fields + j);
    }
}

void products_of(const SparseRow& row, double unit, const double* HWY_RESTRICT slopes,
                 double* HWY_RESTRICT gradient, std::size_t stride, std::size_t count) {
    const Tag d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < row.size(); ++i) {
        double* own = gradient + row.columns[i] * stride;
        const auto x = hn::Set(d, unit * row.values[i]);
        for (std::size_t j = 0; j < count; j += lanes)
            hn::StoreU(times_plus(x, hn::LoadU(d, slopes + j), hn::LoadU(d, own + j)), d, own + j);
    }
}

// exp(x) for x <= 0, as portable_exp has it; x below -700 counts as -700.
HWY_INLINE Vector exponential(Vector x) {
    const Tag d;
    const hn::RebindToUnsigned<Tag> bits;
    const auto shift = hn::Set(d, drover::impl::exp_shift);
    const auto clamped = hn::Max(x, hn::Set(d, -drover::impl::exp_safe));
    const auto shifted = times_plus(clamped, hn::Set(d, drover::impl::exp_inverse_ln2), shift);
    const auto k = hn::Sub(shifted, shift);
    const auto r = hn::Sub(hn::Sub(clamped, hn::Mul(k, hn::Set(d, drover::impl::exp_ln2_high))),
                           hn::Mul(k, hn::Set(d, drover::impl::exp_ln2_low)));
    auto q = hn::Set(d, drover::impl::exp_series[9]);
    for (std::size_t i = 9; i-- > 0;) q = times_plus(q, r, hn::Set(d, drover::impl::exp_series[i]));
    const auto reduced = hn::Add(hn::Set(d, 1), hn::Add(r, hn::Mul(hn::Mul(r, r), q)));
    const auto exponent = hn::ShiftLeft<52>(hn::BitCast(bits, shifted));
    return hn::BitCast(d, hn::Add(hn::BitCast(bits, reduced), exponent));
}

// g(o) = linear + ln(factor), and g'(o) = mean. With e = exp(-2|o|): ln(2 cosh o) = |o| + ln(1 + e) and
// tanh |o| = (1 - e) / (1 + e); with e = exp(-|o|): ln(1 + exp o) = max(o, 0) + ln(1 + e).
struct Unit {
    Vector linear;
    Vector factor;
    Vector mean;
};

template <rbm::UnitCoding coding>
HWY_INLINE Unit unit_at(Vector o) {
    const Tag d;
    const auto one = hn::Set(d, 1);
    const auto size = hn::Abs(o);
    const auto e = exponential(hn::Neg(coding == rbm::UnitCoding::signs ? hn::Add(size, size) : size));
    const auto factor = hn::Add(one, e);
    const auto tanh = hn::CopySign(hn::Div(hn::Sub(one, e), factor), o);
    if constexpr (coding == rbm::UnitCoding::signs) return {size, factor, tanh};
    const auto half = hn::Set(d, 0.5);
    return {hn::Max(o, hn::Zero(d)), factor, times_plus(half, tanh, half)};
}

HWY_INLINE double sum_of(const std::array<double, drbm_lanes>& x) {
    return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

HWY_INLINE double product_of(const std::array<double, drbm_lanes>& x) {
    return ((x[0] * x[1]) * (x[2] * x[3])) * ((x[4] * x[5]) * (x[6] * x[7]));
}

template <rbm::UnitCoding coding>
HiddenSums class_sums(const HiddenLine& line, std::size_t k) {
    const Tag d;
    const std::size_t lanes = hn::Lanes(d);
    const auto step = hn::Set(d, line.step);
    const double* offsets = line.offsets + k * line.stride;
    const double* moves = line.offset_moves + k * line.stride;
    std::array<double, drbm_lanes> linear;
    std::array<double, drbm_lanes> product;
    std::array<double, drbm_lanes> slope;
    for (std::size_t lane = 0; lane < drbm_lanes; lane += lanes) {
        auto sum = hn::Zero(d);
        auto factors = hn::Set(d, 1);
        auto slopes = sum;
        for (std::size_t j = lane; j < line.count; j += drbm_lanes) {
            const auto field_move = hn::LoadU(d, line.field_moves + j);
            const auto offset_move = hn::LoadU(d, moves + j);
            const auto field = times_plus(step, field_move, hn::LoadU(d, line.fields + j));
            const auto offset = times_plus(step, offset_move, hn::LoadU(d, offsets + j));
            const Unit unit = unit_at<coding>(hn::Add(field, offset));
            sum = hn::Add(sum, unit.linear);
            factors = hn::Mul(factors, unit.factor);
            slopes = times_plus(unit.mean, hn::Add(field_move, offset_move), slopes);
        }
        hn::StoreU(sum, d, linear.data() + lane);
        hn::StoreU(factors, d, product.data() + lane);
        hn::StoreU(slopes, d, slope.data() + lane);
    }
    return {sum_of(linear), product_of(product), sum_of(slope)};
}

void sums_of(rbm::UnitCoding coding, const HiddenLine& line, std::size_t class_count, HiddenSums* sums) {
    for (std::size_t k = 0; k < class_count; ++k) {
        sums[k] = coding == rbm::UnitCoding::signs ? class_sums<rbm::UnitCoding::signs>(line, k)
                                                   : class_sums<rbm::UnitCoding::bits>(line, k);
    }
}

template <rbm::UnitCoding coding>
void add_means_as(const HiddenLine& line, const double* HWY_RESTRICT residuals, std::size_t class_count,
                  double* HWY_RESTRICT row_slopes, double* HWY_RESTRICT class_slopes) {
    const Tag d;
    for (std::size_t j = 0; j < line.count; j += hn::Lanes(d)) {
        const auto field = hn::LoadU(d, line.fields + j);
        auto total = hn::Zero(d);
        for (std::size_t k = 0; k < class_count; ++k) {
            const std::size_t at = k * line.stride + j;
            const Unit unit = unit_at<coding>(hn::Add(field, hn::LoadU(d, line.offsets + at)));
            const auto slope = hn::Mul(hn::Set(d, residuals[k]), unit.mean);
            total = hn::Add(total, slope);
            hn::StoreU(hn::Add(hn::LoadU(d, class_slopes + at), slope), d, class_slopes + at);
        }
        hn::StoreU(total, d, row_slopes + j);
    }
}

void means_of(rbm::UnitCoding coding, const HiddenLine& line, const double* residuals,
              std::size_t class_count, double* row_slopes, double* class_slopes) {
    if (coding == rbm::UnitCoding::signs) {
        add_means_as<rbm::UnitCoding::signs>(line, residuals, class_count, row_slopes, class_slopes);
    } else {
        add_means_as<rbm::UnitCoding::bits>(line, residuals, class_count, row_slopes, class_slopes);
    }
}

// In blocks, so that lanes which do not fit one vector find the numbers in the cache.
double dot_of(const double* HWY_RESTRICT a, const double* HWY_RESTRICT b, std::size_t count) {
    constexpr std::size_t block = 64 * drbm_lanes;
    const Tag d;
    std::array<double, drbm_lanes> sums{};
    for (std::size_t first = 0; first < count; first += block) {
        const std::size_t end = first + block < count ? first + block : count;
        for (std::size_t lane = 0; lane < drbm_lanes; lane += hn::Lanes(d)) {
            auto sum = hn::LoadU(d, sums.data() + lane);
            for (std::size_t i = first + lane; i < end; i += drbm_lanes)
                sum = times_plus(hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum);
            hn::StoreU(sum, d, sums.data() + lane);
        }
    }
    return sum_of(sums);
}

void blend_of(double* HWY_RESTRICT target, double factor, const double* HWY_RESTRICT source, double weight,
              std::size_t count) {
    const Tag d;
    const auto scale = hn::Set(d, factor);
    const auto share = hn::Set(d, weight);
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
        const auto kept = hn::Mul(scale, hn::LoadU(d, target + i));
        hn::StoreU(times_plus(share, hn::LoadU(d, source + i), kept), d, target + i);
    }
}

}  // namespace drover::baselines::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace drover::baselines::impl {

HWY_EXPORT(fields_of);
HWY_EXPORT(products_of);
HWY_EXPORT(sums_of);
HWY_EXPORT(means_of);
HWY_EXPORT(dot_of);
HWY_EXPORT(blend_of);

void find_fields(SparseRow row, double unit, const double* weights, std::size_t stride, double* fields,
                 std::size_t count) {
    HWY_DYNAMIC_DISPATCH(fields_of)(row, unit, weights, stride, fields, count);
}

void add_products(SparseRow row, double unit, const double* slopes, double* gradient, std::size_t stride,
                  std::size_t count) {
    HWY_DYNAMIC_DISPATCH(products_of)(row, unit, slopes, gradient, stride, count);
}

void find_hidden_sums(rbm::UnitCoding coding, const HiddenLine& line, std::size_t class_count,
                      HiddenSums* sums) {
    HWY_DYNAMIC_DISPATCH(sums_of)(coding, line, class_count, sums);
}

void add_hidden_means(rbm::UnitCoding coding, const HiddenLine& line, const double* residuals,
                      std::size_t class_count, double* row_slopes, double* class_slopes) {
    HWY_DYNAMIC_DISPATCH(means_of)(coding, line, residuals, class_count, row_slopes, class_slopes);
}

double dot_product(const double* a, const double* b, std::size_t count) {
    return HWY_DYNAMIC_DISPATCH(dot_of)(a, b, count);
}

void blend(double* target, double factor, const double* source, double weight, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(blend_of)(target, factor, source, weight, count);
}

}  // namespace drover::baselines::impl
#endif
