#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <set>
#include <string>

#include <drover/core/check.hpp>
#include <drover/dynamics/impl/plane_polygon.hpp>
#include <drover/dynamics/partition.hpp>
#include <drover/finite/impl/exact_orbit.hpp>

namespace drover::dynamics {
namespace {

// All words of a set, as a tree: as many nodes at a depth as there are words of that length.
class WordTree {
  public:
    explicit WordTree(std::size_t letter_count) : letter_count_{letter_count}, next_(letter_count, 0) {}

    static constexpr std::size_t root = 0;
    // The node of a word with one letter more; made if it is not there.
    std::size_t next(std::size_t node, std::size_t letter) {
        const std::size_t place = node * letter_count_ + letter;
        if (next_[place] == 0) {
            next_[place] = next_.size() / letter_count_;
            next_.resize(next_.size() + letter_count_, 0);
        }
        return next_[place];
    }
    void merge(const WordTree& other, std::size_t from = root, std::size_t to = root) {
        for (std::size_t letter = 0; letter < letter_count_; ++letter) {
            const std::size_t there = other.next_[from * letter_count_ + letter];
            if (there != 0) merge(other, there, next(to, letter));
        }
    }
    void count(std::vector<std::int64_t>& counts, std::size_t node = root, std::size_t depth = 0) const {
        if (depth > 0) ++counts[depth - 1];
        for (std::size_t letter = 0; letter < letter_count_; ++letter) {
            const std::size_t there = next_[node * letter_count_ + letter];
            if (there != 0) count(counts, there, depth + 1);
        }
    }

  private:
    std::size_t letter_count_;
    std::vector<std::size_t> next_;  // node by node; 0: none
};

// A cone that has an area, and what a step in it does. Its boundaries are half planes through the origin.
template <class V>
struct Sector {
    std::size_t state;
    impl::HalfPlane<V> from;
    impl::HalfPlane<V> to;
    V move_x;
    V move_y;
};

template <class V>
std::vector<Sector<V>> sectors_of(const Cones& cones) {
    std::vector<Sector<V>> sectors;
    for (const Cone& cone : cones.cones) {
        if (cone.kind != ConeKind::sector) continue;
        sectors.push_back({cone.state,
                           {.a = V{-cone.from.y}, .b = V{cone.from.x}},
                           {.a = V{cone.to.y}, .b = V{-cone.to.x}},
                           V{cone.move[0]},
                           V{cone.move[1]}});
    }
    return sectors;
}

// The square |x|, |y| <= reach, or without it the plane.
template <class V>
impl::PlanePolygon<V> square(const std::optional<Int128>& reach) {
    const V c{reach.value_or(0)};
    const int far = reach ? 0 : 1;
    const auto side = [&](Int128 a, Int128 b) {
        return impl::HalfPlane<V>{.a = V{a}, .b = V{b}, .c = c, .far = far};
    };
    return impl::PlanePolygon<V>{{side(0, 1), side(-1, 0), side(0, -1), side(1, 0)}};
}

// The weights after the steps of a word of sector numbers.
template <class V>
struct Begun {
    impl::PlanePolygon<V> polygon;
    std::vector<std::size_t> word;
};

// What was found below one cell.
template <class V>
struct SearchResult {
    std::vector<std::int64_t> cells;  // one per length
    std::vector<std::int64_t> bounded;
    WordTree words;
    std::vector<PlaneCell> drawn;
    std::vector<Begun<V>> rest;  // cells still to be divided
};

// What to search for: cells of words up to a length, words after a number of steps, polygons of one length.
struct Search {
    std::size_t length = 0;
    std::size_t settling = 0;
    std::size_t draw_length = 0;
    bool words_wanted = false;
};

// The work that all searches of a partition share.
struct Budget {
    const PartitionOptions& options;
    std::atomic<std::int64_t> left{options.max_cells};
    std::atomic<bool> exceeded = false;

    bool is_over() const { return exceeded || options.control.stop_requested(); }
    void spend(std::int64_t cells) {
        if (left.fetch_sub(cells) < cells) exceeded = true;
    }
};

template <class V>
class CellSearch {
  public:
    using Polygon = impl::PlanePolygon<V>;

    // Down to words of `stop` letters.
    CellSearch(const std::vector<Sector<V>>& sectors, const Search& search, std::size_t stop, Budget& budget)
        : sectors_{sectors},
          search_{search},
          stop_{stop},
          budget_{budget},
          found_{.cells = std::vector<std::int64_t>(search.length),
                 .bounded = std::vector<std::int64_t>(search.length),
                 .words = WordTree{sectors.size()},
                 .drawn = {},
                 .rest = {}} {}

    SearchResult<V> search(Begun<V> begun) {
        std::size_t node = WordTree::root;
        if (search_.words_wanted) {
            for (std::size_t i = search_.settling; i < begun.word.size(); ++i)
                node = found_.words.next(node, begun.word[i]);
        }
        go_down(begun.polygon, begun.word, node);
        budget_.spend(unspent_);
        return std::move(found_);
    }

