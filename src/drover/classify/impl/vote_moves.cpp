#include <algorithm>
#include <cmath>

#include <drover/classify/impl/kernels.hpp>
#include <drover/classify/impl/vote_kernels.hpp>
#include <drover/classify/impl/vote_moves.hpp>

namespace drover::classify::impl {
namespace {

constexpr std::uint32_t nowhere = UINT32_MAX;
constexpr std::size_t input_budget = std::size_t{1} << 24U;  // numbers in the moves that are laid out
static_assert(row_block % column_block == 0);

bool is_narrow(SparseRow x) {
    return std::all_of(x.values.begin(), x.values.end(),
                       [](std::int32_t value) { return value >= -32767 && value <= 32767; });
}

}  // namespace

double norm_above(SparseRow x) { return std::sqrt(static_cast<double>(dot(x, x))) * (1 + 1e-9); }

VoteMoves::VoteMoves(const SparseRows& rows, std::int32_t rate) : rate_{static_cast<double>(rate)} {
    for (std::size_t i = 0; i < rows.row_count(); ++i) {
        longest_ = std::max(longest_, norm_above(rows[i]));
        is_narrow_ = is_narrow_ && is_narrow(rows[i]);
    }
    number_columns(rows);
    most_ = std::clamp<std::size_t>(input_budget / (slot_count_ + 1), row_block, most_);
    pack(rows);
}

// Only columns that occur in a row get a slot: inputs may be wide and sparse.
void VoteMoves::number_columns(const SparseRows& rows) {
    slots_.assign(rows.column_count(), nowhere);
    for (std::size_t i = 0; i < rows.row_count(); ++i) {
        for (const std::uint32_t column : rows[i].columns) slots_[column] = 0;
    }
    for (std::uint32_t& slot : slots_) {
        if (slot != nowhere) slot = static_cast<std::uint32_t>(slot_count_++);
    }
}

void VoteMoves::pack(const SparseRows& rows) {
    rows_ = SparseRows{slot_count_};
    for (std::size_t i = 0; i < rows.row_count(); ++i) {
        const SparseRow x = rows[i];
        for (std::size_t e = 0; e < x.size(); ++e) {
            const std::uint32_t slot = slots_[x.columns[e]];
            rows_.add(slot, x.values[e]);
            const std::uint32_t half = std::uint32_t{static_cast<std::uint16_t>(x.values[e])}
                                       << (slot % 2 == 0 ? 0U : 16U);
            if (pairs_.size() > (i == 0 ? 0 : ends_.back()) && pairs_.back() == slot / 2) {
                entries_.back() |= half;
            } else if (is_narrow_) {
                pairs_.push_back(slot / 2);
                entries_.push_back(half);
            }
        }
        rows_.end_row();
        ends_.push_back(pairs_.size());
    }
}

void VoteMoves::add(const Mistake& mistake, const ConditionalWeights& weights) {
    steps_.resize(weights.stride());
    weights.find_steps(mistake, steps_);
    Move move{.input = mistake.x, .norm = norm_above(mistake.x)};
    for (std::size_t j = 0; j < steps_.size(); ++j) {
        if (steps_[j] > 0) move.up.push_back(static_cast<std::uint32_t>(j));
        if (steps_[j] < 0) move.down.push_back(static_cast<std::uint32_t>(j));
    }
    move.spread = 2 * static_cast<double>(move.up.size() + move.down.size());
    moves_.push_back(std::move(move));
}

double VoteMoves::reach() const {
    double sum = 0;
    for (const Move& move : moves_) sum += move.spread * rate_ * move.norm;
    return sum;
}

// Cauchy-Schwarz: no sum of magnitudes exceeds the product of the lengths.
bool VoteMoves::fits_pairs() const {
    return is_narrow_ && std::all_of(moves_.begin(), moves_.end(), [&](const Move& move) {
               return is_narrow(move.input) && move.norm * longest_ < 0x1p31;
           });
}

template <class Write>
void VoteMoves::write_inputs(const Write& write) const {
    for (std::size_t m = 0; m < moves_.size(); ++m) {
        const SparseRow x = moves_[m].input;
        for (std::size_t e = 0; e < x.size(); ++e) {
            const std::uint32_t slot = slots_[x.columns[e]];
            if (slot != nowhere) write(slot, m, x.values[e]);
        }
    }
}

void VoteMoves::lay_out() {
    stride_ = (moves_.size() + row_block - 1) / row_block * row_block;
    by_pairs_ = fits_pairs();
    if (by_pairs_) {
        pair_inputs_.assign((slot_count_ + 1) / 2 * stride_ * 2, 0);
        write_inputs([&](std::size_t slot, std::size_t m, std::int32_t value) {
            pair_inputs_[2 * (slot / 2 * stride_ + m) + slot % 2] = static_cast<std::int16_t>(value);
        });
    } else {
        wide_inputs_.assign(slot_count_ * stride_, 0);
        write_inputs([&](std::size_t slot, std::size_t m, std::int32_t value) {
            wide_inputs_[slot * stride_ + m] = value;
        });
    }
}

void VoteMoves::clear() { moves_.clear(); }

void VoteMoves::find_products(std::size_t i, Room& room, double* out, std::size_t distance) const {
    if (by_pairs_) {
        const std::size_t first = i == 0 ? 0 : ends_[i - 1];
        room.integers.resize(stride_);
        find_pair_products({std::span{pairs_}.subspan(first, ends_[i] - first),
                            std::span{entries_}.subspan(first, ends_[i] - first), pair_inputs_.data(),
                            stride_, room.integers.data()});
        for (std::size_t m = 0; m < moves_.size(); ++m) out[m * distance] = room.integers[m] * rate_;
    } else {
        room.doubles.resize(stride_);
        find_input_fields({rows_[i], wide_inputs_.data(), stride_, room.doubles.data()});
        for (std::size_t m = 0; m < moves_.size(); ++m) out[m * distance] = room.doubles[m] * rate_;
    }
}

}  // namespace drover::classify::impl
