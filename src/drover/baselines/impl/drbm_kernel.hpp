#pragma once

#include <cstddef>

#include <drover/data/sparse_rows.hpp>
#include <drover/rbm/machine.hpp>

namespace drover::baselines::impl {

/// Lanes of all sums, whatever the machine's vector size: every instruction set gives the same bits. All
/// counts below are multiples of it.
constexpr std::size_t drbm_lanes = 8;
/// Hidden units processed together; their sums are added in order.
constexpr std::size_t drbm_tile = 32;

/// fields[j] = sum over the entries of unit * x_c * weights[c * stride + j].
void find_fields(SparseRow row, double unit, const double* weights, std::size_t stride, double* fields,
                 std::size_t count);
/// gradient[c * stride + j] += unit * x_c * slopes[j].
void add_products(SparseRow row, double unit, const double* slopes, double* gradient, std::size_t stride,
                  std::size_t count);

/// For one class: with o_j the fields, sum_j g(o_j) = linear + ln(product), and how it changes along a line.
struct HiddenSums {
    double linear = 0;
    double product = 1;
    double slope = 0;
};

/// The fields o_kj = (f_j + step * df_j) + (e_kj + step * de_kj) of some hidden units, for one row.
struct HiddenLine {
    const double* fields;
    const double* field_moves;
    const double* offsets;  ///< those of class k begin at k * stride
    const double* offset_moves;
    double step;
    std::size_t stride;
    std::size_t count;  ///< at most a tile
};

/// g is ln(2 cosh) for units of +-1, ln(1 + exp) for units of 0 and 1; its derivative tanh or sigmoid.
void find_hidden_sums(rbm::UnitCoding coding, const HiddenLine& line, std::size_t class_count,
                      HiddenSums* sums);

/// With m_kj = g'(f_j + e_kj): row_slopes[j] = sum_k r_k m_kj, class_slopes[k * stride + j] += r_k m_kj.
/// Moves are ignored.
void add_hidden_means(rbm::UnitCoding coding, const HiddenLine& line, const double* residuals,
                      std::size_t class_count, double* row_slopes, double* class_slopes);

double dot_product(const double* a, const double* b, std::size_t count);
/// target = target * factor + source * weight.
void blend(double* target, double factor, const double* source, double weight, std::size_t count);

}  // namespace drover::baselines::impl
