#include <algorithm>
#include <cmath>

#include <drover/baselines/impl/logistic_kernel.hpp>
#include <drover/baselines/impl/pseudo_likelihood.hpp>

namespace drover::baselines::impl {
namespace {

constexpr std::size_t block_size = 1024;  // distinct rows
constexpr std::size_t units_a_log = 512;  // factors of at most 2: their product stays finite

// The bias of units that only fill the lanes: sigmoid and loss are 0.
constexpr double nobody = -1'000;

std::size_t whole_lanes(std::size_t count) {
    return (count + logistic_lanes - 1) / logistic_lanes * logistic_lanes;
}

// sum_i (max(f_i, 0) + ln(1 + exp(-|f_i|))): one logarithm for many factors.
double sum_of_terms(const LogisticSums& sums) {
    double positives = 0;
    double product = 1;
    for (const double value : sums.positives) positives += value;
    for (const double value : sums.products) product *= value;
    return positives + std::log(product);
}

}  // namespace

PseudoLikelihood::PseudoLikelihood(std::span<const BitRow> rows, double l2, ThreadPool* pool)
    : n_{rows[0].size()},
      stride_{whole_lanes(n_)},
      row_count_{static_cast<double>(rows.size())},
      l2_{l2},
      pool_{pool},
      counts_(n_),
      biases_(stride_, nobody),
      couplings_(n_ * stride_) {
    merge(rows);
    for (std::size_t first = 0; first < multiplicities_.size(); first += block_size) {
        blocks_.push_back({.first = first,
                           .last = std::min(first + block_size, multiplicities_.size()),
                           .value = 0,
                           .residuals = Doubles(stride_),
                           .products = Doubles(n_ * stride_),
                           .fields = Doubles(stride_)});
    }
}

void PseudoLikelihood::merge(std::span<const BitRow> rows) {
    std::vector<const BitRow*> sorted;
    sorted.reserve(rows.size());
    for (const BitRow& row : rows) sorted.push_back(&row);
    std::sort(sorted.begin(), sorted.end(), [](const BitRow* a, const BitRow* b) { return *a < *b; });
    first_.push_back(0);
    for (std::size_t r = 0; r < sorted.size(); ++r) {
        if (r == 0 || *sorted[r] != *sorted[r - 1]) append(*sorted[r]);
        multiplicities_.back() += 1;
    }
    for (std::size_t r = 0; r < multiplicities_.size(); ++r) {
        for (std::size_t k = first_[r]; k < first_[r + 1]; ++k) counts_[ones_[k]] += multiplicities_[r];
    }
}

void PseudoLikelihood::append(const BitRow& row) {
    for (std::size_t i = 0; i < n_; ++i) {
        if (row[i]) ones_.push_back(static_cast<std::uint32_t>(i));
    }
    first_.push_back(ones_.size());
    multiplicities_.push_back(0);
}

double PseudoLikelihood::operator()(std::span<const double> x, std::span<double> gradient) {
    set_parameters(x);
    for_each_index(pool_, blocks_.size(), [&](std::size_t b) { sum_block(blocks_[b]); });
    collect(gradient);
    double value = 0;
    for (const Block& block : blocks_) value += block.value;
    return value / row_count_ + penalise(x, gradient);
}

void PseudoLikelihood::set_parameters(std::span<const double> x) {
    std::copy_n(x.begin(), n_, biases_.begin());
    std::size_t pair = n_;
    for (std::size_t i = 0; i < n_; ++i) {
        for (std::size_t j = i + 1; j < n_; ++j, ++pair) {
            couplings_[i * stride_ + j] = x[pair];
            couplings_[j * stride_ + i] = x[pair];
        }
    }
}

void PseudoLikelihood::sum_block(Block& block) const {
    block.value = 0;
    std::fill(block.residuals.begin(), block.residuals.end(), 0.0);
    std::fill(block.products.begin(), block.products.end(), 0.0);
    for (std::size_t row = block.first; row < block.last; ++row) {
        block.value += multiplicities_[row] * visit_row(block, row);
    }
}

// -sum_i ln sigmoid((2 x_i - 1) f_i) = sum_i (max(f_i, 0) + ln(1 + exp(-|f_i|))) - sum_{x_i = 1} f_i.
double PseudoLikelihood::visit_row(Block& block, std::size_t row) const {
    const std::span ones = std::span{ones_}.subspan(first_[row], first_[row + 1] - first_[row]);
    double* const f = block.fields.data();
    std::copy(biases_.begin(), biases_.end(), f);
    for (const std::uint32_t j : ones) add_doubles(f, couplings_.data() + j * stride_, stride_);
    double value = 0;
    for (const std::uint32_t j : ones) value -= f[j];
    const double multiplicity = multiplicities_[row];
    for (std::size_t i = 0; i < stride_; i += units_a_log) {
        value += sum_of_terms(replace_by_sigmoids(f + i, multiplicity, std::min(units_a_log, stride_ - i)));
    }
    for (const std::uint32_t j : ones) f[j] -= multiplicity;
    add_doubles(block.residuals.data(), f, stride_);
    for (const std::uint32_t j : ones) add_doubles(block.products.data() + j * stride_, f, stride_);
    return value;
}

// dJ_ij = sum over cases of (s_i - x_i) x_j + (s_j - x_j) x_i.
void PseudoLikelihood::collect(std::span<double> gradient) const {
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (const Block& block : blocks_) {
        std::size_t pair = n_;
        for (std::size_t i = 0; i < n_; ++i) {
            gradient[i] += block.residuals[i];
            for (std::size_t j = i + 1; j < n_; ++j, ++pair) {
                gradient[pair] += block.products[j * stride_ + i] + block.products[i * stride_ + j];
            }
        }
    }
    for (double& value : gradient) value /= row_count_;
}

double PseudoLikelihood::penalise(std::span<const double> x, std::span<double> gradient) const {
    double squares = 0;
    for (std::size_t a = n_; a < x.size(); ++a) {
        squares += x[a] * x[a];
        gradient[a] += l2_ * x[a] / row_count_;
    }
    return l2_ / 2 * squares / row_count_;
}

}  // namespace drover::baselines::impl
