#include <cmath>
#include <numeric>

#include <drover/dynamics/words.hpp>

namespace drover {
namespace {

// Whole numbers from `from` to `to`, four to a factor of two as far as there are so many.
std::vector<std::size_t> spaced_lengths(std::size_t from, std::size_t to) {
    std::vector<std::size_t> lengths;
    for (std::size_t length = std::max<std::size_t>(from, 1); length <= to;) {
        lengths.push_back(length);
        const auto next = static_cast<std::size_t>(std::lround(static_cast<double>(length) * 1.189207115));
        length = std::max(length + 1, next);
    }
    return lengths;
}

void fit_growth(Words& words, const WordsOptions& options) {
    const bool chosen = options.fit_to != 0 && options.fit_to < words.saturated_to;
    words.fit_lengths = spaced_lengths(options.fit_from, chosen ? options.fit_to : words.saturated_to);
    if (words.fit_lengths.size() < 3) return;
    std::vector<double> x;
    std::vector<double> y;
    for (const std::size_t length : words.fit_lengths) {
        x.push_back(std::log(static_cast<double>(length)));
        y.push_back(std::log(static_cast<double>(words.count(length))));
    }
    words.growth = fit_line(x, y);
}

}  // namespace

double Words::entropy(std::size_t length) const {
    return std::log(static_cast<double>(count(length))) / static_cast<double>(length);
}

WordCounter::WordCounter() : prefixes_{{.link = no_state, .edges = 0}}, edges_(1) {}

void WordCounter::reserve(std::size_t symbol_count) {
    check_input(symbol_count <= most_symbols, [&] {
        return "WordCounter: expected at most " + std::to_string(most_symbols) + " symbols, got " +
               std::to_string(symbol_count);
    });
    symbols_.reserve(symbol_count);
    prefixes_.reserve(symbol_count + 1);
    splits_.reserve(symbol_count);
}

std::size_t WordCounter::memory() const {
    return symbols_.size() * sizeof(Symbol) + prefixes_.size() * sizeof(Prefix) +
           splits_.size() * sizeof(Split) + edges_.size() * sizeof(Edge);
}

// The edge of that symbol, or 0.
inline std::uint32_t WordCounter::find_edge(State state, Symbol symbol) const {
    std::uint32_t e = edges(state);
    while (e != 0 && edges_[e].symbol != symbol) e = edges_[e].next;
    return e;
}

// Where the transition leads to, or 0: none leads to the empty word.
inline WordCounter::State WordCounter::next(State state, Symbol symbol) const {
    if (symbols_[first_end(state)] == symbol) return first_target(state);
    return edges_[find_edge(state, symbol)].target;
}

inline void WordCounter::connect(State state, Symbol symbol, State target) {
    std::uint32_t& list = is_prefix(state) ? prefixes_[state].edges : split_state(state).edges;
    edges_.push_back({.target = target, .next = list, .symbol = symbol});
    list = static_cast<std::uint32_t>(edges_.size() - 1);
}

void WordCounter::add(Symbol symbol) {
    assert(symbols_.size() < most_symbols);
    const auto last = static_cast<State>(symbols_.size());
    const State added = last + 1;
    symbols_.push_back(symbol);
    State child = 0;
    State parent = prefixes_[last].link;
    for (; parent != no_state; parent = link(parent)) {
        child = next(parent, symbol);
        if (child != 0) break;
        connect(parent, symbol, added);
    }
    const bool is_longest = child == 0 || length(child) == length(parent) + 1;
    const State suffix = is_longest ? child : split(parent, symbol, child);
    prefixes_.push_back({.link = suffix, .edges = 0});
}

// The words of `child` that are a word of `parent` and the symbol end at one place more than the others: they
// get a state of their own.
WordCounter::State WordCounter::split(State parent, Symbol symbol, State child) {
    const State shorter = first_split + static_cast<State>(splits_.size());
    splits_.push_back({.link = link(child),
                       .edges = 0,
                       .length = length(parent) + 1,
                       .first_end = first_end(child),
                       .first_target = first_target(child)});
    for (std::uint32_t e = edges(child); e != 0; e = edges_[e].next) {
        const Edge edge = edges_[e];
        connect(shorter, edge.symbol, edge.target);
    }
    (is_prefix(child) ? prefixes_[child].link : split_state(child).link) = shorter;
    for (; parent != no_state && next(parent, symbol) == child; parent = link(parent)) {
        redirect(parent, symbol, shorter);
    }
    return shorter;
}

// Never the first transition of a prefix: it has the longest word of its target.
void WordCounter::redirect(State state, Symbol symbol, State target) {
    if (symbols_[first_end(state)] == symbol) {
        split_state(state).first_target = target;
    } else {
        edges_[find_edge(state, symbol)].target = target;
    }
}

// use(length above which its words begin, length of the longest, where they end first), the empty word's not.
template <class Use>
void WordCounter::for_each_state(Use use) const {
    for (State end = 1; end < prefixes_.size(); ++end) use(length(prefixes_[end].link), end, end);
    for (const Split& split : splits_) use(length(split.link), split.length, split.first_end);
}

// A state has one word of every length of its range: first the differences of the counts are added up, [T -
// 1] for the length T. New in the second half is what ends there first.
Words WordCounter::result(const WordsOptions& options) const {
    const std::size_t longest = std::min(options.max_length, symbols_.size());
    const std::size_t half = symbols_.size() / 2;
    std::size_t all_old = longest;  // words up to this length
    std::vector<std::int64_t> counts(longest + 1);
    for_each_state([&](std::size_t above, std::size_t to, std::size_t first_end) {
        if (above >= longest) return;
        ++counts[above];
        --counts[std::min(to, longest)];
        if (first_end > half) all_old = std::min(all_old, above);
    });
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    counts.pop_back();

    Words words;
    words.counts = std::move(counts);
    words.symbol_count = static_cast<std::int64_t>(symbols_.size());
    words.saturated_to = all_old;
    fit_growth(words, options);
    return words;
}

Words count_words(std::span<const std::uint8_t> symbols, const WordsOptions& options) {
    WordCounter counter;
    counter.reserve(symbols.size());
    for (const std::uint8_t symbol : symbols) counter.add(symbol);
    return counter.result(options);
}

}  // namespace drover
