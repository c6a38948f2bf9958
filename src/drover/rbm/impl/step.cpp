#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include <drover/herd/impl/bit_fields.hpp>
#include <drover/rbm/impl/engine.hpp>
#include <drover/rbm/impl/kernels.hpp>

// One step of a Herder: impute the batch, find the fantasies, move the weights.

namespace drover::rbm {

using impl::CaseBits;

void Herder::Engine::step() {
    assert(t < options.max_steps);
    pack_batch();
    fields.impute(inputs_, batch_size, impl::Fields::Wanted::hidden, options.pool, batch);
    settle_partial();
    const std::int64_t dreamt = find_fantasies();
    Int128 product = -Int128{dreamt};
    for (const std::int64_t score : batch.scores) product += score;
    find_z_columns(batch.bits, data_);
    count(data_);
    product *= 2;
    if (!options.hidden_growth) product -= twice_growth_left_out();
    margin = product * unit.multiply / (Int128{2} * unit.divide);
    move();
    ++t;
}

// ---- the batch ----------------------------------------------------------------------------------------

std::size_t Herder::Engine::number(std::size_t place) const {
    const auto count = static_cast<std::uint64_t>(cases.size());
    const std::uint64_t first = static_cast<std::uint64_t>(t) % count * batch_size % count;
    return static_cast<std::size_t>((first + place) % count);
}

void Herder::Engine::pack_batch() {
    if (is_packed_ && is_fixed()) return;
    for (std::size_t i = 0; i < batch_size; ++i) {
        const std::size_t own = number(i);
        const std::size_t place = partial_at_[own];
        batch_x_.put(i, place < guesses_.size() ? guesses_[place] : cases[own].values);
    }
    batch_x_.to_bytes(batch_size, visible(), inputs_);
    if (is_fixed()) find_x_columns(batch_x_, data_);
    is_packed_ = true;
}

void Herder::Engine::settle_partial() {
    if (is_fixed()) return;
    for (std::size_t i = 0; i < batch_size; ++i) {
        if (partial_at_[number(i)] < guesses_.size()) settle_partial_at(i);
    }
    find_x_columns(batch_x_, data_);
}

// A case may be in a batch more than once: its guess is that of its last place.
void Herder::Engine::settle_partial_at(std::size_t place) {
    const std::size_t own = number(place);
    BitRow& guess = guesses_[partial_at_[own]];
    State s{guess, BitRow(hidden())};
    impute(s, cases[own].unknown);
    guess = s.x;
    batch_x_.put(place, s.x);
    put_hidden(batch, place, s.z);
    batch.scores[place] = fields.settled_score(s);
}

// ---- fantasies ----------------------------------------------------------------------------------------

std::int64_t Herder::Engine::find_fantasies() {
    if (options.fantasy == FantasyStart::every_case) return search_from_every_case();
    if (options.fantasy == FantasyStart::lowest_case) begin_at_lowest_case();
    const std::int64_t dreamt = search();
    if (options.fantasy != FantasyStart::restarted) return dreamt;
    Int128 difference = dreamt;
    for (const std::int64_t score : batch.scores) difference -= score;
    if (difference >= 0) return dreamt;
    begin_at_lowest_case();
    return search();
}

void Herder::Engine::begin_at_lowest_case() {
    const auto best = std::max_element(batch.scores.begin(), batch.scores.end());
    const auto place = static_cast<std::size_t>(best - batch.scores.begin());
    fantasy = {batch_x_.row(place, visible()),
               impl::row_of({batch.bits.data() + place * fields.words(), fields.words()}, hidden())};
}

std::int64_t Herder::Engine::search() {
    fields.settle_visible(fantasy, nullptr);
    while (fields.settle_hidden(fantasy) && fields.settle_visible(fantasy, nullptr)) {
    }
    return fields.settled_score(fantasy) * static_cast<std::int64_t>(batch_size);
}

void Herder::Engine::transpose_weights() {
    const PackedWeights& w = fields.weights();
    const std::size_t columns = w.visible().size();
    transposed_.assign(w.stride() * columns, 0);
    for (std::size_t j = 0; j < visible(); ++j) {
        for (std::size_t k = 0; k < hidden(); ++k)
            transposed_[k * columns + j] = w.pairs()[j * w.stride() + k];
    }
}

namespace {

// Takes the bits of `positive`, and keeps the bit where the field is 0; returns whether anything changed.
bool take_settled(std::uint32_t* bits, const std::uint32_t* positive, const std::uint32_t* zero,
                  std::size_t words) {
    bool changed = false;
    for (std::size_t w = 0; w < words; ++w) {
        const std::uint32_t next = positive[w] | (bits[w] & zero[w]);
        if (next == bits[w]) continue;
        bits[w] = next;
        changed = true;
    }
    return changed;
}

}  // namespace

void Herder::Engine::settle_visible_of(std::span<const std::size_t> chosen,
                                       std::vector<std::size_t>& changed) {
    const PackedWeights& w = fields.weights();
    fantasy_z.to_bytes(chosen, w.stride(), dream_inputs_);
    const std::size_t words = w.visible().size() / 32;
    std::vector<std::uint32_t> positive(chosen.size() * words);
    std::vector<std::uint32_t> zero(positive.size());
    for_each_index(options.pool, words, [&](std::size_t b) {
        drover::impl::FieldScratch scratch;
        drover::impl::find_fields({.weights = transposed_.data() + 32 * b,
                                   .weight_stride = w.visible().size(),
                                   .group_count = w.stride() / 8,
                                   .inputs = dream_inputs_.data(),
                                   .case_count = chosen.size(),
                                   .signs = options.coding == UnitCoding::signs,
                                   .biases = w.visible().data() + 32 * b,
                                   .positive = positive.data() + b,
                                   .zero = zero.data() + b,
                                   .bit_stride = words},
                                  fields.row_range(), scratch);
    });
    changed.clear();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        std::uint32_t* bits = fantasy_x.bits.data() + chosen[i] * fantasy_x.words;
        if (take_settled(bits, positive.data() + i * words, zero.data() + i * words, fantasy_x.words))
            changed.push_back(chosen[i]);
    }
}

