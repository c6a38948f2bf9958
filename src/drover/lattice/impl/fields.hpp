#pragma once

#include <array>
#include <optional>

#include <drover/core/aligned_vector.hpp>
#include <drover/lattice/herder.hpp>

namespace drover::lattice::impl {

template <class Lane>
struct Kernels;

/// Rows of lattice planes begin and end with room for at least this many lanes: kernels read the reach of the
/// features before a row, and read and write full vectors past its end. No vector is longer.
inline constexpr std::size_t lane_block = 16;

/// Of the rows updated so far: sum of targets * first * second, and the largest |weight| after its update.
struct Tally {
    std::int64_t target_products = 0;
    std::int64_t largest = 0;
};

/// Rows of lanes with the room around each that the kernels need.
template <class Lane>
class LaneRows {
  public:
    LaneRows() = default;
    /// `reach` lanes at each end may be used.
    LaneRows(std::size_t rows, std::size_t columns, Lane fill = 0, std::size_t reach = 1)
        : room_{full_blocks(reach)},
          stride_{odd_blocks(full_blocks(columns) + (reach == 1 ? room_ : 2 * room_))},
          lanes_(rows * stride_ + room_, fill) {}
    template <class Narrow>
    explicit LaneRows(const LaneRows<Narrow>& narrow)
        : room_{narrow.room_}, stride_{narrow.stride_}, lanes_(narrow.lanes_.begin(), narrow.lanes_.end()) {}

    Lane* operator[](std::size_t row) { return lanes_.data() + row * stride_ + room_; }
    const Lane* operator[](std::size_t row) const { return lanes_.data() + row * stride_ + room_; }

  private:
    template <class Other>
    friend class LaneRows;

    static std::size_t full_blocks(std::size_t lanes) {
        return (lanes + lane_block - 1) / lane_block * lane_block;
    }
    static std::size_t odd_blocks(std::size_t lanes) {
        return lanes / lane_block % 2 == 1 ? lanes : lanes + lane_block;
    }

    std::size_t room_ = 0;    // before a row
    std::size_t stride_ = 0;  // an odd number of blocks: rows below each other fall into different cache sets
    AlignedVector<Lane> lanes_;
};

/// Constants of the features, row by row; equal consecutive rows are stored once.
template <class Lane>
struct SharedRows {
    LaneRows<Lane> rows;
    std::vector<std::size_t> which;
    const Lane* operator[](std::size_t row) const { return rows[which[row]]; }
};

/// The weights of a lattice as planes, the field of every site, and which spins oppose their fields. The
/// kernel of Herder: a sweep visits only sites whose spin opposes its field, kept as bits while spins flip,
/// so it does the same as a full sweep. An open boundary is a torus whose crossing features have weight 0.
///
/// `Lane` is int32 or int64; the caller makes sure that fields, weights after a step, and sums of targets
/// over a row fit it.
template <class Lane>
class Fields {
  public:
    using LaneType = Lane;

    Fields() = default;
    /// All numbers as in LazyWeights.
    Fields(const Features& features, const LazyWeightsParts<std::int64_t>& parts);
    /// The same planes in wider lanes.
    template <class Narrow>
    explicit Fields(const Fields<Narrow>& narrow);

    /// Copies the spins and finds all fields.
    void place(const Spins& spins);
    /// Finds all fields for the current spins and weights.
    void find_all_fields();
    /// Sweeps until one changes nothing, or `sweeps` times; keeps `spins` equal to its own.
    AscentResult ascend(SiteOrder order, std::optional<std::int64_t> sweeps, Spins& spins);
    /// One update of the weights for the current spins.
    Tally hit();
    /// <w, phi> of the current spins.
    std::int64_t score();

    /// Of a plane, by its index in Features.
    std::int64_t weight(std::size_t plane, std::size_t site) const {
        return planes_[plane].weights[site / columns_][site % columns_];
    }

  private:
    template <class Other>
    friend class Fields;

    struct Plane {
        FeatureKind kind;
        std::size_t distance;
        LaneRows<Lane> weights;
        SharedRows<Lane> targets;  // rate * target
        SharedRows<Lane> units;    // rate * total
    };
    struct Place {
        std::size_t row, column;
    };
    struct FieldRow {
        Lane* fields;
        const Lane* signs;
        const Lane* weights;  // of the edges from the swept row
        std::uint64_t* opposed;

