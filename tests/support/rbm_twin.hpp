#pragma once

#include <Eigen/Dense>
#include <vector>

#include <drover/rbm/herder.hpp>

// The slow twin of rbm::Herder: herding of an rbm::Machine as one would write it with matrix products in
// float. The numbers are integers, and as long as all sums stay below 2^24 float holds them exactly: then the
// twin takes the same steps.

namespace drover {

class RbmTwin {
  public:
    using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

    /// Begins where a herder begins: all cases, signs, no growth, H or SH.
    explicit RbmTwin(const rbm::Herder& herder)
        : x_{matrix_of(herder.cases())},
          safe_{herder.options().fantasy == rbm::FantasyStart::lowest_case},
          unit_{static_cast<float>(herder.unit().multiply) / static_cast<float>(herder.unit().divide)},
          scale_{static_cast<float>(herder.current().weights.scale())},
          a_(x_.cols()),
          b_(static_cast<Eigen::Index>(herder.model().hidden_count())),
          w_(a_.size(), b_.size()),
          fantasy_x_{Eigen::VectorXf::Constant(a_.size(), -1)},
          fantasy_z_{Eigen::VectorXf::Constant(b_.size(), -1)} {
        const auto& weights = herder.current().weights;
        std::size_t next = 0;
        for (Eigen::Index j = 0; j < a_.size(); ++j) a_[j] = static_cast<float>(weights[next++]);
        for (Eigen::Index k = 0; k < b_.size(); ++k) b_[k] = static_cast<float>(weights[next++]);
        for (Eigen::Index j = 0; j < a_.size(); ++j) {
            for (Eigen::Index k = 0; k < b_.size(); ++k) w_(j, k) = static_cast<float>(weights[next++]);
        }
    }

    static Matrix matrix_of(const std::vector<rbm::ObservedRow>& rows) {
        Matrix x(static_cast<Eigen::Index>(rows.size()),
                 static_cast<Eigen::Index>(rows.front().values.size()));
        for (Eigen::Index i = 0; i < x.rows(); ++i) {
            for (Eigen::Index j = 0; j < x.cols(); ++j)
                x(i, j) = rows[static_cast<std::size_t>(i)].values[static_cast<std::size_t>(j)] ? 1.F : -1.F;
        }
        return x;
    }

    /// -max over z of the score, of each row.
    std::vector<double> energies(const Matrix& rows) {
        other_.noalias() = rows * w_;
        other_.rowwise() += b_.transpose();
        return negated(rows, other_);
    }

    /// The energies of the cases, by the weights before the step.
    std::vector<double> step() {
        fields_.noalias() = x_ * w_;
        fields_.rowwise() += b_.transpose();
        std::vector<double> energies = negated(x_, fields_);
        z_ = (fields_.array() > 0).select(Matrix::Constant(fields_.rows(), fields_.cols(), 1.F), -1.F);
        if (safe_) {
            const auto lowest = std::min_element(energies.begin(), energies.end()) - energies.begin();
            fantasy_x_ = x_.row(lowest);
            fantasy_z_ = z_.row(lowest);
        }
        search();
        product_.noalias() = x_.transpose() * z_;
        w_.array() += unit_ * product_.array();
        w_.noalias() -= scale_ * fantasy_x_ * fantasy_z_.transpose();
        a_ += unit_ * x_.colwise().sum().transpose() - scale_ * fantasy_x_;
        b_ -= scale_ * fantasy_z_;
        return energies;
    }

    /// By the slots of rbm::Machine.
    std::vector<std::int64_t> weights() const {
        std::vector<std::int64_t> all;
        for (const float weight : a_) all.push_back(static_cast<std::int64_t>(weight));
        for (const float weight : b_) all.push_back(static_cast<std::int64_t>(weight));
        for (Eigen::Index j = 0; j < w_.rows(); ++j) {
            for (Eigen::Index k = 0; k < w_.cols(); ++k) all.push_back(static_cast<std::int64_t>(w_(j, k)));
        }
        return all;
    }

  private:
    std::vector<double> negated(const Matrix& rows, const Matrix& fields) const {
        const Eigen::VectorXf visible = rows * a_;
        const Eigen::VectorXd hidden = fields.array().abs().cast<double>().rowwise().sum();
        std::vector<double> energies(static_cast<std::size_t>(rows.rows()));
        for (Eigen::Index i = 0; i < rows.rows(); ++i)
            energies[static_cast<std::size_t>(i)] = -(static_cast<double>(visible[i]) + hidden[i]);
        return energies;
    }
    // Whether a unit changed; a field of 0 changes nothing.
    static bool settle(Eigen::VectorXf& units, const Eigen::VectorXf& fields) {
        bool changed = false;
        for (Eigen::Index i = 0; i < units.size(); ++i) {
            const float best = fields[i] > 0 ? 1.F : fields[i] < 0 ? -1.F : units[i];
            changed = changed || best != units[i];
            units[i] = best;
        }
        return changed;
    }
    bool settle_visible() { return settle(fantasy_x_, a_ + w_ * fantasy_z_); }
    bool settle_hidden() { return settle(fantasy_z_, b_ + w_.transpose() * fantasy_x_); }
    void search() {
        settle_visible();
        while (settle_hidden() && settle_visible()) {
        }
    }

    Matrix x_;
    bool safe_;
    float unit_;
    float scale_;
    Eigen::VectorXf a_;
    Eigen::VectorXf b_;
    Matrix w_;
    Eigen::VectorXf fantasy_x_;
    Eigen::VectorXf fantasy_z_;
    Matrix fields_;
    Matrix z_;
    Matrix product_;
    Matrix other_;
};

}  // namespace drover