void Herder::Engine::settle_hidden_of(std::span<const std::size_t> chosen,
                                      std::vector<std::size_t>& changed) {
    fantasy_x.to_bytes(chosen, visible(), dream_inputs_);
    fields.impute(dream_inputs_, chosen.size(), impl::Fields::Wanted::hidden_and_zero, options.pool,
                  dream_batch_);
    const std::size_t words = fields.words();
    changed.clear();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        fantasy_scores_[chosen[i]] = dream_batch_.scores[i];
        std::uint32_t* bits = fantasy_z.bits.data() + chosen[i] * words;
        if (take_settled(bits, dream_batch_.bits.data() + i * words, dream_batch_.zero.data() + i * words,
                         words))
            changed.push_back(chosen[i]);
    }
}

std::int64_t Herder::Engine::search_from_every_case() {
    transpose_weights();
    fantasy_x = batch_x_;
    fantasy_z.words = fields.words();
    fantasy_z.bits = batch.bits;
    fantasy_scores_.assign(batch_size, 0);
    std::vector<std::size_t> active(batch_size);
    std::iota(active.begin(), active.end(), std::size_t{0});
    std::vector<std::size_t> changed;
    settle_visible_of(active, changed);
    while (!active.empty()) {
        settle_hidden_of(active, changed);
        if (changed.empty()) break;
        std::swap(active, changed);
        settle_visible_of(active, changed);
        std::swap(active, changed);
    }
    fantasy = {fantasy_x.row(0, visible()), fantasy_z.row(0, hidden())};
    return std::accumulate(fantasy_scores_.begin(), fantasy_scores_.end(), std::int64_t{0});
}

// ---- moving -------------------------------------------------------------------------------------------

void Herder::Engine::find_x_columns(const CaseBits& x, Columns& columns) const {
    const std::size_t words = (batch_size + 63) / 64;
    // The last row counts the hidden units that are on: differing from none, or in common with all.
    columns.x.assign((visible() + 1) * words, options.coding == UnitCoding::signs ? 0 : ~std::uint64_t{0});
    const auto word = [&](std::size_t i, std::size_t u) {
        const std::uint32_t* bits = x.bits.data() + i * x.words;
        const std::uint64_t high = 2 * u + 1 < x.words ? bits[2 * u + 1] : 0;
        return bits[2 * u] | high << 32U;
    };
    drover::impl::transpose_bits(
        batch_size, (visible() + 63) / 64, word,
        [&](std::size_t u, std::size_t w, const std::array<std::uint64_t, 64>& block) {
            const std::size_t last = std::min<std::size_t>(64, visible() - 64 * u);
            for (std::size_t j = 0; j < last; ++j) columns.x[(64 * u + j) * words + w] = block[j];
        });
}

void Herder::Engine::find_z_columns(std::span<const std::uint32_t> bits, Columns& columns) const {
    const std::size_t stride = fields.weights().stride();
    const std::size_t words = fields.words();
    columns.z.resize((batch_size + 63) / 64 * stride);
    const auto word = [&](std::size_t i, std::size_t u) {
        return bits[i * words + 2 * u] | std::uint64_t{bits[i * words + 2 * u + 1]} << 32U;
    };
    drover::impl::transpose_bits(
        batch_size, stride / 64, word,
        [&](std::size_t u, std::size_t w, const std::array<std::uint64_t, 64>& block) {
            std::copy(block.begin(), block.end(), columns.z.data() + w * stride + 64 * u);
        });
}