  private:
    // `node` is that of the settled part of the word.
    void go_down(const Polygon& polygon, std::vector<std::size_t>& word, std::size_t node) {
        if (word.size() == stop_) {
            if (stop_ < search_.length) found_.rest.push_back({polygon, word});
            return;
        }
        for (std::size_t k = 0; k < sectors_.size(); ++k) {
            Polygon part = polygon;
            if (!part.cut(sectors_[k].from) || !part.cut(sectors_[k].to)) continue;
            if (!goes_on()) return;
            word.push_back(k);
            ++found_.cells[word.size() - 1];
            if (part.is_bounded()) ++found_.bounded[word.size() - 1];
            if (word.size() == search_.draw_length) draw(part, word);
            const bool settled = search_.words_wanted && word.size() > search_.settling;
            part.move(sectors_[k].move_x, sectors_[k].move_y);
            go_down(part, word, settled ? found_.words.next(node, k) : node);
            word.pop_back();
        }
    }

    bool goes_on() {
        if (++unspent_ == 1'024) {
            budget_.spend(unspent_);
            unspent_ = 0;
            over_ = budget_.is_over();
        }
        return !over_;
    }

    // Corners at the start of the word: before its moves, except the last, which is still to come.
    void draw(const Polygon& polygon, const std::vector<std::size_t>& word) {
        double moved_x = 0;
        double moved_y = 0;
        PlaneCell cell;
        for (const std::size_t k : word) cell.word.push_back(sectors_[k].state);
        for (std::size_t i = 0; i + 1 < word.size(); ++i) {
            moved_x += impl::rough(sectors_[word[i]].move_x);
            moved_y += impl::rough(sectors_[word[i]].move_y);
        }
        const auto& sides = polygon.sides();
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const auto& m = sides[i == 0 ? sides.size() - 1 : i - 1];
            const auto& n = sides[i];
            const double w = m.rough_a * n.rough_b - m.rough_b * n.rough_a;
            cell.x.push_back((m.rough_b * n.rough_c - m.rough_c * n.rough_b) / w - moved_x);
            cell.y.push_back((m.rough_c * n.rough_a - m.rough_a * n.rough_c) / w - moved_y);
        }
        found_.drawn.push_back(std::move(cell));
    }

    const std::vector<Sector<V>>& sectors_;
    Search search_;
    std::size_t stop_;
    Budget& budget_;
    SearchResult<V> found_;
    std::int64_t unspent_ = 0;
    bool over_ = false;
};

// The cells of the whole region: first those of short words, on one thread, then what lies in each of them.
template <class V>
SearchResult<V> search_cells(const std::vector<Sector<V>>& sectors, impl::PlanePolygon<V> region,
                             const Search& search, Budget& budget, ThreadPool* pool) {
    constexpr std::size_t first_length = 4;
    const std::size_t stop = std::min(first_length, search.length);
    SearchResult<V> found = CellSearch<V>{sectors, search, stop, budget}.search({std::move(region), {}});
    std::vector<std::optional<SearchResult<V>>> parts(found.rest.size());
    for_each_index(pool, parts.size(), [&](std::size_t i) {
        parts[i] = CellSearch<V>{sectors, search, search.length, budget}.search(found.rest[i]);
    });
    for (const auto& part : parts) {
        for (std::size_t t = 0; t < search.length; ++t) {
            found.cells[t] += part->cells[t];
            found.bounded[t] += part->bounded[t];
        }
        found.words.merge(part->words);
        found.drawn.insert(found.drawn.end(), part->drawn.begin(), part->drawn.end());
    }
    return found;
}

double length_of(const Cone& cone) {
    return std::hypot(static_cast<double>(cone.move[0]), static_cast<double>(cone.move[1]));
}

// How far the moments lie inside each edge of the hull, which a boundary is at a right angle to.
double distance_inside(const Cones& cones) {
    double least = std::numeric_limits<double>::infinity();
    for (const Cone& cone : cones.cones) {
        const auto x = static_cast<double>(cone.from.x);
        const auto y = static_cast<double>(cone.from.y);
        const double along = x * static_cast<double>(cone.move[0]) + y * static_cast<double>(cone.move[1]);
        least = std::min(least, -along / std::hypot(x, y));
    }
    return least;
}

std::optional<double> trapping_radius(const Cones& cones) {
    double step = 0;
    for (const Cone& cone : cones.cones) step = std::max(step, length_of(cone));
    const double inside = distance_inside(cones);
    if (!(inside > 1e-12 * step)) return std::nullopt;  // a square of that size would be useless
    return std::max(step, step * step / (2 * inside));
}

// Do all products of two normals and an offset fit 128 bits?
bool fits_128(const Cones& cones, std::size_t length, double reach) {
    double normal = 1;
    double step = 0;
    for (const Cone& cone : cones.cones) {
        for (const Int128 part : {cone.from.x, cone.from.y, cone.to.x, cone.to.y})
            normal = std::max(normal, std::abs(static_cast<double>(part)));
        step = std::max(step, length_of(cone));
    }
    const double offset = 2 * normal * (static_cast<double>(length + 1) * step + reach + 2);
    return 4 * normal * normal * offset < 0x1p125;
}

template <class V>
Partition partition_of(const Cones& cones, const std::optional<double>& radius, Int128 reach_unit,
                       const PartitionOptions& options, ThreadPool* pool) {
    const std::vector<Sector<V>> sectors = sectors_of<V>(cones);
    Budget budget{options};
    const Search plane{.length = std::min(options.plane_length, options.max_length)};
    SearchResult<V> found = search_cells(sectors, square<V>(std::nullopt), plane, budget, pool);
    Partition partition{.plane = found.cells, .bounded = found.bounded, .radius = radius};
    if (radius) {
        const Search inside{.length = options.settling + options.max_length,
                            .settling = options.settling,
                            .draw_length = options.draw_length,
                            .words_wanted = true};
        const auto least = static_cast<Int128>(std::ceil(*radius * (1 + 1e-9))) + 1;
        const Int128 reach = (least + reach_unit - 1) / reach_unit * reach_unit;
        found = search_cells(sectors, square<V>(reach), inside, budget, pool);
        found.cells.resize(options.max_length);
        partition.square = std::move(found.cells);
        partition.settled.resize(options.max_length);
        found.words.count(partition.settled);
        partition.drawn = std::move(found.drawn);
    }
    check_input(!budget.exceeded, [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "find_partition"},
                       .text = "more than " + std::to_string(options.max_cells) +
                               " cells: expected shorter words, or less settling"};
    });
    partition.stopped = options.control.stop_requested();
    return partition;
}

