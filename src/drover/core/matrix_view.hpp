#pragma once

#include <cassert>
#include <cstddef>
#include <span>

namespace drover {

/// Rows of equal length in one contiguous block, which the view does not own.
template <class T>
class MatrixView {
  public:
    MatrixView() = default;
    MatrixView(std::span<T> values, std::size_t column_count) : values_{values}, column_count_{column_count} {
        assert(column_count == 0 ? values.empty() : values.size() % column_count == 0);
    }

    std::size_t row_count() const { return column_count_ == 0 ? 0 : values_.size() / column_count_; }
    std::size_t column_count() const { return column_count_; }
    std::span<T> row(std::size_t i) const { return values_.subspan(i * column_count_, column_count_); }
    T& operator()(std::size_t i, std::size_t j) const { return values_[i * column_count_ + j]; }

  private:
    std::span<T> values_;
    std::size_t column_count_ = 0;
};

}  // namespace drover
