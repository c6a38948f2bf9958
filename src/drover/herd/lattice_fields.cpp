#include <algorithm>
#include <bit>

#include <drover/herd/lattice_fields.hpp>
#include <drover/herd/lattice_kernels_detail.hpp>

namespace drover::detail {
namespace {

constexpr std::uint64_t even_columns = 0x5555555555555555U;
constexpr std::uint64_t odd_columns = ~even_columns;
constexpr std::uint64_t all_columns = ~std::uint64_t{0};

// Rows of value(site), each kept once where it repeats.
template <class Lane, class Value>
SharedRows<Lane> share_rows(std::size_t rows, std::size_t columns, const Value& value) {
    std::vector<std::vector<Lane>> kept;
    SharedRows<Lane> shared;
    for (std::size_t r = 0; r < rows; ++r) {
        std::vector<Lane> row(columns);
        for (std::size_t c = 0; c < columns; ++c) row[c] = static_cast<Lane>(value(r * columns + c));
        if (kept.empty() || row != kept.back()) kept.push_back(std::move(row));
        shared.which.push_back(kept.size() - 1);
    }
    shared.rows = LaneRows<Lane>(kept.size(), columns);
    for (std::size_t k = 0; k < kept.size(); ++k) std::copy(kept[k].begin(), kept[k].end(), shared.rows[k]);
    return shared;
}

}  // namespace

template <class Lane>
LatticeFields<Lane>::LatticeFields(const LatticeFeatures& features,
                                   const LazyWeightsParts<std::int64_t>& parts)
    : kernels_{&lattice_kernels<Lane>()},
      rows_{features.lattice().rows()},
      columns_{features.lattice().columns()},
      words_{(columns_ + 63) / 64},
      has_corners_{features.has_corners()},
      signs_(rows_, columns_, Lane{1}),
      fields_(rows_, columns_),
      ones_(1, columns_, Lane{1}),
      zeros_(1, columns_),
      scratch_(1, columns_, Lane{1}),
      opposed_(rows_ * words_) {
    for (const LatticePlane which : lattice_planes) {
        if (!features.is_on(which)) continue;
        Plane& plane = planes_[static_cast<std::size_t>(which)];
        const auto rows_of = [&](const auto& value) {
            return share_rows<Lane>(rows_, columns_, [&](std::size_t site) {
                return features.is_inside(which, site) ? value(features.slot(which, site)) : 0;
            });
        };
        plane.targets = rows_of([&](std::size_t a) { return parts.rate[a] * parts.target[a]; });
        plane.units = rows_of([&](std::size_t a) { return parts.rate[a] * parts.total; });
        plane.weights = LaneRows<Lane>(rows_, columns_);
        const SharedRows<Lane> start = rows_of([&](std::size_t a) { return parts.start[a]; });
        for (std::size_t r = 0; r < rows_; ++r) {
            std::copy_n(start[r], columns_, plane.weights[r]);
            close_row(plane.weights[r]);
        }
    }
}

template <class Lane>
void LatticeFields<Lane>::close_row(Lane* row) const {
    *(row - 1) = row[columns_ - 1];
    row[columns_] = row[0];
}

template <class Lane>
void LatticeFields<Lane>::place(const Spins& spins) {
    for (std::size_t r = 0; r < rows_; ++r) {
        std::copy_n(spins.data() + r * columns_, columns_, signs_[r]);
        close_row(signs_[r]);
    }
    look();
}

template <class Lane>
void LatticeFields<Lane>::look() {
    for (std::size_t r = 0; r < rows_; ++r) {
        kernels_->find_fields({.node = weights(LatticePlane::nodes, r),
                               .right = weights(LatticePlane::right, r),
                               .down = weights(LatticePlane::down, r),
                               .down_from_above = weights(LatticePlane::down, above(r)),
                               .signs = signs_[r],
                               .signs_above = signs_[above(r)],
                               .signs_below = signs_[below(r)],
                               .fields = fields_[r],
                               .columns = columns_});
        if (has_corners_) add_corner_fields(r);
        kernels_->mark_opposed(fields_[r], signs_[r], columns_, opposed_.data() + r * words_);
    }
}

template <class Lane>
void LatticeFields<Lane>::add_corner_fields(std::size_t row) {
    Lane* fields = fields_[row];
    const Lane* over = signs_[above(row)];
    const Lane* under = signs_[below(row)];
    const Lane* right = weights(LatticePlane::down_right, row);
    const Lane* left = weights(LatticePlane::down_left, row);
    const Lane* from_left = weights(LatticePlane::down_right, above(row));
    const Lane* from_right = weights(LatticePlane::down_left, above(row));
    for (std::size_t c = 0; c < columns_; ++c) {
        fields[c] += right[c] * under[c + 1] + left[c] * *(under + c - 1) +
                     *(from_left + c - 1) * *(over + c - 1) + from_right[c + 1] * over[c + 1];
    }
    if (!is_on(LatticePlane::plaquettes)) return;
    const Lane* lower = weights(LatticePlane::plaquettes, row);
    const Lane* upper = weights(LatticePlane::plaquettes, above(row));
    for (std::size_t c = 0; c < columns_; ++c) {
        const std::size_t left_of = before(c);
        const Lane sum = lower[c] * plaquette_sign(row, c) + lower[left_of] * plaquette_sign(row, left_of) +
                         upper[c] * plaquette_sign(above(row), c) +
                         upper[left_of] * plaquette_sign(above(row), left_of);
        fields[c] += sum * signs_[row][c];
    }
}

template <class Lane>
LatticeSearch LatticeFields<Lane>::ascend(SiteOrder order, std::optional<std::int64_t> sweeps, Spins& spins) {
    LatticeSearch search;
    bool has_changed = true;
    while (has_changed && (!sweeps || search.sweeps < *sweeps)) {
        has_changed = sweep(order, spins, search);
        ++search.sweeps;
    }
    return search;
}

template <class Lane>
bool LatticeFields<Lane>::sweep(SiteOrder order, Spins& spins, LatticeSearch& search) {
    if (order == SiteOrder::raster) return sweep_rows(0, 1, {all_columns, all_columns}, spins, search);
    bool has_changed = false;
    if (!has_corners_) {
        has_changed |= sweep_rows(0, 1, {even_columns, odd_columns}, spins, search);
        has_changed |= sweep_rows(0, 1, {odd_columns, even_columns}, spins, search);
        return has_changed;
    }
    for (const std::size_t first : {0U, 1U}) {
        has_changed |= sweep_rows(first, 2, {even_columns, even_columns}, spins, search);
        has_changed |= sweep_rows(first, 2, {odd_columns, odd_columns}, spins, search);
    }
    return has_changed;
}

// The columns of masks[0] in even rows, of masks[1] in odd ones.
template <class Lane>
bool LatticeFields<Lane>::sweep_rows(std::size_t first, std::size_t step, std::array<std::uint64_t, 2> masks,
                                     Spins& spins, LatticeSearch& search) {
    const std::int64_t flips = search.flips;
    for (std::size_t r = first; r < rows_; r += step) {
        const std::uint64_t* words = opposed_.data() + r * words_;
        const RowView view = view_of(r, spins);
        for (std::size_t k = 0; k < words_; ++k) {
            if ((words[k] & masks[r % 2]) != 0) sweep_word(view, k, masks[r % 2], search);
        }
    }
    return search.flips != flips;
}

template <class Lane>
typename LatticeFields<Lane>::RowView LatticeFields<Lane>::view_of(std::size_t row, Spins& spins) {
    const std::size_t over = above(row);
    const std::size_t under = below(row);
    return {.row = row,
            .spins = spins.data() + row * columns_,
            .signs = signs_[row],
            .right = weights(LatticePlane::right, row),
            .own = {fields_[row], signs_[row], nullptr, opposed_.data() + row * words_},
            .above = {fields_[over], signs_[over], weights(LatticePlane::down, over),
                      opposed_.data() + over * words_},
            .below = {fields_[under], signs_[under], weights(LatticePlane::down, row),
                      opposed_.data() + under * words_}};
}

// Flips what is opposed in one word of a row. The word is held here; a flip may raise its bits further on,
// and they are seen.
template <class Lane>
void LatticeFields<Lane>::sweep_word(const RowView& view, std::size_t k, std::uint64_t mask,
                                     LatticeSearch& search) {
    std::uint64_t word = view.own.opposed[k];
    std::uint64_t left = word & mask;
    while (left != 0) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(left));
        const std::size_t column = 64 * k + bit;
        word &= ~(std::uint64_t{1} << bit);
        const std::int64_t field = view.own.fields[column];
        search.gain += 2 * (field < 0 ? -field : field);
        ++search.flips;
        const Lane twice = 2 * flip(view, column);
        view.below.change(view.below.opposed[k], column, twice * view.below.weights[column]);
        view.above.change(view.above.opposed[k], column, twice * view.above.weights[column]);
        if (bit != 0 && bit != 63 && column + 1 != columns_ && !has_corners_) {
            view.own.change(word, column + 1, twice * view.right[column]);
            view.own.change(word, column - 1, twice * view.right[column - 1]);
        } else {  // neighbours in other words
            view.own.opposed[k] = word;
            change_field(view.row, after(column), twice * view.right[column]);
            change_field(view.row, before(column), twice * *(view.right + column - 1));
            if (has_corners_) flip_corners(view.row, column, twice);
            word = view.own.opposed[k];
        }
        left = mask == all_columns ? word & all_columns << bit << 1U : left & (left - 1);
    }
    view.own.opposed[k] = word;
}