// The square's half side is a multiple of reach_unit.
Partition cells_of(const Cones& cones, Int128 reach_unit, const PartitionOptions& options, ThreadPool* pool) {
    if (cones.cones.front().kind == ConeKind::everything) {
        const std::size_t length = std::min(options.plane_length, options.max_length);
        return {.plane = std::vector<std::int64_t>(length, 1), .bounded = std::vector<std::int64_t>(length)};
    }
    const std::optional<double> radius = trapping_radius(cones);
    const std::size_t length = options.max_length + (radius ? options.settling : 0);
    return fits_128(cones, length, radius.value_or(0) + static_cast<double>(reach_unit))
               ? partition_of<Int128>(cones, radius, reach_unit, options, pool)
               : partition_of<BigInt>(cones, radius, reach_unit, options, pool);
}

// Which cells the orbit visits: those whose word it contains.
void mark_seen(std::vector<PlaneCell>& cells, const ExactModel& model, const PartitionOptions& options) {
    std::set<std::vector<std::size_t>> words;
    std::vector<std::size_t> recent;
    drover::impl::with_orbit(model, [&](auto orbit) {
        StepWatch watch{{.stop = options.control.stop}};
        impl::for_each_state(orbit, options.burn_in, watch, [](std::size_t /*state*/) {});
        impl::for_each_state(orbit, options.orbit_steps, watch, [&](std::size_t state) {
            if (recent.size() == options.draw_length) recent.erase(recent.begin());
            recent.push_back(state);
            if (recent.size() == options.draw_length) words.insert(recent);
        });
    });
    for (PlaneCell& cell : cells) cell.is_seen = words.contains(cell.word);
}

}  // namespace

Partition find_partition(const ExactModel& model, const PartitionOptions& options, ThreadPool* pool) {
    check_input(
        options.max_length > 0 && options.plane_length > 0 && options.draw_length <= options.max_length, [] {
            return Problem{Fault::range,
                           {.function = "find_partition"},
                           "words of at least 1, and drawn ones that are not longer"};
        });
    const Cones cones = find_cones(model.features(), model.moments());
    // Beside irrational moments it must not have the fraction of the root in it.
    const Int128 reach_unit = model.irrational_moments().empty() ? Int128{1} : Int128{cones.total};
    Partition partition = cells_of(cones, reach_unit, options, pool);
    if (partition.stopped) return partition;
    partition.words = count_words(model, {.symbol_count = options.orbit_steps,
                                          .burn_in = options.burn_in,
                                          .max_length = options.max_length,
                                          .control = options.control});
    if (!partition.drawn.empty()) mark_seen(partition.drawn, model, options);
    const double scale = model.unit() * static_cast<double>(cones.total);
    if (partition.radius) *partition.radius /= scale;
    for (PlaneCell& cell : partition.drawn) {
        for (double& x : cell.x) x /= scale;
        for (double& y : cell.y) y /= scale;
    }
    partition.stopped = options.control.stop_requested();
    return partition;
}

std::vector<double> doubling_exponents(const std::vector<std::int64_t>& counts) {
    std::vector<double> exponents;
    for (std::size_t length = 2; length <= counts.size(); length += 2) {
        exponents.push_back(
            std::log2(static_cast<double>(counts[length - 1]) / static_cast<double>(counts[length / 2 - 1])));
    }
    return exponents;
}

}  // namespace drover::dynamics
