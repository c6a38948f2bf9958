#pragma once

#include <cassert>
#include <cstdint>
#include <span>

#include <drover/core/aligned_vector.hpp>

namespace drover::rbm {

/// The weights of a Machine as 32-bit integers, `scale` times the real ones. Read by slot, or by row: rows
/// are padded with zeros, to multiples of 64 units and of 8 rows.
class PackedWeights {
  public:
    using Value = std::int64_t;

    PackedWeights(std::size_t visible_count, std::size_t hidden_count, std::int64_t scale)
        : visible_count_{visible_count},
          hidden_count_{hidden_count},
          stride_{(hidden_count + 63) / 64 * 64},
          scale_{scale},
          visible_((visible_count + 63) / 64 * 64),
          hidden_(stride_),
          pairs_((visible_count + 7) / 8 * 8 * stride_) {}

    std::size_t visible_count() const { return visible_count_; }
    std::size_t hidden_count() const { return hidden_count_; }
    std::size_t size() const { return visible_count_ + hidden_count_ + visible_count_ * hidden_count_; }
    std::int64_t scale() const { return scale_; }
    /// A margin times this is <w, v> in real units.
    double margin_unit() const { return 1 / (static_cast<double>(scale_) * static_cast<double>(scale_)); }

    /// In the order of the slots of Machine.
    Value operator[](std::size_t a) const {
        if (a < visible_count_) return visible_[a];
        a -= visible_count_;
        if (a < hidden_count_) return hidden_[a];
        a -= hidden_count_;
        assert(hidden_count_ > 0);  // otherwise there are no pairs
        return pairs_[a / hidden_count_ * stride_ + a % hidden_count_];
    }

    std::size_t stride() const { return stride_; }
    std::span<const std::int32_t> visible() const { return visible_; }
    std::span<const std::int32_t> hidden() const { return hidden_; }
    std::span<const std::int32_t> pairs() const { return pairs_; }
    std::span<std::int32_t> visible() { return visible_; }
    std::span<std::int32_t> hidden() { return hidden_; }
    std::span<std::int32_t> row(std::size_t j) { return std::span{pairs_}.subspan(j * stride_, stride_); }

  private:
    std::size_t visible_count_;
    std::size_t hidden_count_;
    std::size_t stride_;
    std::int64_t scale_;
    AlignedVector<std::int32_t> visible_;
    AlignedVector<std::int32_t> hidden_;
    AlignedVector<std::int32_t> pairs_;
};

}  // namespace drover::rbm