        // `word` is the 64-bit word with the bit of the column.
        void change(std::uint64_t& word, std::size_t column, Lane by) const {
            const Lane field = fields[column] += by;
            const std::uint64_t is_opposed = field * signs[column] < 0 ? 1 : 0;
            word = (word & ~(std::uint64_t{1} << (column % 64))) | is_opposed << (column % 64);
        }
    };
    // The rows at a distance from the swept row.
    struct FarRow {
        std::size_t distance;
        const Lane* right;
        FieldRow above, below;
    };
    // What the sweep of a row reads and writes.
    struct RowView {
        std::size_t row;
        std::int8_t* spins;
        Lane* signs;
        const Lane* right;
        FieldRow own, above, below;
    };

    static constexpr std::size_t near_kinds = 6;  // all except the far ones, which are the last planes
    static constexpr std::size_t off = static_cast<std::size_t>(-1);

    bool is_on(FeatureKind kind) const { return numbers_[static_cast<std::size_t>(kind)] != off; }
    const Lane* weights(FeatureKind kind, std::size_t row) const {
        return is_on(kind) ? planes_[numbers_[static_cast<std::size_t>(kind)]].weights[row] : zeros_[0];
    }
    std::size_t above(std::size_t row, std::size_t by = 1) const {
        return row < by ? row + rows_ - by : row - by;
    }
    std::size_t below(std::size_t row, std::size_t by = 1) const {
        return row + by < rows_ ? row + by : row + by - rows_;
    }
    std::size_t before(std::size_t column, std::size_t by = 1) const {
        return column < by ? column + columns_ - by : column - by;
    }
    std::size_t after(std::size_t column, std::size_t by = 1) const {
        return column + by < columns_ ? column + by : column + by - columns_;
    }

    Plane make_plane(const Features& features, const LazyWeightsParts<std::int64_t>& parts,
                     std::size_t number) const;
    void close_row(Lane* row, std::size_t reach) const;
    void hit_plane(Plane& plane, Tally& tally);
    const Lane* other_signs(const Plane& plane, std::size_t row);
    void find_fields(std::size_t row);
    void add_corner_fields(std::size_t row);
    void add_far_fields(std::size_t row);
    bool sweep_rows(std::size_t first, std::size_t step, std::array<std::uint64_t, 2> masks, Spins& spins,
                    AscentResult& search);
    bool sweep(SiteOrder order, Spins& spins, AscentResult& search);
    FieldRow field_row(std::size_t row, const Lane* weights);
    RowView view_of(std::size_t row, Spins& spins);
    void view_far(std::size_t row);
    template <bool has_far>
    void sweep_word(const RowView& view, std::size_t k, std::uint64_t mask, AscentResult& search);
    Lane flip(const RowView& view, std::size_t column, std::size_t reach) const;
    void flip_corners(std::size_t row, std::size_t column, Lane twice);
    void flip_far(const RowView& view, std::size_t column, Lane twice);
    void flip_plaquette(std::size_t row, std::size_t column, Place flipped);
    void change_field(std::size_t row, std::size_t column, Lane change);
    Lane plaquette_sign(std::size_t row, std::size_t column) const {
        const std::size_t next = after(column);
        return signs_[row][column] * signs_[row][next] * signs_[below(row)][column] *
               signs_[below(row)][next];
    }

    const Kernels<Lane>* kernels_ = nullptr;
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    std::size_t words_ = 0;  // words of 64 columns per row
    bool has_corners_ = false;
    bool has_far_ = false;
    std::size_t reach_ = 1;                          // the longest distance
    std::vector<Plane> planes_;                      // as in Features
    std::size_t first_far_ = 0;                      // from here on: right and down of each distance
    std::array<std::size_t, near_kinds> numbers_{};  // in planes_, or off
    LaneRows<Lane> signs_;  // the spins; `reach_` more at each end of a row, around the torus
    LaneRows<Lane> fields_;
    LaneRows<Lane> ones_;     // one row
    LaneRows<Lane> zeros_;    // one row
    LaneRows<Lane> scratch_;  // one row
    std::vector<std::uint64_t> opposed_;
    std::vector<FarRow> far_rows_;  // of the swept row
};

extern template class Fields<std::int32_t>;
extern template class Fields<std::int64_t>;

}  // namespace drover::lattice::impl
