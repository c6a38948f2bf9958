#include <algorithm>
#include <bit>
#include <string>

#include <drover/core/check.hpp>
#include <drover/core/equal_bytes.hpp>
#include <drover/lattice/clusters.hpp>

namespace drover::lattice {
namespace {

constexpr std::size_t word_bits = 64;

std::size_t word_count(const Lattice& lattice) { return (lattice.site_count() + word_bits - 1) / word_bits; }

bool bit(const std::vector<std::uint64_t>& words, std::size_t i) {
    return ((words[i / word_bits] >> (i % word_bits)) & 1U) != 0;
}

// 64 bits from bit i on, 0 past the end.
std::uint64_t bits_from(const std::vector<std::uint64_t>& words, std::size_t i) {
    const std::size_t k = i / word_bits;
    const std::uint64_t low = k < words.size() ? words[k] >> (i % word_bits) : 0;
    if (i % word_bits == 0 || k + 1 >= words.size()) return low;
    return low | (words[k + 1] << (word_bits - i % word_bits));
}

void set_bit(std::vector<std::uint64_t>& words, std::size_t i, std::uint64_t value) {
    std::uint64_t& word = words[i / word_bits];
    word = (word & ~(std::uint64_t{1} << (i % word_bits))) | (value << (i % word_bits));
}

void clear_from(std::vector<std::uint64_t>& words, std::size_t first) {
    const std::size_t word = first / word_bits;
    if (word >= words.size()) return;
    words[word] &= (std::uint64_t{1} << (first % word_bits)) - 1;
    std::fill(words.begin() + static_cast<std::ptrdiff_t>(word) + 1, words.end(), 0);
}

}  // namespace

LikeEdges::LikeEdges(const Lattice& lattice)
    : lattice_{lattice},
      padded_(word_count(lattice) * word_bits + lattice.columns()),
      edges_{.right = std::vector<std::uint64_t>(word_count(lattice)),
             .down = std::vector<std::uint64_t>(word_count(lattice))} {}

const EdgeBits& LikeEdges::find(const Spins& spins) {
    const std::size_t sites = lattice_.site_count();
    check_input(spins.size() == sites, [&] {
        return Problem{.fault = Fault::range,
                       .text = "spins (" + std::to_string(spins.size()) + ") and sites (" +
                               std::to_string(sites) + ") must have the same size"};
    });
    const auto end = std::copy(spins.begin(), spins.end(), padded_.begin());
    std::copy(spins.begin(), spins.begin() + static_cast<std::ptrdiff_t>(lattice_.columns()), end);
    mark_equal(padded_.data(), padded_.data() + 1, edges_.right);
    mark_equal(padded_.data(), padded_.data() + lattice_.columns(), edges_.down);
    close_rows();
    const bool is_open = lattice_.boundary() == Boundary::open;
    clear_from(edges_.right, sites);
    clear_from(edges_.down, is_open ? sites - lattice_.columns() : sites);
    return edges_;
}

// The last column's neighbour is the first of its own row, not of the next.
void LikeEdges::close_rows() {
    const bool is_torus = lattice_.boundary() == Boundary::torus;
    const std::size_t width = lattice_.columns();
    for (std::size_t first = 0; first < lattice_.site_count(); first += width) {
        const std::size_t last = first + width - 1;
        set_bit(edges_.right, last, is_torus && padded_[first] == padded_[last] ? 1 : 0);
    }
}

ClusterFinder::ClusterFinder(const Lattice& lattice) : lattice_{lattice}, sets_{0} {
    check_input(lattice.site_count() <= UINT32_MAX, [&] {
        return Problem{
            Fault::range, {.key = "lattice"}, "fewer than 2^32 sites", std::to_string(lattice.site_count())};
    });
    sets_ = UnionFind{lattice.site_count()};
    inner_.assign(word_count(lattice), ~std::uint64_t{0});
    for (std::size_t i = lattice.columns() - 1; i < lattice.site_count(); i += lattice.columns())
        set_bit(inner_, i, 0);
}

std::span<const std::uint32_t> ClusterFinder::label(const EdgeBits& edges) {
    hang_runs(edges);
    join_ends(edges);
    // An edge down is idle where the one to its left and the edges between them close a square with it.
    std::uint64_t squares_before = 0;
    for (std::size_t k = 0; k < edges.down.size(); ++k) {
        const std::uint64_t squares = edges.down[k] & edges.right[k] & inner_[k] &
                                      bits_from(edges.right, k * word_bits + lattice_.columns());
        const std::uint64_t idle = (squares << 1U) | (squares_before >> (word_bits - 1));
        squares_before = squares;
        join_down(k * word_bits, edges.down[k] & ~idle);
    }
    return sets_.roots();
}

// The edges down of the sites first .. first + 63 whose bit is 1.
void ClusterFinder::join_down(std::size_t first, std::uint64_t bits) {
    const auto sites = static_cast<std::uint32_t>(lattice_.site_count());
    const auto width = static_cast<std::uint32_t>(lattice_.columns());
    for (; bits != 0; bits &= bits - 1) {
        const std::uint32_t i =
            static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(std::countr_zero(bits));
        const std::uint32_t below = i + width;
        sets_.join(i, below < sites ? below : below - sites);
    }
}

// Every site hangs on the first of its run.
void ClusterFinder::hang_runs(const EdgeBits& edges) {
    const auto width = static_cast<std::uint32_t>(lattice_.columns());
    std::uint32_t i = 0;
    for (std::size_t row = 0; row < lattice_.rows(); ++row) {
        std::uint32_t start = i;
        for (const std::uint32_t end = i + width; i < end; ++i) {
            sets_.hang(i, start);
            start = bit(edges.right, i) ? start : i + 1;
        }
    }
}

// The edges that lead around the torus from the last column.
void ClusterFinder::join_ends(const EdgeBits& edges) {
    const auto width = static_cast<std::uint32_t>(lattice_.columns());
    const auto sites = static_cast<std::uint32_t>(lattice_.site_count());
    for (std::uint32_t first = 0; first < sites; first += width) {
        if (bit(edges.right, first + width - 1)) sets_.join(first, first + width - 1);
    }
}

std::vector<std::uint32_t> geometric_clusters(const Lattice& lattice, const Spins& spins) {
    ClusterFinder clusters{lattice};
    const auto labels = clusters.label(LikeEdges{lattice}.find(spins));
    return {labels.begin(), labels.end()};
}

}  // namespace drover::lattice
