#pragma once

#include <cstdint>
#include <vector>

#include <drover/data/labelled_rows.hpp>

namespace drover {

struct NearestNeighboursOptions {
    std::size_t neighbours = 5;  ///< at least 1, at most the rows fitted to
};

/// The majority among the rows that differ in the fewest attributes (Hamming distance).
/// Of rows equally far the earlier is taken; an even vote goes to label 0.
/// Keeps the rows, packed; an answer looks at all of them.
class NearestNeighbours {
  public:
    explicit NearestNeighbours(NearestNeighboursOptions options = {});

    void fit(const LabelledRows& data);
    /// How many of the neighbours have label 1.
    std::size_t votes(const BitRow& row) const;
    bool predict(const BitRow& row) const { return 2 * votes(row) > options_.neighbours; }

  private:
    std::vector<std::uint32_t> distances(const BitRow& row) const;

    NearestNeighboursOptions options_;
    std::size_t width_ = 0;
    std::vector<bool> labels_;
    std::vector<std::uint64_t> words_;  // the first word of every row, then the second of every row, ...
};

}  // namespace drover
