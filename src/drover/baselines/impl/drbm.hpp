#pragma once

#include <vector>

#include <drover/baselines/impl/conjugate_gradients.hpp>
#include <drover/baselines/impl/drbm_kernel.hpp>
#include <drover/baselines/impl/labelled_view.hpp>
#include <drover/core/aligned_vector.hpp>
#include <drover/core/thread_pool.hpp>

namespace drover::baselines::impl {

/// The layout of a discriminative RBM's parameters in one vector: W, one row of hidden units per column, then
/// B, one row per label unit, then theta, then alpha. Rows are padded with zeros to full SIMD vectors.
struct DrbmShape {
    std::size_t columns = 0;
    std::size_t hidden = 0;
    std::size_t classes = 0;
    std::size_t label_units = 0;  ///< one per class, or 1: then class 1 is +1, class 0 is -1
    rbm::UnitCoding coding = rbm::UnitCoding::signs;

    static std::size_t padded(std::size_t count) {
        return (count + drbm_lanes - 1) / drbm_lanes * drbm_lanes;
    }
    std::size_t width() const { return padded(hidden); }
    std::size_t labels_at() const { return columns * width(); }
    std::size_t theta_at() const { return labels_at() + label_units * width(); }
    std::size_t alpha_at() const { return theta_at() + width(); }
    std::size_t size() const { return alpha_at() + padded(label_units); }
    /// The value of label unit l for class k: +1 or -1.
    double code(std::size_t k, std::size_t l) const { return (label_units == 1 ? k == 1 : k == l) ? 1 : -1; }
    std::size_t tile_count() const { return (width() + drbm_tile - 1) / drbm_tile; }
};

using DrbmVector = AlignedVector<double>;

/// Mean over some rows of -ln p(label | x), plus l2 / 2 of the squares of W and B, as a function of the
/// parameters. Fields are linear in the parameters, so that a direction costs one product with the rows, and
/// a step along it none.
class DrbmLoss : public LineFunction {
  public:
    DrbmLoss(const DrbmShape& shape, const SparseRows& rows, double unit, DrbmVector& parameters, double l2,
             ThreadPool* pool);

    /// Selects the rows; their labels, or none where only probabilities are needed.
    void load(std::size_t first, std::size_t count, std::span<const std::uint32_t> labels);

    std::size_t size() const override { return shape_.size(); }
    /// Call after load or move, before anything else.
    double gradient(std::span<double> slopes) override;
    void aim(std::span<const double> direction) override;
    ValueAndSlope at(double step) override;
    void move(double step) override;

    /// ln p(k | x) at the place last evaluated, of all classes, row by row.
    std::span<const double> log_probabilities() const { return log_probabilities_; }

  private:
    void find_all_fields(const double* parameters, std::vector<double>& fields, std::vector<double>& offsets);
    void find_offsets(const double* parameters, std::vector<double>& offsets) const;
    void find_sums(double step);
    double label_term(const double* parameters, std::size_t k) const;
    void add_up_row(std::size_t i, double step);
    ValueAndSlope row_loss(std::size_t i) const;
    void add_tile(std::size_t tile, double* slopes);
    void spread_class_slopes(double* slopes) const;
    HiddenLine line(std::size_t tile, std::size_t i, double step) const;

    DrbmShape shape_;
    const SparseRows& rows_;
    double unit_;
    DrbmVector& parameters_;
    double l2_;
    ThreadPool* pool_;

    std::size_t first_ = 0;
    std::size_t count_ = 0;
    std::span<const std::uint32_t> labels_;
    DrbmVector direction_;
    std::vector<double> fields_;  // by row, then hidden unit
    std::vector<double> field_moves_;
    std::vector<double> offsets_;  // by class, then hidden unit
    std::vector<double> offset_moves_;
    std::vector<HiddenSums> sums_;  // by tile, row, class
    std::vector<double> log_probabilities_;
    std::vector<double> score_slopes_;
    std::vector<double> residuals_;
    std::vector<double> class_slopes_;
    double evaluated_at_ = 0;
    double point2_ = 0;  // squares of W and B: of the point, of the direction, and their product
    double direction2_ = 0;
    double cross_ = 0;
};

}  // namespace drover::baselines::impl
