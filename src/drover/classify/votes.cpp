#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include <drover/classify/impl/vote_kernels.hpp>
#include <drover/classify/impl/vote_moves.hpp>
#include <drover/classify/votes.hpp>

namespace drover::classify {
namespace {

using impl::row_block;

constexpr std::size_t blocks_per_task = 4;
constexpr std::size_t most_voters = 128;
constexpr std::size_t quick_budget = 1 << 17;  // floats of the collected voters: they fit a cache
constexpr double careful = 1 + 1e-9;           // covers the rounding of sums of drifts
constexpr double endless = std::numeric_limits<double>::infinity();

double magnitudes(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0,
                           [](double sum, double value) { return sum + std::abs(value); });
}

}  // namespace

// Weights with a vote.
struct ConditionalVotes::Voter {
    LabelOffsets offsets;
    AlignedVector<float> quick;  // the offsets of hidden units, rounded
    std::vector<float> quick_biases;
    double largest = 0;        // sum of magnitudes of a label's offsets and bias
    std::size_t move_end = 0;  // moves before it
    double flat = 0;           // the most that offsets changed differences of scores since the last one
    std::int64_t cast = 0;     // votes before it
};

// Some rows on their way through the collected moves.
struct ConditionalVotes::Block {
    std::size_t number = 0;
    std::size_t row_count = 0;
    const std::uint32_t* rows = nullptr;
    double* slacks = nullptr;
    double* fields = nullptr;        // by column and row
    AlignedVector<float> quick;      // the same, rounded
    AlignedVector<double> products;  // by move and row
    std::array<double, row_block> drift = {};
    std::size_t seen = 0;  // moves included in the fields
    std::array<float, row_block> best = {};
    std::array<float, row_block> next = {};
    std::array<std::uint32_t, row_block> labels = {};
    AlignedVector<double> row_fields;
    std::vector<double> scores;
    impl::VoteMoves::Room room;
};

ConditionalVotes::ConditionalVotes(const SparseRows& rows, const ConditionalWeights& weights,
                                   ThreadPool* pool)
    : rows_{&rows},
      label_count_{weights.shape().code.label_count()},
      column_count_{weights.shape().column_count()},
      stride_{weights.stride()},
      pool_{pool},
      moves_{std::make_unique<impl::VoteMoves>(rows, weights.rates().w)},
      voters_(std::clamp<std::size_t>(quick_budget / (label_count_ * stride_), 1, most_voters)),
      last_{weights.offsets()},
      order_(rows.row_count()),
      slacks_(block_count() * row_block),
      is_current_(block_count()),
      fields_(block_count() * row_block * column_count_),
      norms_(rows.row_count()),
      labels_(rows.row_count()),
      counts_(rows.row_count() * label_count_),
      since_(rows.row_count()) {
    std::iota(order_.begin(), order_.end(), 0);
    for (std::size_t i = 0; i < norms_.size(); ++i) norms_[i] = impl::norm_above(rows[i]);
}

ConditionalVotes::~ConditionalVotes() = default;

std::size_t ConditionalVotes::block_count() const { return (rows_->row_count() + row_block - 1) / row_block; }

void ConditionalVotes::begin_update(std::size_t mistake_count, const ConditionalWeights& weights) {
    const bool has_some = !moves_->empty() || voter_count_ > 0;
    if (has_some && moves_->size() + mistake_count > moves_->most()) finish(weights);
    has_moved_ = true;
}

void ConditionalVotes::moved(const Mistake& mistake, const ConditionalWeights& weights) {
    assert(has_moved_);
    moves_->add(mistake, weights);
}

void ConditionalVotes::vote(const ConditionalWeights& weights) {
    if (has_moved_) add_voter(weights);
    has_moved_ = false;
    ++cast_;
    if (voter_count_ == voters_.size() || moves_->size() >= moves_->most()) finish(weights);
}

