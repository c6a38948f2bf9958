#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <drover/classify/weights.hpp>
#include <drover/core/aligned_vector.hpp>

namespace drover::classify::impl {

/// Mistakes that weights were moved by, with what their moves do to rows: the products with their inputs,
/// x.x', times the rate, are what the fields of the columns that they touch gain or lose.
class VoteMoves {
  public:
    /// What they do to these rows.
    VoteMoves(const SparseRows& rows, std::int32_t rate);

    std::size_t size() const { return moves_.size(); }
    bool empty() const { return moves_.empty(); }
    /// So many can be laid out at once.
    std::size_t most() const { return most_; }
    void add(const Mistake& mistake, const ConditionalWeights& weights);
    void clear();

    /// Columns whose fields gain, or lose, the product.
    std::span<const std::uint32_t> up(std::size_t m) const { return moves_[m].up; }
    std::span<const std::uint32_t> down(std::size_t m) const { return moves_[m].down; }
    /// How far the difference of two labels' scores may go for a product of 1.
    double spread(std::size_t m) const { return moves_[m].spread; }
    /// What all of them may do to that difference, for a row of length 1.
    double reach() const;

    /// Before products are asked for.
    void lay_out();
    /// Of a row with all moves, `distance` apart. Needs room of its own in every thread.
    struct Room {
        AlignedVector<std::int32_t> whole;
        AlignedVector<double> real;
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
    std::vector<std::uint32_t> slots_;  // of each column that a row has
    std::size_t slot_count_ = 0;
    bool is_narrow_ = true;               // the rows are of 16 bits
    SparseRows rows_;                     // by slots
    std::vector<std::size_t> ends_;       // of the rows among these, two slots an entry:
    std::vector<std::uint32_t> pairs_;    // which
    std::vector<std::uint32_t> entries_;  // and both numbers
    std::vector<Move> moves_;
    std::vector<std::int32_t> steps_;
    std::size_t stride_ = 0;                    // moves, and some more
    bool by_pairs_ = false;                     // products are of 32 bits, of inputs of 16
    AlignedVector<std::int16_t> pair_inputs_;   // of the moves, by two slots, then by move
    AlignedVector<std::int32_t> whole_inputs_;  // by slot, then by move
};

/// The length of a row, not rounded down.
double norm_above(SparseRow x);

}  // namespace drover::classify::impl
