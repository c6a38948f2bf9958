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
#include <drover/core/run_control.hpp>
#include <drover/dynamics/plateau.hpp>
#include <drover/finite/exact_model.hpp>
#include <drover/herd/herder.hpp>
#include <drover/number/line_fit.hpp>

namespace drover::dynamics {

struct WordsOptions {
    std::int64_t symbol_count = 1'000'000;  ///< how long an orbit is followed
    std::int64_t burn_in = 0;               ///< steps before the first symbol
    std::size_t max_length = 1'000;         ///< words up to this length are counted
    std::size_t fit_from = 8;               ///< shortest word of the fit
    std::size_t fit_to = 0;                 ///< longest word of the fit; 0 or too long: saturated_to
    RunControl control = {};                ///< checked every 1,024 steps; its progress counts them
};

/// How many different words of each length a sequence holds.
/// A sequence shows only some of the words of its orbit: M is a lower bound, and most likely the orbit's own
/// number where twice as many symbols showed no new word.
struct Words {
    std::vector<std::int64_t> counts;  ///< M(1), M(2), ... up to max_length, or the length of the sequence
    std::int64_t symbol_count = 0;     ///< fewer than asked for if it was stopped
    std::size_t saturated_to =
        0;  ///< up to this length the first half of the symbols has as many words as all
    /// Of ln M(T) against ln T; nothing if the range has fewer than 3 points. Its interval takes the points
    /// for independent, which those of one curve are not: look at the local slopes.
    std::optional<LineFit> growth;
    std::vector<std::size_t> fit_lengths;  ///< the lengths T of the fit, about evenly spaced in ln T
    std::vector<double> local_slopes;      ///< log2 M(2T) - log2 M(T) for T = 1, 2, 4, ...
    std::size_t slope_count = 0;           ///< how many of the first are of lengths up to saturated_to
    std::optional<Plateau> plateau;        ///< of those

    /// M(length); 1 for the empty word.
    std::int64_t count(std::size_t length) const { return length == 0 ? 1 : counts[length - 1]; }
    /// h(T) = ln M(T) / T. Tends to 0 for herding, too slowly to show a limit: look at `growth`.
    double entropy(std::size_t length) const;
    /// The first length whose number the next one repeats: from there on M cannot grow, and the states repeat
    /// in the same order. Only where M is that of the orbit, up to saturated_to.
    std::optional<std::size_t> end_of_growth() const;
};

/// Counts words while symbols come in, one at a time, in a compact suffix automaton that grows with them
/// (Inenaga et al. 2005). What it takes to count is, for each symbol, the length of the longest word ending
/// there that occurred before: every longer one is new. As long as that word continues as it did before, a
/// symbol costs one comparison; an orbit of herding leaves its past only some hundred times in ten million
/// steps. Constant time per symbol on average, for any alphabet. Memory: 1 byte per symbol, 12 per node, 20
/// per edge and 8 each time the past is left. For orbits of herding that is the symbols alone; a random
/// sequence of bits takes about 44 bytes per symbol.
class WordCounter {
  public:
    using Symbol = std::uint8_t;
    static constexpr std::size_t most_symbols = (std::size_t{1} << 31U) - 2;

    WordCounter();

    /// Reserves memory for this many symbols. Throws InputError above most_symbols.
    void reserve(std::size_t symbol_count);
    void add(Symbol symbol) {
        symbols_.push_back(symbol);
        if (left_ > 1 && symbols_[at_] == symbol) {
            ++at_;
            --left_;
        } else {
            grow();
        }
    }
    std::size_t symbol_count() const { return symbols_.size(); }
    /// Memory in use, in bytes.
    std::size_t memory() const;

    /// Of the symbols so far. O(times the past was left + max_length).
    Words result(const WordsOptions& options = {}) const;

  private:
    using Index = std::uint32_t;
    static constexpr Index root = 0;  // the empty word
    static constexpr Index sink = 1;  // what has not ended twice: its edges continue with the symbols
    static constexpr Index none = 0xFFFFFFFF;
    static constexpr Index open = 0x80000000;  // length of an edge to the sink