void ConditionalVotes::add_voter(const ConditionalWeights& weights) {
    Voter& voter = voters_[voter_count_];
    voter.offsets = weights.offsets();
    const std::span<const double> hidden = voter.offsets.all_hidden();
    const std::span<const double> biases = voter.offsets.biases();
    voter.flat = largest_drift(voter_count_ == 0 ? last_ : voters_[voter_count_ - 1].offsets, voter.offsets);
    voter.move_end = moves_->size();
    voter.cast = cast_;
    voter.quick.assign(hidden.begin(), hidden.end());
    voter.quick_biases.assign(biases.begin(), biases.end());
    voter.largest = 0;
    for (std::size_t k = 0; k < label_count_; ++k)
        voter.largest = std::max(voter.largest, magnitudes(voter.offsets.hidden(k)) + std::abs(biases[k]));
    ++voter_count_;
}

void ConditionalVotes::finish(const ConditionalWeights& weights) {
    reach_ = moves_->reach();
    flat_ = 0;
    for (std::size_t v = 0; v < voter_count_; ++v) flat_ += voters_[v].flat;
    const bool follows = voter_count_ > 0 && moves_->size() <= moves_->most();
    if (follows) moves_->lay_out();
    const std::size_t tasks = (block_count() + blocks_per_task - 1) / blocks_per_task;
    for_each_index(voter_count_ > 0 ? pool_ : nullptr, tasks, [&](std::size_t task) {
        Block block;
        const std::size_t end = std::min(block_count(), (task + 1) * blocks_per_task);
        for (block.number = task * blocks_per_task; block.number < end; ++block.number)
            follow(weights, block);
    });
    if (voter_count_ > 0) last_ = voters_[voter_count_ - 1].offsets;
    const bool had_votes = voter_count_ > 0;
    moves_->clear();
    voter_count_ = 0;
    if (had_votes && std::has_single_bit(static_cast<std::uint64_t>(++finished_))) group_by_slack();
}

// Margins change slowly: regrouping now and then is enough.
void ConditionalVotes::group_by_slack() {
    std::vector<std::size_t> places(order_.size());
    std::iota(places.begin(), places.end(), 0);
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return slacks_[a] > slacks_[b]; });
    const std::vector<std::uint32_t> order = order_;
    const std::vector<double> slacks = slacks_;
    for (std::size_t p = 0; p < places.size(); ++p) {
        order_[p] = order[places[p]];
        slacks_[p] = slacks[places[p]];
    }
    std::fill(is_current_.begin(), is_current_.end(), 0);
}

void ConditionalVotes::follow(const ConditionalWeights& weights, Block& block) {
    const std::size_t first = block.number * row_block;
    block.row_count = std::min(row_block, rows_->row_count() - first);
    block.rows = order_.data() + first;
    block.slacks = slacks_.data() + first;
    block.fields = fields_.data() + first * column_count_;
    if (stands(block)) return;
    bring_up(weights, block);
    go_through(block);
    is_current_[block.number] = 1;
}

// Whether no row can have changed its label.
bool ConditionalVotes::stands(Block& block) {
    std::array<double, row_block> left{};
    bool all = true;
    for (std::size_t r = 0; r < block.row_count; ++r) {
        left[r] = block.slacks[r] - (norms_[block.rows[r]] * reach_ + flat_) * careful;
        all = all && left[r] > 0;
    }
    if (!all && voter_count_ > 0) return false;
    for (std::size_t r = 0; r < block.row_count; ++r) block.slacks[r] = std::max(left[r], 0.0);
    if (!moves_->empty()) is_current_[block.number] = 0;
    return true;
}

