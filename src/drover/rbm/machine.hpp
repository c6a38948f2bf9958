#pragma once

#include <drover/core/choice.hpp>
#include <drover/herd/features/coding.hpp>
#include <drover/herd/features/feature_map.hpp>
#include <drover/rbm/observed_row.hpp>

namespace drover::rbm {

/// The two values of a unit: -1 and +1, or 0 and 1.
enum class UnitCoding { signs, bits };
inline constexpr Choice<UnitCoding> unit_codings[]{{"signs", UnitCoding::signs}, {"bits", UnitCoding::bits}};

struct State {
    BitRow x;  ///< visible
    BitRow z;  ///< hidden

    friend bool operator==(const State&, const State&) = default;
};

/// Restricted Boltzmann machine, visible units x and hidden units z: features x_j, then z_k, then x_j z_k row
/// by row, so that <w, phi> = a.x + b.z + x' W z with w = (a, b, W). A model for HiddenHerder.
/// This is the plain form of Herder, one weight at a time. Chen & Welling 2016,
/// "Herding with Hidden Variables".
class Machine {
  public:
    using State = rbm::State;
    using Case = ObservedRow;

    /// Throws InputError unless there is at least one unit of each kind.
    Machine(std::size_t visible_count, std::size_t hidden_count, UnitCoding coding = UnitCoding::signs);

    std::size_t visible_count() const { return visible_; }
    std::size_t hidden_count() const { return hidden_; }
    UnitCoding coding() const { return coding_; }
    std::size_t feature_count() const { return visible_ + hidden_ + visible_ * hidden_; }
    static std::size_t visible_slot(std::size_t j) { return j; }
    std::size_t hidden_slot(std::size_t k) const { return visible_ + k; }
    std::size_t pair_slot(std::size_t j, std::size_t k) const { return visible_ + hidden_ + j * hidden_ + k; }
    FeatureBounds bounds() const {
        return {.lowest = coding_ == UnitCoding::signs ? -1 : 0,
                .highest = 1,
                .total = static_cast<Int128>(feature_count())};
    }
    State first_state() const { return {BitRow(visible_), BitRow(hidden_)}; }

    std::int64_t value(bool unit) const {
        return coding_ == UnitCoding::signs ? sign_of(unit) : (unit ? 1 : 0);
    }

    template <Weights W>
    typename W::Value score(const W& w, const State& s) const {
        return visited_score(*this, w, s);
    }
    template <class Sink>
    void visit(const State& s, Sink&& sink) const {
        const auto show = [&](std::size_t a, std::int64_t v) {
            if (v != 0) sink(a, v);
        };
        for (std::size_t j = 0; j < visible_; ++j) show(visible_slot(j), value(s.x[j]));
        for (std::size_t k = 0; k < hidden_; ++k) show(hidden_slot(k), value(s.z[k]));
        for (std::size_t j = 0; j < visible_; ++j) {
            for (std::size_t k = 0; k < hidden_; ++k) show(pair_slot(j, k), value(s.x[j]) * value(s.z[k]));
        }
    }

    /// What z_k is multiplied by in the score.
    template <Weights W>
    typename W::Value hidden_field(const W& w, const BitRow& x, std::size_t k) const {
        typename W::Value sum = w[hidden_slot(k)];
        for (std::size_t j = 0; j < visible_; ++j) sum += times(value(x[j]), w[pair_slot(j, k)]);
        return sum;
    }
    /// What x_j is multiplied by.
    template <Weights W>
    typename W::Value visible_field(const W& w, const BitRow& z, std::size_t j) const {
        typename W::Value sum = w[visible_slot(j)];
        for (std::size_t k = 0; k < hidden_; ++k) sum += times(value(z[k]), w[pair_slot(j, k)]);
        return sum;
    }

    /// The case before its first imputation: all unknown units are off.
    State begin(const ObservedRow& seen) const { return {seen.values, BitRow(hidden_)}; }
    /// Gives the hidden units of a case their exact best values; with a field of 0, the lower one. Unknown
    /// visible units start from their values in s; they and the hidden units are then improved in turns until
    /// nothing changes. A field of 0 changes nothing there.
    template <Weights W>
    void impute(const W& w, const ObservedRow& seen, State& s) const {
        for (std::size_t k = 0; k < hidden_; ++k) s.z.set(k, hidden_field(w, s.x, k) > typename W::Value{});
        if (seen.is_complete()) return;
        const auto may_change = [&](std::size_t j) { return seen.is_unknown(j); };
        while (settle_visible(w, s, may_change) && settle_hidden(w, s)) {
        }
    }
    /// All x given z, all z given x, and so on until nothing changes; a field of 0 changes nothing. Each half
    /// step is optimal, so the score never falls.
    template <Weights W>
    void improve(const W& w, State& s) const {
        const auto may_change = [](std::size_t /*j*/) { return true; };
        settle_visible(w, s, may_change);
        while (settle_hidden(w, s) && settle_visible(w, s, may_change)) {
        }
    }

  private:
    template <class V>
    static V times(std::int64_t unit, V weight) {
        return static_cast<V>(unit) * weight;
    }
    // Whether the unit changed.
    template <class V>
    static bool settle(BitRow& row, std::size_t i, V field) {
        const bool best = field > V{};
        if (field == V{} || row[i] == best) return false;
        row.set(i, best);
        return true;
    }
    template <Weights W, class MayChange>
    bool settle_visible(const W& w, State& s, const MayChange& may_change) const {
        bool changed = false;
        for (std::size_t j = 0; j < visible_; ++j) {
            if (may_change(j) && settle(s.x, j, visible_field(w, s.z, j))) changed = true;
        }
        return changed;
    }
    template <Weights W>
    bool settle_hidden(const W& w, State& s) const {
        bool changed = false;
        for (std::size_t k = 0; k < hidden_; ++k) {
            if (settle(s.z, k, hidden_field(w, s.x, k))) changed = true;
        }
        return changed;
    }

    std::size_t visible_;
    std::size_t hidden_;
    UnitCoding coding_;
};

}  // namespace drover::rbm
