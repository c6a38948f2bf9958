#include <cmath>
#include <numeric>

#include <drover/dynamics/words.hpp>
#include <drover/finite/impl/exact_orbit.hpp>

namespace drover::dynamics {
namespace {

// Integers from `from` to `to`, four per factor of two where there are that many.
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

void add_slopes(Words& words) {
    for (std::size_t length = 1; 2 * length <= words.counts.size(); length *= 2) {
        words.local_slopes.push_back(std::log2(static_cast<double>(words.count(2 * length))) -
                                     std::log2(static_cast<double>(words.count(length))));
        if (2 * length <= words.saturated_to) ++words.slope_count;
    }
    words.plateau = find_plateau(std::span{words.local_slopes}.first(words.slope_count));
}

}  // namespace

std::optional<std::size_t> Words::end_of_growth() const {
    for (std::size_t length = 1; length < saturated_to; ++length) {
        if (count(length) == count(length + 1)) return length;
    }
    return std::nullopt;
}

double Words::entropy(std::size_t length) const {
    return std::log(static_cast<double>(count(length))) / static_cast<double>(length);
}

WordCounter::WordCounter()
    : nodes_{{.link = none, .length = 0, .edges = 0}, {.link = root, .length = 0, .edges = 0}}, edges_(1) {}

void WordCounter::reserve(std::size_t symbol_count) {
    check_input(symbol_count <= most_symbols, [&] {
        return Problem{Fault::range,
                       {.function = "WordCounter"},
                       "at most " + std::to_string(most_symbols) + " symbols",
                       std::to_string(symbol_count)};
    });
    symbols_.reserve(symbol_count);
}

std::size_t WordCounter::memory() const {
    return symbols_.size() * sizeof(Symbol) + nodes_.size() * sizeof(Node) + edges_.size() * sizeof(Edge) +
           runs_.size() * sizeof(Run);
}

// Of the place's longest word, with the symbols up to `end`.
inline std::uint32_t WordCounter::word_length(Place place, std::uint32_t end) const {
    return (place.node == none ? 0 : nodes_[place.node].length + 1) + (end - place.begin) - 1;
}

// The edge that begins with the symbol, or 0.
inline WordCounter::Index WordCounter::find_edge(Index node, Symbol symbol) const {
    Index e = nodes_[node].edges;
    while (e != 0 && edges_[e].symbol != symbol) e = edges_[e].next;
    return e;
}

void WordCounter::connect(Index node, Edge edge) {
    edge.next = nodes_[node].edges;
    nodes_[node].edges = static_cast<Index>(edges_.size());
    edges_.push_back(edge);
}

// A new node after the first symbols of an edge.
WordCounter::Index WordCounter::split_edge(Index edge, Index node, std::uint32_t length) {
    const auto middle = static_cast<Index>(nodes_.size());
    nodes_.push_back({.link = none, .length = nodes_[node].length + length, .edges = 0});
    const Edge whole = edges_[edge];
    connect(middle, {.begin = whole.begin + length,
                     .length = whole.target == sink ? open : whole.length - length,
                     .target = whole.target,
                     .next = 0,
                     .symbol = symbols_[whole.begin + length]});
    edges_[edge].length = length;
    edges_[edge].target = middle;
    return middle;
}

// The same place, from the last node on the way.
WordCounter::Place WordCounter::walked(Place place, std::uint32_t end) const {
    while (place.begin < end) {
        if (place.node == none) {
            place = {root, place.begin + 1};
            continue;
        }
        const Edge& edge = edges_[find_edge(place.node, symbols_[place.begin])];
        if (edge.length > end - place.begin) break;
        place = {edge.target, place.begin + edge.length};
    }
    return place;
}

// Of the longest suffix that ends at other places, too.
WordCounter::Place WordCounter::shortened(Place place, std::uint32_t end) const {
    return walked({nodes_[place.node].link, place.begin}, end);
}

// Whether the symbol has come after the place's words.
bool WordCounter::continues_with(Symbol symbol, std::uint32_t end) const {
    if (place_.node == none) return true;
    if (place_.begin == end) return find_edge(place_.node, symbol) != 0;
    const Edge& edge = edges_[find_edge(place_.node, symbols_[place_.begin])];
    return symbols_[edge.begin + (end - place_.begin)] == symbol;
}

// Adds the last symbol where it is not simply the next one on an edge.
void WordCounter::grow() {
    assert(symbols_.size() <= most_symbols);
    const auto end = static_cast<std::uint32_t>(symbols_.size());
    const std::uint32_t usual = word_length(place_, end);
    add_edges(end - 1);
    place_ = separated(end);
    look_ahead(end);
    const std::uint32_t length = word_length(place_, end);
    if (length != usual || end == 1) runs_.push_back({end, length});
}

// From the longest word that ended before to shorter ones: those that have not continued with the symbol
// at `end` do so from now on. Neighbours on edges to one node are words of one new node.
void WordCounter::add_edges(std::uint32_t end) {
    const Symbol symbol = symbols_[end];
    Index divided = none;  // where the edge that the last new node divides continues
    Index node = none;
    Index unlinked = none;
    for (; !continues_with(symbol, end); place_ = shortened(place_, end)) {
        node = place_.begin == end ? place_.node : node;
        if (place_.begin < end) {
            const Index e = find_edge(place_.node, symbols_[place_.begin]);
            if (edges_[e].target == divided) {
                edges_[e].length = end - place_.begin;
                edges_[e].target = node;
                continue;
            }
            divided = edges_[e].target;
            node = split_edge(e, place_.node, end - place_.begin);
        }
        connect(node, {.begin = end, .length = open, .target = sink, .next = 0, .symbol = symbol});
        if (unlinked != none) nodes_[unlinked].link = node;
        unlinked = node;
    }
    if (unlinked != none) nodes_[unlinked].link = place_.node;
}

// The place with one symbol more. At a node whose longest words end at fewer places than this one, this one
// and its suffixes get a node of their own.
WordCounter::Place WordCounter::separated(std::uint32_t end) {
    const Place found = walked(place_, end);
    const std::uint32_t length = word_length(place_, end);
    if (found.begin < end || nodes_[found.node].length == length) return found;
    const auto shorter = static_cast<Index>(nodes_.size());
    nodes_.push_back({.link = nodes_[found.node].link, .length = length, .edges = 0});
    for (Index e = nodes_[found.node].edges; e != 0; e = edges_[e].next) connect(shorter, Edge{edges_[e]});
    nodes_[found.node].link = shorter;
    Place place = place_;
    for (Place next = found; next.node == found.node && next.begin == end; next = walked(place, end)) {
        edges_[find_edge(place.node, symbols_[place.begin])].target = shorter;
        place = shortened(place, end - 1);
    }
    return {shorter, end};
}

void WordCounter::look_ahead(std::uint32_t end) {
    left_ = 0;
    if (place_.begin == end) return;
    const Edge& edge = edges_[find_edge(place_.node, symbols_[place_.begin])];
    at_ = edge.begin + (end - place_.begin);
    left_ = edge.length - (end - place_.begin);
}

// New at each end are the words longer than what was there before: M(T) counts the ends of at least T symbols
// with something shorter than T. [T - 1] holds first the second differences of M(T), then the first, then M.
Words WordCounter::result(const WordsOptions& options) const {
    const std::size_t longest = std::min(options.max_length, symbols_.size());
    const std::size_t half = symbols_.size() / 2;
    std::size_t all_old = longest;  // words up to this length
    std::vector<std::int64_t> counts(longest);
    const auto change = [&](std::size_t length, std::int64_t by) {
        if (length <= longest) counts[length - 1] += by;
    };
    if (longest > 0) change(2, -1);
    for (std::size_t r = 0; r < runs_.size(); ++r) {
        const Run run = runs_[r];
        const std::size_t next = r + 1 < runs_.size() ? runs_[r + 1].end : symbols_.size() + 1;
        change(std::size_t{run.length} + 1, 1);
        change(run.length + (next - run.end) + 1, -1);
        if (next - 1 > half)
            all_old = std::min(all_old, run.length + (std::max<std::size_t>(run.end, half + 1) - run.end));
    }
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    std::partial_sum(counts.begin(), counts.end(), counts.begin());

    Words words;
    words.counts = std::move(counts);
    words.symbol_count = static_cast<std::int64_t>(symbols_.size());
    words.saturated_to = all_old;
    fit_growth(words, options);
    add_slopes(words);
    return words;
}

Words count_words(const ExactModel& model, const WordsOptions& options) {
    return drover::impl::with_orbit(model,
                                    [&](auto orbit) { return count_words(std::move(orbit), options); });
}

Words count_words(std::span<const std::uint8_t> symbols, const WordsOptions& options) {
    WordCounter counter;
    counter.reserve(symbols.size());
    for (const std::uint8_t symbol : symbols) counter.add(symbol);
    return counter.result(options);
}

}  // namespace drover::dynamics