// The products of the rows with the moves, and their fields before the first move. If there are too many
// moves to follow, the current fields: those moves were one update, and nothing votes before its end.
void ConditionalVotes::bring_up(const ConditionalWeights& weights, Block& block) const {
    const std::size_t count = moves_->size();
    const bool follows = count <= moves_->most();
    block.products.assign(count * row_block, 0);
    block.row_fields.resize(stride_);
    for (std::size_t r = 0; r < block.row_count; ++r) {
        if (follows && count > 0)
            moves_->find_products(block.rows[r], block.room, block.products.data() + r, row_block);
        if (follows && is_current_[block.number] != 0) continue;
        weights.find_fields((*rows_)[block.rows[r]], block.row_fields);
        for (std::size_t j = 0; j < column_count_; ++j) block.fields[j * row_block + r] = block.row_fields[j];
        if (!follows) block.slacks[r] = 0;
    }
    block.quick.assign(block.fields, block.fields + column_count_ * row_block);
    block.seen = follows ? 0 : count;
    if (!follows || is_current_[block.number] != 0) return;
    for (std::size_t m = count; m-- > 0;) {
        impl::move_block({moves_->down(m), moves_->up(m), block.products.data() + m * row_block, block.fields,
                          block.quick.data()});
    }
}

void ConditionalVotes::go_through(Block& block) {
    const auto move_to = [&](std::size_t end) {
        for (; block.seen < end; ++block.seen) {
            const std::size_t m = block.seen;
            impl::move_block({moves_->up(m), moves_->down(m), block.products.data() + m * row_block,
                              block.fields, block.quick.data()});
        }
    };
    std::size_t move = 0;
    block.drift.fill(0);
    const auto drift_to = [&](std::size_t end) {
        for (; move < end; ++move) {
            const double spread = moves_->spread(move);
            for (std::size_t r = 0; r < row_block; ++r)
                block.drift[r] += spread * std::abs(block.products[move * row_block + r]);
        }
    };
    for (std::size_t v = 0; v < voter_count_; ++v) {
        drift_to(voters_[v].move_end);
        bool stands = true;
        for (std::size_t r = 0; r < row_block; ++r) block.drift[r] += voters_[v].flat;
        for (std::size_t r = 0; r < block.row_count; ++r)
            stands = stands && block.slacks[r] > block.drift[r] * careful;
        if (stands) continue;
        move_to(move);
        judge(voters_[v], block);
        block.drift.fill(0);
    }
    drift_to(moves_->size());
    for (std::size_t r = 0; r < block.row_count; ++r)
        block.slacks[r] = std::max(block.slacks[r] - block.drift[r] * careful, 0.0);
    move_to(moves_->size());
}

void ConditionalVotes::judge(const Voter& voter, Block& block) {
    judged_ += static_cast<std::int64_t>(block.row_count);
    if (voter.offsets.has_hidden()) {
        impl::judge_block({block.quick.data(), column_count_, voter.quick.data(), stride_, voter.quick_biases,
                           block.best.data(), block.next.data(), block.labels.data()});
    }
    for (std::size_t r = 0; r < block.row_count; ++r) {
        const double error = voter.offsets.has_hidden()
                                 ? impl::block_error(column_count_, block.best[r], voter.largest)
                                 : endless;
        judge_row(voter, block, r, error);
    }
}

void ConditionalVotes::judge_row(const Voter& voter, Block& block, std::size_t lane, double error) {
    LabelJudgement found{block.labels[lane],
                         static_cast<double>(block.best[lane]) - block.next[lane] - 2 * error};
    if (!(found.margin > 0)) {
        for (std::size_t j = 0; j < column_count_; ++j)
            block.row_fields[j] = block.fields[j * row_block + lane];
        block.scores.resize(label_count_);
        found = voter.offsets.judge(block.row_fields, block.scores);
        ++judged_exactly_;
    }
    block.slacks[lane] = found.margin;
    const std::size_t i = block.rows[lane];
    if (found.label == labels_[i]) return;
    counts_[i * label_count_ + labels_[i]] += voter.cast - since_[i];
    since_[i] = voter.cast;
    labels_[i] = static_cast<std::uint32_t>(found.label);
}

std::vector<std::int64_t> ConditionalVotes::votes() const {
    assert(moves_->empty() && voter_count_ == 0);
    std::vector<std::int64_t> all = counts_;
    for (std::size_t i = 0; i < since_.size(); ++i) all[i * label_count_ + labels_[i]] += cast_ - since_[i];
    return all;
}

}  // namespace drover::classify
