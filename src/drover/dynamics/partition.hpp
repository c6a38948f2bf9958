#pragma once

#include <optional>
#include <vector>

#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/dynamics/cones.hpp>
#include <drover/dynamics/words.hpp>
#include <drover/finite/exact_model.hpp>

namespace drover::dynamics {

struct PartitionOptions {
    std::size_t max_length = 32;  ///< of the words
    std::size_t plane_length =
        16;  ///< of the words whose cells are counted in the whole plane: about T^4 of them
    std::size_t settling = 64;             ///< steps before a word counts as one of the long run
    std::size_t draw_length = 0;           ///< the cells of these words are given as polygons; 0: none
    std::int64_t max_cells = 100'000'000;  ///< of all lengths together
    std::int64_t orbit_steps =
        1'000'000;                 ///< of the model's orbit, whose words are counted along with the cells
    std::int64_t burn_in = 1'000;  ///< steps of it before the first word
    RunControl control = {};       ///< checked every 1,024 cells or steps; its progress counts steps
};

/// The weights from which herding takes the states of one word, starting with the next step.
struct PlaneCell {
    std::vector<std::size_t> word;
    std::vector<double> x;  ///< corners, counter-clockwise, in the units of the table
    std::vector<double> y;
    bool is_seen = false;  ///< the orbit contains the word
};

/// The plane of weights of two features, cut into cells: in each of them herding takes the same T states.
/// A cell is a cone cut by cones that were moved back along the orbit: convex, so that there is one per word.
/// Cells have an area; words that occur only on a boundary, through its ties, are not counted.
struct Partition {
    std::vector<std::int64_t> plane = {};    ///< cells of the whole plane, of words of 1, 2, ... states
    std::vector<std::int64_t> bounded = {};  ///< those of finite area
    /// Every orbit enters the disc of this radius in the end, and stays there: max(B, B^2 / 2d), for steps of
    /// at most B and moments that are d inside the hull. Nothing where they are not strictly inside; what
    /// follows is empty then.
    std::optional<double> radius = std::nullopt;
    std::vector<std::int64_t> square = {};  ///< cells of a square around that disc
    /// Words that some orbit from the square contains after `settling` steps. No orbit has more in the long
    /// run.
    std::vector<std::int64_t> settled = {};
    std::vector<PlaneCell> drawn = {};  ///< inside that square
    Words words = {};                   ///< M(T) of the model's orbit
    bool stopped = false;               ///< before the end: the counts are then too small
};

/// Exact, for numbers of any size. Time: cells of all lengths up to settling + max_length; about a
/// microsecond each. The same for any number of threads. Throws InputError unless there are two features, and
/// for more than max_cells cells.
Partition find_partition(const ExactModel& model, const PartitionOptions& options = {},
                         ThreadPool* pool = nullptr);

/// ln(count(T) / count(T / 2)) / ln 2 for T = 2, 4, 6, ...: the exponent of a power of T, as it looks there.
std::vector<double> doubling_exponents(const std::vector<std::int64_t>& counts);

}  // namespace drover::dynamics