template <class Lane>
Lane LatticeFields<Lane>::flip(const RowView& view, std::size_t column) const {
    const Lane sign = -view.signs[column];
    view.signs[column] = sign;
    if (column == 0) view.signs[columns_] = sign;
    if (column + 1 == columns_) *(view.signs - 1) = sign;
    view.spins[column] = static_cast<std::int8_t>(sign);
    return sign;
}

template <class Lane>
void LatticeFields<Lane>::flip_corners(std::size_t row, std::size_t column, Lane twice) {
    const std::size_t over = above(row);
    const std::size_t under = below(row);
    const std::size_t left = before(column);
    const std::size_t right = after(column);
    change_field(under, right, twice * weights(LatticePlane::down_right, row)[column]);
    change_field(under, left, twice * weights(LatticePlane::down_left, row)[column]);
    change_field(over, left, twice * weights(LatticePlane::down_right, over)[left]);
    change_field(over, right, twice * weights(LatticePlane::down_left, over)[right]);
    if (!is_on(LatticePlane::plaquettes)) return;
    for (const std::size_t r : {over, row}) {
        for (const std::size_t c : {left, column}) flip_plaquette(r, c, {row, column});
    }
}

// The three other spins of a plaquette feel the one that has flipped.
template <class Lane>
void LatticeFields<Lane>::flip_plaquette(std::size_t row, std::size_t column, Place flipped) {
    const Lane twice = 2 * plaquette_sign(row, column) * plane(LatticePlane::plaquettes).weights[row][column];
    for (const std::size_t r : {row, below(row)}) {
        for (const std::size_t c : {column, after(column)}) {
            if (r != flipped.row || c != flipped.column) change_field(r, c, twice * signs_[r][c]);
        }
    }
}