    // Words that end at the same places, and may continue in two ways or more.
    struct Node {
        Index link;            // of their longest suffix that ends at other places, too; none for the root
        std::uint32_t length;  // of the longest
        Index edges;           // 0: none
    };
    // The words of a node continue with the symbols from `begin` on.
    struct Edge {
        std::uint32_t begin;
        std::uint32_t length;
        Index target;
        Index next;
        Symbol symbol;  // the first one
    };
    // A place in the automaton: the words of a node and then the symbols from `begin` on, up to some end.
    // The node `none` stands for one symbol less than the root's word.
    struct Place {
        Index node;
        std::uint32_t begin;
    };
    // Up to the next run, the longest word seen before grows by one symbol with every symbol.
    struct Run {
        std::uint32_t end;     // the number of symbols where it starts
        std::uint32_t length;  // of the longest word that ends both there and earlier
    };

    std::uint32_t word_length(Place place, std::uint32_t end) const;
    Index find_edge(Index node, Symbol symbol) const;
    void connect(Index node, Edge edge);
    Index split_edge(Index edge, Index node, std::uint32_t length);
    Place walked(Place place, std::uint32_t end) const;
    Place shortened(Place place, std::uint32_t end) const;
    bool continues_with(Symbol symbol, std::uint32_t end) const;
    void grow();
    void add_edges(std::uint32_t end);
    Place separated(std::uint32_t end);
    void look_ahead(std::uint32_t end);

    std::vector<Symbol> symbols_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;  // the first is not used
    std::vector<Run> runs_;
    Place place_{root, 0};    // of the longest word that ended earlier
    std::uint32_t at_ = 0;    // the symbol with which it continued,
    std::uint32_t left_ = 0;  // and how many come before the next node; 0: at a node
};

/// Of a given sequence; options.symbol_count and burn_in are not used.
Words count_words(std::span<const std::uint8_t> symbols, const WordsOptions& options = {});

namespace impl {

template <Orbit O>
void check_word_steps(const O& orbit, const WordsOptions& options) {
    check_input(options.symbol_count >= 0 && options.burn_in >= 0, [] {
        return Problem{Fault::range, {.function = "count_words"}, "symbol_count and burn_in of at least 0"};
    });
    if constexpr (requires { orbit.max_steps(); }) {
        const std::int64_t t = orbit.current().t;
        check_steps_left("count_words", options.burn_in, t, orbit.max_steps());
        check_steps_left("count_words", options.symbol_count, t + options.burn_in, orbit.max_steps());
    }
}

/// use(state) for the next states, by blocks where the orbit can; fewer if it is stopped.
template <Orbit O, class Use>
void for_each_state(O& orbit, std::int64_t count, StepWatch& watch, Use&& use) {
    std::array<std::size_t, 1024> block{};
    for (std::int64_t left = count; left > 0; left -= std::int64_t{block.size()}) {
        const auto taken = std::span{block}.first(
            static_cast<std::size_t>(std::min(left, static_cast<std::int64_t>(block.size()))));
        if (!watch.goes_on(static_cast<std::int64_t>(taken.size()))) return;
        if constexpr (requires { orbit.take(taken); }) {
            orbit.take(taken);
        } else {
            for (std::size_t& state : taken) state = orbit.step().state;
        }
        for (const std::size_t state : taken) use(state);
    }
}

}  // namespace impl

/// Of the states of an orbit: numbers below 256. Throws InputError for others, or for more steps than it
/// takes.
template <Orbit O>
requires std::convertible_to<decltype(std::declval<typename O::Step>().state), std::size_t> Words
count_words(O orbit, const WordsOptions& options = {}) {
    impl::check_word_steps(orbit, options);
    WordCounter counter;
    counter.reserve(static_cast<std::size_t>(options.symbol_count));
    StepWatch watch{options.control};
    impl::for_each_state(orbit, options.burn_in, watch, [](std::size_t /*state*/) {});
    impl::for_each_state(orbit, options.symbol_count, watch, [&](std::size_t state) {
        check_input(state < 256, [&] {
            return Problem{
                Fault::range, {.function = "count_words"}, "states below 256", std::to_string(state)};
        });
        counter.add(static_cast<WordCounter::Symbol>(state));
    });
    return counter.result(options);
}

Words count_words(const ExactModel& model, const WordsOptions& options = {});

}  // namespace drover::dynamics
