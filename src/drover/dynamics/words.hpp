#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <drover/core/check.hpp>
#include <drover/dynamics/line_fit.hpp>
#include <drover/herd/herder.hpp>

namespace drover {

struct WordsOptions {
    std::int64_t symbol_count = 1'000'000;  ///< how long an orbit is followed
    std::int64_t burn_in = 0;               ///< steps before the first symbol
    std::size_t max_length = 1'000;         ///< words up to this length are counted
    std::size_t fit_from = 8;               ///< shortest word of the fit
    std::size_t fit_to = 0;                 ///< longest word of the fit; 0 or too long: saturated_to
};

/// How many different words of each length a sequence holds.
/// A sequence shows only a part of what its orbit may say: M is a lower bound, and the orbit's own number
/// most likely where twice as many symbols showed no new word.
struct Words {
    std::vector<std::int64_t> counts;  ///< M(1), M(2), ... up to max_length, or the length of the sequence
    std::int64_t symbol_count = 0;
    std::size_t saturated_to =
        0;  ///< up to this length the first half of the symbols has as many words as all
    std::optional<LineFit> growth;  ///< of ln M(T) against ln T; nothing if the range has fewer than 3 points
    std::vector<std::size_t> fit_lengths;  ///< the lengths T of the fit, about evenly spaced in ln T

    /// M(length); 1 for the empty word.
    std::int64_t count(std::size_t length) const { return length == 0 ? 1 : counts[length - 1]; }
    /// h(T) = ln M(T) / T. Tends to 0 for herding, too slowly to show a limit: look at `growth`.
    double entropy(std::size_t length) const;
};

/// Counts words while symbols come in, one at a time. A suffix automaton (Blumer et al. 1985): a state stands
/// for the words that end at the same places, every prefix being the longest word of one. Constant time a
/// symbol on average, for any alphabet. Memory: 9 bytes a symbol, 20 a split state (below 1 a symbol) and 12
/// an edge (below 1 a symbol): at most 41 a symbol, 29 for most orbits of herding, 9 for a neuron.
class WordCounter {
  public:
    using Symbol = std::uint8_t;
    static constexpr std::size_t most_symbols = (std::size_t{1} << 31U) - 2;

    WordCounter();

    /// Memory for so many symbols, ahead of time. Throws InputError above most_symbols.
    void reserve(std::size_t symbol_count);
    void add(Symbol symbol);
    std::size_t symbol_count() const { return symbols_.size(); }
    /// Of what is in use, in bytes.
    std::size_t memory() const;

    /// Of the symbols so far. O(states + max_length).
    Words result(const WordsOptions& options = {}) const;

  private:
    // States 0, 1, ... are the prefixes by their lengths; those from first_split on were split off later.
    using State = std::uint32_t;
    static constexpr State first_split = State{1} << 31U;
    static constexpr State no_state = 0xFFFFFFFF;

    // A state has the suffixes of its longest word that are longer than the longest word of its link. Its
    // first transition is by the symbol that comes after its words' first end; for a prefix, to the next one.
    // Further ones are a list of edges.
    struct Prefix {
        State link;
        std::uint32_t edges;  // 0: none
    };
    struct Split {
        State link;
        std::uint32_t edges;
        std::uint32_t length;     // of the longest word
        std::uint32_t first_end;  // where its words end first
        State first_target;
    };
    struct Edge {
        State target;
        std::uint32_t next;
        Symbol symbol;
    };

    static bool is_prefix(State state) { return state < first_split; }
    Split& split_state(State state) { return splits_[state - first_split]; }
    const Split& split_state(State state) const { return splits_[state - first_split]; }
    State link(State state) const {
        return is_prefix(state) ? prefixes_[state].link : split_state(state).link;
    }
    std::uint32_t length(State state) const { return is_prefix(state) ? state : split_state(state).length; }
    std::uint32_t first_end(State state) const {
        return is_prefix(state) ? state : split_state(state).first_end;
    }
    State first_target(State state) const {
        return is_prefix(state) ? state + 1 : split_state(state).first_target;
    }
    std::uint32_t edges(State state) const {
        return is_prefix(state) ? prefixes_[state].edges : split_state(state).edges;
    }
    State next(State state, Symbol symbol) const;
    std::uint32_t find_edge(State state, Symbol symbol) const;
    void connect(State state, Symbol symbol, State target);
    void redirect(State state, Symbol symbol, State target);
    State split(State parent, Symbol symbol, State child);
    template <class Use>
    void for_each_state(Use use) const;

    std::vector<Symbol> symbols_;
    std::vector<Prefix> prefixes_;
    std::vector<Split> splits_;
    std::vector<Edge> edges_;  // the first is not used
};

/// Of a given sequence; options.symbol_count and burn_in are not used.
Words count_words(std::span<const std::uint8_t> symbols, const WordsOptions& options = {});

namespace detail {

template <Orbit O>
void check_word_steps(const O& orbit, const WordsOptions& options) {
    check_input(options.symbol_count >= 0 && options.burn_in >= 0,
                [] { return std::string{"count_words: expected symbol_count and burn_in of at least 0"}; });
    if constexpr (requires { orbit.max_steps(); }) {
        const std::int64_t t = orbit.current().t;
        check_steps_left("count_words", options.burn_in, t, orbit.max_steps());
        check_steps_left("count_words", options.symbol_count, t + options.burn_in, orbit.max_steps());
    }
}

/// use(state) for the next states, by blocks where the orbit can.
template <Orbit O, class Use>
void for_each_state(O& orbit, std::int64_t count, Use&& use) {
    if constexpr (requires(std::span<std::size_t> states) { orbit.take(states); }) {
        std::array<std::size_t, 1024> block{};
        for (std::int64_t left = count; left > 0; left -= std::int64_t{block.size()}) {
            const auto taken = std::span{block}.first(std::min(block.size(), static_cast<std::size_t>(left)));
            orbit.take(taken);
            for (const std::size_t state : taken) use(state);
        }
    } else {
        for (std::int64_t i = 0; i < count; ++i) use(orbit.step().state);
    }
}

}  // namespace detail

/// Of the states of an orbit: numbers below 256. Throws InputError for others, or for more steps than it
/// takes.
template <Orbit O>
requires std::convertible_to<decltype(std::declval<typename O::Step>().state), std::size_t> Words
count_words(O orbit, const WordsOptions& options = {}) {
    detail::check_word_steps(orbit, options);
    WordCounter counter;
    counter.reserve(static_cast<std::size_t>(options.symbol_count));
    for (std::int64_t i = 0; i < options.burn_in; ++i) orbit.step();
    detail::for_each_state(orbit, options.symbol_count, [&](std::size_t state) {
        check_input(state < 256,
                    [&] { return "count_words: expected states below 256, got " + std::to_string(state); });
        counter.add(static_cast<WordCounter::Symbol>(state));
    });
    return counter.result(options);
}

}  // namespace drover