template <class Lane>
void LatticeFields<Lane>::change_field(std::size_t row, std::size_t column, Lane change) {
    const FieldRow fields{fields_[row], signs_[row], nullptr, nullptr};
    fields.change(opposed_[row * words_ + column / 64], column, change);
}

template <class Lane>
LatticeTally LatticeFields<Lane>::hit() {
    LatticeTally tally;
    for (const LatticePlane which : lattice_planes) {
        if (is_on(which)) hit_plane(which, tally);
    }
    return tally;
}

template <class Lane>
void LatticeFields<Lane>::hit_plane(LatticePlane which, LatticeTally& tally) {
    Plane& plane = planes_[static_cast<std::size_t>(which)];
    for (std::size_t r = 0; r < rows_; ++r) {
        kernels_->hit({.weights = plane.weights[r],
                       .targets = plane.targets[r],
                       .units = plane.units[r],
                       .first = signs_[r],
                       .second = other_signs(which, r),
                       .columns = columns_},
                      tally);
        close_row(plane.weights[r]);
    }
}

template <class Lane>
std::int64_t LatticeFields<Lane>::score() {
    std::int64_t sum = 0;
    for (const LatticePlane which : lattice_planes) {
        for (std::size_t r = 0; is_on(which) && r < rows_; ++r) {
            const Lane* weights = plane(which).weights[r];
            const Lane* others = other_signs(which, r);
            for (std::size_t c = 0; c < columns_; ++c) sum += weights[c] * signs_[r][c] * others[c];
        }
    }
    return sum;
}

// The product of the other spins of the features of a row.
template <class Lane>
const Lane* LatticeFields<Lane>::other_signs(LatticePlane which, std::size_t row) {
    switch (which) {
        case LatticePlane::nodes:
            return ones_[0];
        case LatticePlane::right:
            return signs_[row] + 1;
        case LatticePlane::down:
            return signs_[below(row)];
        case LatticePlane::down_right:
            return signs_[below(row)] + 1;
        case LatticePlane::down_left:
            return signs_[below(row)] - 1;
        case LatticePlane::plaquettes:
            break;
    }
    for (std::size_t c = 0; c < columns_; ++c) {
        scratch_[0][c] = plaquette_sign(row, c) * signs_[row][c];
    }
    return scratch_[0];
}

template <class Lane>
template <class Narrow>
LatticeFields<Lane>::LatticeFields(const LatticeFields<Narrow>& narrow)
    : kernels_{&lattice_kernels<Lane>()},
      rows_{narrow.rows_},
      columns_{narrow.columns_},
      words_{narrow.words_},
      has_corners_{narrow.has_corners_},
      signs_{narrow.signs_},
      fields_{narrow.fields_},
      ones_{narrow.ones_},
      zeros_{narrow.zeros_},
      scratch_{narrow.scratch_},
      opposed_{narrow.opposed_} {
    for (std::size_t k = 0; k < planes_.size(); ++k) {
        const auto& plane = narrow.planes_[k];
        planes_[k] = {LaneRows<Lane>{plane.weights},
                      {LaneRows<Lane>{plane.targets.rows}, plane.targets.which},
                      {LaneRows<Lane>{plane.units.rows}, plane.units.which}};
    }
}

template class LatticeFields<std::int32_t>;
template class LatticeFields<std::int64_t>;
template LatticeFields<std::int64_t>::LatticeFields(const LatticeFields<std::int32_t>&);

}  // namespace drover::detail
