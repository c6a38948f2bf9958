#pragma once

#include <vector>

#include <drover/baselines/labelled_rows.hpp>
#include <drover/baselines/packed_rows.hpp>

namespace drover::baselines {

struct NearestNeighboursOptions {
    std::size_t neighbours = 5;  ///< at least 1, at most the number of training rows
};

/// The majority among the rows that differ in the fewest attributes (Hamming distance).
/// Of equally distant rows the earlier is taken; a tied vote goes to label 0.
/// Stores the rows, packed; an answer compares all of them.
class NearestNeighbours {
  public:
    explicit NearestNeighbours(NearestNeighboursOptions options = {});

    void fit(const LabelledRows& data);
    /// How many of the neighbours have label 1.
    std::size_t votes(const BitRow& row) const;
    bool predict(const BitRow& row) const { return 2 * votes(row) > options_.neighbours; }

  private:
    NearestNeighboursOptions options_;
    std::size_t width_ = 0;
    std::vector<bool> labels_;
    PackedRows rows_;
};

/// Throws InputError unless `neighbours` is at least 1. `who` begins the message.
void check_neighbours(const char* who, const NearestNeighboursOptions& options);
/// Throws InputError unless there are as many rows as neighbours.
void check_enough_rows(const char* who, std::size_t row_count, const NearestNeighboursOptions& options);

}  // namespace drover::baselines
