#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/classify/weights.hpp>
#include <drover/core/aligned_vector.hpp>

namespace drover::classify::impl {

/// Mistakes that moved the weights, with their effect on rows: the fields of the columns that they touch gain
/// or lose the products with their inputs, x.x', times the rate.
class VoteMoves {
  public:
    /// For their effect on these rows.
    VoteMoves(const SparseRows& rows, std::int32_t rate);

    std::size_t size() const { return moves_.size(); }
    bool empty() const { return moves_.empty(); }
    /// How many can be laid out at once.
    std::size_t most() const { return most_; }
    void add(const Mistake& mistake, const ConditionalWeights& weights);
    void clear();

    /// Columns whose fields gain, or lose, the product.
    std::span<const std::uint32_t> up(std::size_t m) const { return moves_[m].up; }
    std::span<const std::uint32_t> down(std::size_t m) const { return moves_[m].down; }
    /// How far the difference of two labels' scores can change for a product of 1.
    double spread(std::size_t m) const { return moves_[m].spread; }
    /// How far all moves together can change that difference, for a row of length 1.
    double reach() const;

    /// Call before find_products.
    void lay_out();
    /// Products of a row with all moves, `distance` apart. Every thread needs its own room.
    struct Room {
        AlignedVector<std::int32_t> integers;
        AlignedVector<double> doubles;
    };
    void find_products(std::size_t i, Room& room, double* out, std::size_t distance) const;

  private:
    struct Move {
        SparseRow input;
        double norm = 0;  // rounded up
        double spread = 0;
        std::vector<std::uint32_t> up = {};
        std::vector<std::uint32_t> down = {};
    };

    void number_columns(const SparseRows& rows);
    void pack(const SparseRows& rows);
    bool fits_pairs() const;
    template <class Write>
    void write_inputs(const Write& write) const;

    double rate_;
    std::size_t most_ = 128;
    double longest_ = 0;                // of the rows
    std::vector<std::uint32_t> slots_;  // of the columns that occur in a row
    std::size_t slot_count_ = 0;
    bool is_narrow_ = true;               // the rows fit 16 bits
    SparseRows rows_;                     // by slots
    std::vector<std::size_t> ends_;       // of the rows in pairs_ and entries_, two slots per entry:
    std::vector<std::uint32_t> pairs_;    // which slots
    std::vector<std::uint32_t> entries_;  // and both values
    std::vector<Move> moves_;
    std::vector<std::int32_t> steps_;
    std::size_t stride_ = 0;                   // moves, padded
    bool by_pairs_ = false;                    // 32-bit products of 16-bit inputs
    AlignedVector<std::int16_t> pair_inputs_;  // of the moves, by two slots, then by move
    AlignedVector<std::int32_t> wide_inputs_;  // by slot, then by move
};

/// The length of a row, rounded up.
double norm_above(SparseRow x);

}  // namespace drover::classify::impl
