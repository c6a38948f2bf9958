#pragma once

#include <cstdint>
#include <vector>

#include <drover/data/sparse_rows.hpp>

namespace drover::baselines {

/// What sign(0) is, for two classes.
enum class ZeroSign { minus, plus };

/// The decision of a perceptron about a row.
struct PerceptronJudgement {
    std::uint32_t label = 0;
    std::int64_t lead = 0;  ///< how far its score is above the next best; for two classes, above 0
};

/// The weights of a perceptron, integers, all 0 at first. For two classes one vector w (Rosenblatt):
/// class 1 is y = +1, class 0 is y = -1, and y* = sign(<w, x>). For any other number one vector per class
/// (Kesler): the largest <W_k, x> wins, the lowest class on a tie. Two vectors W_0 = -w and W_1 = w would do
/// the same with sign(0) = -1.
class PerceptronWeights {
  public:
    PerceptronWeights(std::size_t column_count, std::size_t class_count, ZeroSign zero = ZeroSign::minus);

    std::size_t column_count() const { return columns_; }
    std::size_t class_count() const { return classes_; }
    /// 1 for two classes, otherwise one per class.
    std::size_t vector_count() const { return vectors_; }
    std::int64_t weight(std::size_t column, std::size_t vector = 0) const {
        return weights_[column * vectors_ + vector];
    }

    PerceptronJudgement judge(SparseRow row) const;
    std::uint32_t predict(SparseRow row) const { return judge(row).label; }
    /// The move after a mistake, `times` times: w += x (y - y*), or W_label += 2x and W_predicted -= 2x.
    void learn(SparseRow row, std::uint32_t label, std::uint32_t predicted, std::int64_t times = 1);

    friend bool operator==(const PerceptronWeights&, const PerceptronWeights&) = default;

  private:
    void add(SparseRow row, std::int64_t factor, std::size_t vector);

    std::size_t columns_;
    std::size_t classes_;
    std::size_t vectors_;
    ZeroSign zero_;
    std::vector<std::int64_t> weights_;  // by column, then vector
};

}  // namespace drover::baselines