void Herder::Engine::count(Columns& columns) const {
    const std::size_t stride = fields.weights().stride();
    const std::size_t words = (batch_size + 63) / 64;
    const std::size_t rows = visible() + 1;
    columns.counts.resize(rows * stride);
    for_each_index(options.pool, (rows + 63) / 64, [&](std::size_t chunk) {
        const std::size_t first = 64 * chunk;
        impl::count_pairs({.x = columns.x.data() + first * words,
                           .z = columns.z.data(),
                           .row_count = std::min<std::size_t>(64, rows - first),
                           .stride = stride,
                           .word_count = words,
                           .differing = options.coding == UnitCoding::signs,
                           .counts = columns.counts.data() + first * stride});
    });
}

std::int64_t Herder::Engine::sum_of(std::int64_t ones) const {
    return options.coding == UnitCoding::signs ? 2 * ones - static_cast<std::int64_t>(batch_size) : ones;
}

// What the features z_k would add to the margin, beyond units that are on in half of the cases.
Int128 Herder::Engine::twice_growth_left_out() const {
    const PackedWeights& w = fields.weights();
    Int128 product = 0;
    for (std::size_t k = 0; k < hidden(); ++k)
        product +=
            Int128{w.hidden()[k]} * (2 * sum_of(data_.counts[visible() * w.stride() + k]) - twice_half_on());
    return product;
}

void Herder::Engine::move() {
    const bool every = options.fantasy == FantasyStart::every_case;
    if (every) {
        find_x_columns(fantasy_x, dream_);
        find_z_columns(fantasy_z.bits, dream_);
        count(dream_);
    } else {
        const PackedWeights& w = fields.weights();
        taken_up_.assign(w.stride(), 0);
        taken_down_.assign(w.stride(), 0);
        for (std::size_t k = 0; k < hidden(); ++k) {
            taken_up_[k] = static_cast<std::int32_t>(w.scale() * fields.value(fantasy.z[k]));
            taken_down_[k] = static_cast<std::int32_t>(fields.value(false)) * taken_up_[k];
        }
    }
    move_biases();
    for_each_index(options.pool, fields.chunk_count(), [&](std::size_t chunk) { move_pairs(chunk); });
    fields.choose_range();
}

void Herder::Engine::move_biases() {
    PackedWeights& w = fields.weights();
    const bool every = options.fantasy == FantasyStart::every_case;
    const auto size = static_cast<std::int64_t>(batch_size);
    const std::size_t words = (batch_size + 63) / 64;
    const auto ones_of = [&](const Columns& columns, std::size_t j) {
        std::int64_t ones = 0;
        for (std::size_t v = 0; v < words; ++v) ones += std::popcount(columns.x[j * words + v]);
        return ones;
    };
    for (std::size_t j = 0; j < visible(); ++j) {
        const std::int64_t taken = every ? sum_of(ones_of(dream_, j)) : size * fields.value(fantasy.x[j]);
        w.visible()[j] += static_cast<std::int32_t>(scaled(sum_of(ones_of(data_, j)) - taken));
    }
    const std::size_t last = visible() * w.stride();
    for (std::size_t k = 0; k < hidden(); ++k) {
        const std::int64_t twice_given =
            options.hidden_growth ? 2 * sum_of(data_.counts[last + k]) : twice_half_on();
        const std::int64_t taken =
            every ? sum_of(dream_.counts[last + k]) : size * fields.value(fantasy.z[k]);
        w.hidden()[k] += static_cast<std::int32_t>(scaled(twice_given - 2 * taken) / 2);
    }
}

void Herder::Engine::move_pairs(std::size_t chunk) {
    PackedWeights& w = fields.weights();
    const std::size_t stride = w.stride();
    const bool signs = options.coding == UnitCoding::signs;
    const bool every = options.fantasy == FantasyStart::every_case;
    std::int32_t* magnitudes = fields.magnitudes(chunk);
    std::fill_n(magnitudes, stride, 0);
    std::int64_t largest = 0;
    for (std::size_t j = 64 * chunk; j < std::min(visible(), 64 * chunk + 64); ++j) {
        // Signs: cases - 2 * differing, times multiply / 2.
        const std::int32_t* taken = fantasy.x[j] ? taken_up_.data() : taken_down_.data();
        const std::int64_t moved =
            impl::move_row({.weights = w.row(j).data(),
                            .counts = data_.counts.data() + j * stride,
                            .fantasy_counts = every ? dream_.counts.data() + j * stride : nullptr,
                            .taken = every ? nullptr : taken,
                            .base = signs && !every ? static_cast<std::int32_t>(w.scale()) : 0,
                            .step = static_cast<std::int32_t>(signs ? unit.multiply : -unit.multiply),
                            .count = stride,
                            .magnitudes = magnitudes});
        std::fill(w.row(j).begin() + static_cast<std::ptrdiff_t>(hidden()), w.row(j).end(), 0);
        largest = std::max(largest, moved);
    }
    std::fill(magnitudes + hidden(), magnitudes + stride, 0);
    fields.set_largest(chunk, largest);
}

}  // namespace drover::rbm
