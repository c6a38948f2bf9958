#include <algorithm>
#include <bit>

#include <drover/lattice/impl/fields.hpp>
#include <drover/lattice/impl/kernels.hpp>

namespace drover::lattice::impl {
namespace {

constexpr std::uint64_t even_columns = 0x5555555555555555U;
constexpr std::uint64_t odd_columns = ~even_columns;
constexpr std::uint64_t all_columns = ~std::uint64_t{0};

// Rows of value(site); equal consecutive rows are stored once.
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
Fields<Lane>::Fields(const Features& features, const LazyWeightsParts<std::int64_t>& parts)
    : kernels_{&best_kernels<Lane>()},
      rows_{features.lattice().rows()},
      columns_{features.lattice().columns()},
      words_{(columns_ + 63) / 64},
      has_corners_{features.has_corners()},
      has_far_{!features.options().far_pairs.empty()},
      reach_{has_far_ ? features.options().far_pairs.back() : 1},
      signs_(rows_, columns_, Lane{1}, reach_),
      fields_(rows_, columns_),
      ones_(1, columns_, Lane{1}),
      zeros_(1, columns_),
      scratch_(1, columns_, Lane{1}),
      opposed_(rows_ * words_) {
    numbers_.fill(off);
    for (std::size_t p = 0; p < features.planes().size(); ++p) {
        planes_.push_back(make_plane(features, parts, p));
        const auto kind = static_cast<std::size_t>(planes_[p].kind);
        if (kind >= near_kinds) continue;
        numbers_[kind] = p;
        first_far_ = p + 1;
    }
}

template <class Lane>
typename Fields<Lane>::Plane Fields<Lane>::make_plane(const Features& features,
                                                      const LazyWeightsParts<std::int64_t>& parts,
                                                      std::size_t number) const {
    const auto rows_of = [&](const auto& value) {
        return share_rows<Lane>(rows_, columns_, [&](std::size_t site) {
            return features.is_inside(number, site) ? value(features.slot(number, site)) : 0;
        });
    };
    const auto& [kind, far, members] = features.planes()[number];
    const bool is_far = static_cast<std::size_t>(kind) >= near_kinds;
    Plane plane{.kind = kind,
                .distance = is_far ? features.options().far_pairs[far] : 1,
                .weights = {},
                .targets = rows_of([&](std::size_t a) { return parts.rate[a] * parts.target[a]; }),
                .units = rows_of([&](std::size_t a) { return parts.rate[a] * parts.total; })};
    plane.weights = LaneRows<Lane>(rows_, columns_, 0, plane.distance);
    const SharedRows<Lane> start = rows_of([&](std::size_t a) { return parts.start[a]; });
    for (std::size_t r = 0; r < rows_; ++r) {
        std::copy_n(start[r], columns_, plane.weights[r]);
        close_row(plane.weights[r], plane.distance);
    }
    return plane;
}

template <class Lane>
void Fields<Lane>::close_row(Lane* row, std::size_t reach) const {
    *(row - 1) = row[columns_ - 1];
    row[columns_] = row[0];
    if (reach == 1) return;
    std::copy_n(row + columns_ - reach, reach, row - reach);
    std::copy_n(row, reach, row + columns_);
}

template <class Lane>
void Fields<Lane>::place(const Spins& spins) {
    for (std::size_t r = 0; r < rows_; ++r) {
        std::copy_n(spins.data() + r * columns_, columns_, signs_[r]);
        close_row(signs_[r], reach_);
    }
    find_all_fields();
}

template <class Lane>
void Fields<Lane>::find_all_fields() {
    for (std::size_t r = 0; r < rows_; ++r) {
        find_fields(r);
        if (has_corners_) add_corner_fields(r);
        if (has_far_) add_far_fields(r);
        kernels_->mark_opposed(fields_[r], signs_[r], columns_, opposed_.data() + r * words_);
    }
}

template <class Lane>
void Fields<Lane>::find_fields(std::size_t row) {
    kernels_->find_fields({.node = weights(FeatureKind::nodes, row),
                           .right = weights(FeatureKind::right, row),
                           .down = weights(FeatureKind::down, row),
                           .down_from_above = weights(FeatureKind::down, above(row)),
                           .signs = signs_[row],
                           .signs_above = signs_[above(row)],
                           .signs_below = signs_[below(row)],
                           .fields = fields_[row],
                           .columns = columns_});
}

template <class Lane>
void Fields<Lane>::add_corner_fields(std::size_t row) {
    Lane* fields = fields_[row];
    const Lane* over = signs_[above(row)];
    const Lane* under = signs_[below(row)];
    const Lane* right = weights(FeatureKind::down_right, row);
    const Lane* left = weights(FeatureKind::down_left, row);
    const Lane* from_left = weights(FeatureKind::down_right, above(row));
    const Lane* from_right = weights(FeatureKind::down_left, above(row));
    for (std::size_t c = 0; c < columns_; ++c) {
        fields[c] += right[c] * under[c + 1] + left[c] * *(under + c - 1) +
                     *(from_left + c - 1) * *(over + c - 1) + from_right[c + 1] * over[c + 1];
    }
    if (!is_on(FeatureKind::plaquettes)) return;
    const Lane* lower = weights(FeatureKind::plaquettes, row);
    const Lane* upper = weights(FeatureKind::plaquettes, above(row));
    for (std::size_t c = 0; c < columns_; ++c) {
        const std::size_t left_of = before(c);
        const Lane sum = lower[c] * plaquette_sign(row, c) + lower[left_of] * plaquette_sign(row, left_of) +
                         upper[c] * plaquette_sign(above(row), c) +
                         upper[left_of] * plaquette_sign(above(row), left_of);
        fields[c] += sum * signs_[row][c];
    }
}

// Pairs at a distance are edges of that length; the fields so far take the place of the node.
template <class Lane>
void Fields<Lane>::add_far_fields(std::size_t row) {
    for (std::size_t p = first_far_; p < planes_.size(); p += 2) {
        const std::size_t distance = planes_[p].distance;
        const std::size_t over = above(row, distance);
        kernels_->find_fields({.node = fields_[row],
                               .right = planes_[p].weights[row],
                               .down = planes_[p + 1].weights[row],
                               .down_from_above = planes_[p + 1].weights[over],
                               .signs = signs_[row],
                               .signs_above = signs_[over],
                               .signs_below = signs_[below(row, distance)],
                               .fields = fields_[row],
                               .columns = columns_,
                               .distance = distance});
    }
}

template <class Lane>
AscentResult Fields<Lane>::ascend(SiteOrder order, std::optional<std::int64_t> sweeps, Spins& spins) {
    AscentResult search;
    bool has_changed = true;
    while (has_changed && (!sweeps || search.sweeps < *sweeps)) {
        has_changed = sweep(order, spins, search);
        ++search.sweeps;
    }
    return search;
}

template <class Lane>
bool Fields<Lane>::sweep(SiteOrder order, Spins& spins, AscentResult& search) {
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
bool Fields<Lane>::sweep_rows(std::size_t first, std::size_t step, std::array<std::uint64_t, 2> masks,
                              Spins& spins, AscentResult& search) {
    const std::int64_t flips = search.flips;
    for (std::size_t r = first; r < rows_; r += step) {
        const std::uint64_t mask = masks[r % 2];
        const auto is_opposed = [&](std::uint64_t word) { return (word & mask) != 0; };
        const std::uint64_t* words = opposed_.data() + r * words_;
        if (std::none_of(words, words + words_, is_opposed)) continue;
        const RowView view = view_of(r, spins);
        if (has_far_) view_far(r);
        for (std::size_t k = 0; k < words_; ++k) {
            if (!is_opposed(words[k])) continue;
            has_far_ ? sweep_word<true>(view, k, mask, search) : sweep_word<false>(view, k, mask, search);
        }
    }
    return search.flips != flips;
}

template <class Lane>
void Fields<Lane>::view_far(std::size_t row) {
    far_rows_.clear();
    for (std::size_t p = first_far_; p < planes_.size(); p += 2) {
        const std::size_t distance = planes_[p].distance;
        const LaneRows<Lane>& down = planes_[p + 1].weights;
        const std::size_t over = above(row, distance);
        far_rows_.push_back({.distance = distance,
                             .right = planes_[p].weights[row],
                             .above = field_row(over, down[over]),
                             .below = field_row(below(row, distance), down[row])});
    }
}

template <class Lane>
typename Fields<Lane>::FieldRow Fields<Lane>::field_row(std::size_t row, const Lane* weights) {
    return {fields_[row], signs_[row], weights, opposed_.data() + row * words_};
}

template <class Lane>
typename Fields<Lane>::RowView Fields<Lane>::view_of(std::size_t row, Spins& spins) {
    const std::size_t over = above(row);
    const std::size_t under = below(row);
    return {.row = row,
            .spins = spins.data() + row * columns_,
            .signs = signs_[row],
            .right = weights(FeatureKind::right, row),
            .own = field_row(row, nullptr),
            .above = field_row(over, weights(FeatureKind::down, over)),
            .below = field_row(under, weights(FeatureKind::down, row))};
}

// Flips the opposed spins in one word of a row. A flip may set bits further on in the word, and these are
// visited, too.
template <class Lane>
template <bool has_far>
void Fields<Lane>::sweep_word(const RowView& view, std::size_t k, std::uint64_t mask, AscentResult& search) {
    std::uint64_t word = view.own.opposed[k];
    std::uint64_t left = word & mask;
    while (left != 0) {
        const auto bit = static_cast<std::size_t>(std::countr_zero(left));
        const std::size_t column = 64 * k + bit;
        word &= ~(std::uint64_t{1} << bit);
        const std::int64_t field = view.own.fields[column];
        search.gain += 2 * (field < 0 ? -field : field);
        ++search.flips;
        const Lane twice = 2 * flip(view, column, has_far ? reach_ : 1);
        view.below.change(view.below.opposed[k], column, twice * view.below.weights[column]);
        view.above.change(view.above.opposed[k], column, twice * view.above.weights[column]);
        if (bit != 0 && bit != 63 && column + 1 != columns_ && !has_corners_ && !has_far) {
            view.own.change(word, column + 1, twice * view.right[column]);
            view.own.change(word, column - 1, twice * view.right[column - 1]);
        } else {  // neighbours in other words
            view.own.opposed[k] = word;
            change_field(view.row, after(column), twice * view.right[column]);
            change_field(view.row, before(column), twice * *(view.right + column - 1));
            if (has_corners_) flip_corners(view.row, column, twice);
            if constexpr (has_far) flip_far(view, column, twice);
            word = view.own.opposed[k];
        }
        left = has_far || mask == all_columns ? word & mask & all_columns << bit << 1U : left & (left - 1);
    }
    view.own.opposed[k] = word;
}

template <class Lane>
Lane Fields<Lane>::flip(const RowView& view, std::size_t column, std::size_t reach) const {
    const Lane sign = -view.signs[column];
    view.signs[column] = sign;
    if (column < reach) view.signs[columns_ + column] = sign;
    if (column + reach >= columns_) *(view.signs - (columns_ - column)) = sign;
    view.spins[column] = static_cast<std::int8_t>(sign);
    return sign;
}

template <class Lane>
void Fields<Lane>::flip_corners(std::size_t row, std::size_t column, Lane twice) {
    const std::size_t over = above(row);
    const std::size_t under = below(row);
    const std::size_t left = before(column);
    const std::size_t right = after(column);
    change_field(under, right, twice * weights(FeatureKind::down_right, row)[column]);
    change_field(under, left, twice * weights(FeatureKind::down_left, row)[column]);
    change_field(over, left, twice * weights(FeatureKind::down_right, over)[left]);
    change_field(over, right, twice * weights(FeatureKind::down_left, over)[right]);
    if (!is_on(FeatureKind::plaquettes)) return;
    for (const std::size_t r : {over, row}) {
        for (const std::size_t c : {left, column}) flip_plaquette(r, c, {row, column});
    }
}

template <class Lane>
void Fields<Lane>::flip_far(const RowView& view, std::size_t column, Lane twice) {
    for (const FarRow& far : far_rows_) {
        const std::size_t left = before(column, far.distance);
        const std::size_t right = after(column, far.distance);
        view.own.change(view.own.opposed[right / 64], right, twice * far.right[column]);
        view.own.change(view.own.opposed[left / 64], left, twice * far.right[left]);
        far.below.change(far.below.opposed[column / 64], column, twice * far.below.weights[column]);
        far.above.change(far.above.opposed[column / 64], column, twice * far.above.weights[column]);
    }
}

// The fields of the three other spins of a plaquette change.
template <class Lane>
void Fields<Lane>::flip_plaquette(std::size_t row, std::size_t column, Place flipped) {
    const Lane twice = 2 * plaquette_sign(row, column) * weights(FeatureKind::plaquettes, row)[column];
    for (const std::size_t r : {row, below(row)}) {
        for (const std::size_t c : {column, after(column)}) {
            if (r != flipped.row || c != flipped.column) change_field(r, c, twice * signs_[r][c]);
        }
    }
}

template <class Lane>
void Fields<Lane>::change_field(std::size_t row, std::size_t column, Lane change) {
    const FieldRow fields{fields_[row], signs_[row], nullptr, nullptr};
    fields.change(opposed_[row * words_ + column / 64], column, change);
}

template <class Lane>
Tally Fields<Lane>::hit() {
    Tally tally;
    for (Plane& plane : planes_) hit_plane(plane, tally);
    return tally;
}

template <class Lane>
void Fields<Lane>::hit_plane(Plane& plane, Tally& tally) {
    for (std::size_t r = 0; r < rows_; ++r) {
        kernels_->hit({.weights = plane.weights[r],
                       .targets = plane.targets[r],
                       .units = plane.units[r],
                       .first = signs_[r],
                       .second = other_signs(plane, r),
                       .columns = columns_},
                      tally);
        close_row(plane.weights[r], plane.distance);
    }
}

template <class Lane>
std::int64_t Fields<Lane>::score() {
    std::int64_t sum = 0;
    for (const Plane& plane : planes_) {
        for (std::size_t r = 0; r < rows_; ++r) {
            const Lane* weights = plane.weights[r];
            const Lane* others = other_signs(plane, r);
            for (std::size_t c = 0; c < columns_; ++c) sum += weights[c] * signs_[r][c] * others[c];
        }
    }
    return sum;
}

// The product of the other spins of the features of a row.
template <class Lane>
const Lane* Fields<Lane>::other_signs(const Plane& plane, std::size_t row) {
    switch (plane.kind) {
        case FeatureKind::nodes:
            return ones_[0];
        case FeatureKind::right:
        case FeatureKind::far_right:
            return signs_[row] + plane.distance;
        case FeatureKind::down:
        case FeatureKind::far_down:
            return signs_[below(row, plane.distance)];
        case FeatureKind::down_right:
            return signs_[below(row)] + 1;
        case FeatureKind::down_left:
            return signs_[below(row)] - 1;
        case FeatureKind::plaquettes:
            break;
    }
    for (std::size_t c = 0; c < columns_; ++c) {
        scratch_[0][c] = plaquette_sign(row, c) * signs_[row][c];
    }
    return scratch_[0];
}

template <class Lane>
template <class Narrow>
Fields<Lane>::Fields(const Fields<Narrow>& narrow)
    : kernels_{&best_kernels<Lane>()},
      rows_{narrow.rows_},
      columns_{narrow.columns_},
      words_{narrow.words_},
      has_corners_{narrow.has_corners_},
      has_far_{narrow.has_far_},
      reach_{narrow.reach_},
      first_far_{narrow.first_far_},
      numbers_{narrow.numbers_},
      signs_{narrow.signs_},
      fields_{narrow.fields_},
      ones_{narrow.ones_},
      zeros_{narrow.zeros_},
      scratch_{narrow.scratch_},
      opposed_{narrow.opposed_} {
    for (const auto& plane : narrow.planes_) {
        planes_.push_back({plane.kind,
                           plane.distance,
                           LaneRows<Lane>{plane.weights},
                           {LaneRows<Lane>{plane.targets.rows}, plane.targets.which},
                           {LaneRows<Lane>{plane.units.rows}, plane.units.which}});
    }
}

template class Fields<std::int32_t>;
template class Fields<std::int64_t>;
template Fields<std::int64_t>::Fields(const Fields<std::int32_t>&);

}  // namespace drover::lattice::impl
