#include <algorithm>

#include <drover/baselines/impl/drbm.hpp>
#include <drover/number/exp.hpp>
#include <drover/number/normal.hpp>

namespace drover::baselines::impl {
namespace {

constexpr double large_product = 1e250;  // another tile's factors, up to 2^32, still fit

}  // namespace

DrbmLoss::DrbmLoss(const DrbmShape& shape, const SparseRows& rows, double unit, DrbmVector& parameters,
                   double l2, ThreadPool* pool)
    : shape_{shape},
      rows_{rows},
      unit_{unit},
      parameters_{parameters},
      l2_{l2},
      pool_{pool},
      direction_(shape.size()),
      class_slopes_(shape.classes * shape.width()) {}

void DrbmLoss::load(std::size_t first, std::size_t count, std::span<const std::uint32_t> labels) {
    first_ = first;
    count_ = count;
    labels_ = labels;
    std::fill(direction_.begin(), direction_.end(), 0.0);
    field_moves_.assign(count * shape_.width(), 0);
    offset_moves_.assign(shape_.classes * shape_.width(), 0);
    sums_.resize(shape_.tile_count() * count * shape_.classes);
    log_probabilities_.resize(count * shape_.classes);
    score_slopes_.resize(count * shape_.classes);
    find_all_fields(parameters_.data(), fields_, offsets_);
    point2_ = dot_product(parameters_.data(), parameters_.data(), shape_.theta_at());
    direction2_ = cross_ = 0;
    at(0);
}

void DrbmLoss::find_all_fields(const double* parameters, std::vector<double>& fields,
                               std::vector<double>& offsets) {
    const std::size_t width = shape_.width();
    fields.resize(count_ * width);
    for_each_index(pool_, shape_.tile_count(), [&](std::size_t tile) {
        const std::size_t j = tile * drbm_tile;
        for (std::size_t i = 0; i < count_; ++i) {
            find_fields(rows_[first_ + i], unit_, parameters + j, width, fields.data() + i * width + j,
                        std::min(drbm_tile, width - j));
        }
    });
    find_offsets(parameters, offsets);
}

// theta_j + sum_l y_l B_lj, y the code of class k.
void DrbmLoss::find_offsets(const double* parameters, std::vector<double>& offsets) const {
    const std::size_t width = shape_.width();
    offsets.resize(shape_.classes * width);
    for (std::size_t k = 0; k < shape_.classes; ++k) {
        double* own = offsets.data() + k * width;
        std::copy_n(parameters + shape_.theta_at(), width, own);
        for (std::size_t l = 0; l < shape_.label_units; ++l)
            blend(own, 1, parameters + shape_.labels_at() + l * width, shape_.code(k, l), width);
    }
}

void DrbmLoss::aim(std::span<const double> direction) {
    std::copy(direction.begin(), direction.end(), direction_.begin());
    find_all_fields(direction_.data(), field_moves_, offset_moves_);
    if (l2_ == 0) return;
    direction2_ = dot_product(direction_.data(), direction_.data(), shape_.theta_at());
    cross_ = dot_product(parameters_.data(), direction_.data(), shape_.theta_at());
}

HiddenLine DrbmLoss::line(std::size_t tile, std::size_t i, double step) const {
    const std::size_t width = shape_.width();
    const std::size_t j = tile * drbm_tile;
    return {.fields = fields_.data() + i * width + j,
            .field_moves = field_moves_.data() + i * width + j,
            .offsets = offsets_.data() + j,
            .offset_moves = offset_moves_.data() + j,
            .step = step,
            .stride = width,
            .count = std::min(drbm_tile, width - j)};
}

void DrbmLoss::find_sums(double step) {
    for_each_index(pool_, shape_.tile_count(), [&](std::size_t tile) {
        for (std::size_t i = 0; i < count_; ++i) {
            find_hidden_sums(shape_.coding, line(tile, i, step), shape_.classes,
                             sums_.data() + (tile * count_ + i) * shape_.classes);
        }
    });
}

double DrbmLoss::label_term(const double* parameters, std::size_t k) const {
    double sum = 0;
    for (std::size_t l = 0; l < shape_.label_units; ++l)
        sum += shape_.code(k, l) * parameters[shape_.alpha_at() + l];
    return sum;
}

// u_k = alpha.y + sum_j g(o_kj), then less the logarithm of the sum of their exponentials. Units that fill up
// rows add ln 2 to all u_k alike.
void DrbmLoss::add_up_row(std::size_t i, double step) {
    const std::size_t classes = shape_.classes;
    double* scores = log_probabilities_.data() + i * classes;
    for (std::size_t k = 0; k < classes; ++k) {
        double slope = label_term(direction_.data(), k);
        double score = label_term(parameters_.data(), k) + step * slope;
        double product = 1;
        for (std::size_t tile = 0; tile < shape_.tile_count(); ++tile) {
            const HiddenSums& sums = sums_[(tile * count_ + i) * classes + k];
            score += sums.linear;
            slope += sums.slope;
            product *= sums.product;
            if (product < large_product) continue;
            score += portable_log(product);
            product = 1;
        }
        scores[k] = score + portable_log(product);
        score_slopes_[i * classes + k] = slope;
    }
    const double most = *std::max_element(scores, scores + classes);
    double total = 0;
    for (std::size_t k = 0; k < classes; ++k) total += portable_exp(scores[k] - most);
    const double whole = most + portable_log(total);
    for (std::size_t k = 0; k < classes; ++k) scores[k] -= whole;
}

ValueAndSlope DrbmLoss::row_loss(std::size_t i) const {
    const std::size_t at = i * shape_.classes;
    const std::size_t label = at + labels_[i];
    double slope = -score_slopes_[label];
    for (std::size_t k = at; k < at + shape_.classes; ++k)
        slope += portable_exp(log_probabilities_[k]) * score_slopes_[k];
    return {-log_probabilities_[label], slope};
}

ValueAndSlope DrbmLoss::at(double step) {
    evaluated_at_ = step;
    find_sums(step);
    for (std::size_t i = 0; i < count_; ++i) add_up_row(i, step);
    ValueAndSlope mean;
    if (labels_.empty()) return mean;
    for (std::size_t i = 0; i < count_; ++i) {
        const ValueAndSlope own = row_loss(i);
        mean.value += own.value;
        mean.slope += own.slope;
    }
    const auto count = static_cast<double>(count_);
    const double squares = point2_ + step * (2 * cross_ + step * direction2_);
    return {mean.value / count + l2_ / 2 * squares, mean.slope / count + l2_ * (cross_ + step * direction2_)};
}

void DrbmLoss::move(double step) {
    if (step != evaluated_at_) at(step);
    blend(parameters_.data(), 1, direction_.data(), step, shape_.size());
    blend(fields_.data(), 1, field_moves_.data(), step, fields_.size());
    find_offsets(parameters_.data(), offsets_);
    if (l2_ != 0) point2_ = dot_product(parameters_.data(), parameters_.data(), shape_.theta_at());
    evaluated_at_ = 0;
}

double DrbmLoss::gradient(std::span<double> slopes) {
    const std::size_t classes = shape_.classes;
    const auto count = static_cast<double>(count_);
    double value = 0;
    residuals_.resize(count_ * classes);
    for (std::size_t i = 0; i < count_; ++i) {
        value -= log_probabilities_[i * classes + labels_[i]];
        for (std::size_t k = 0; k < classes; ++k) {
            const double p = portable_exp(log_probabilities_[i * classes + k]);
            residuals_[i * classes + k] = (p - (k == labels_[i] ? 1 : 0)) / count;
        }
    }
    for_each_index(pool_, shape_.tile_count(), [&](std::size_t tile) { add_tile(tile, slopes.data()); });
    spread_class_slopes(slopes.data());
    if (l2_ != 0) blend(slopes.data(), 1, parameters_.data(), l2_, shape_.theta_at());
    return value / count + l2_ / 2 * point2_;
}

// Writes the slopes of the tile's part of W, and of its fields by class.
void DrbmLoss::add_tile(std::size_t tile, double* slopes) {
    const std::size_t width = shape_.width();
    const std::size_t j = tile * drbm_tile;
    const std::size_t units = std::min(drbm_tile, width - j);
    const std::size_t real = std::min(units, shape_.hidden - j);
    for (std::size_t c = 0; c < shape_.columns; ++c) std::fill_n(slopes + c * width + j, units, 0.0);
    for (std::size_t k = 0; k < shape_.classes; ++k)
        std::fill_n(class_slopes_.data() + k * width + j, units, 0.0);
    std::array<double, drbm_tile> row_slopes{};
    for (std::size_t i = 0; i < count_; ++i) {
        add_hidden_means(shape_.coding, line(tile, i, 0), residuals_.data() + i * shape_.classes,
                         shape_.classes, row_slopes.data(), class_slopes_.data() + j);
        std::fill(row_slopes.begin() + static_cast<std::ptrdiff_t>(real), row_slopes.end(), 0.0);
        add_products(rows_[first_ + i], unit_, row_slopes.data(), slopes + j, width, units);
    }
    for (std::size_t k = 0; k < shape_.classes; ++k)
        std::fill_n(class_slopes_.data() + k * width + j + real, units - real, 0.0);
}

// From the fields by class to B, theta and alpha.
void DrbmLoss::spread_class_slopes(double* slopes) const {
    const std::size_t width = shape_.width();
    std::fill(slopes + shape_.labels_at(), slopes + shape_.size(), 0.0);
    for (std::size_t k = 0; k < shape_.classes; ++k) {
        const double* own = class_slopes_.data() + k * width;
        blend(slopes + shape_.theta_at(), 1, own, 1, width);
        double residual = 0;
        for (std::size_t i = 0; i < count_; ++i) residual += residuals_[i * shape_.classes + k];
        for (std::size_t l = 0; l < shape_.label_units; ++l) {
            blend(slopes + shape_.labels_at() + l * width, 1, own, shape_.code(k, l), width);
            slopes[shape_.alpha_at() + l] += shape_.code(k, l) * residual;
        }
    }
}

}  // namespace drover::baselines::impl
