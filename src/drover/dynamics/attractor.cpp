#include <algorithm>
#include <array>
#include <cmath>

#include <drover/dynamics/attractor.hpp>
#include <drover/herd/exact_orbit_detail.hpp>
#include <drover/moments/tipi.hpp>

namespace drover {
namespace {

using States = std::span<const std::size_t>;

[[noreturn]] void throw_too_large() {
    throw InputError("attractor_points: the weights need more than 64 bits");
}

std::int64_t narrowed(Int128 value) {
    if (!fits_int64(value)) throw_too_large();
    return static_cast<std::int64_t>(value);
}

// What a step to each state adds to the weights. Asked of the weights themselves, for states up to the
// highest that came.
template <class V>
class Moves {
  public:
    explicit Moves(const DualWeights<V>& weights) : weights_{weights} {}

    void learn(States states) {
        const std::size_t highest = states.empty() ? 0 : *std::max_element(states.begin(), states.end());
        while (known_ <= highest) learn_next();
    }
    const std::int64_t* data() const { return moves_.data(); }

  private:
    void learn_next() {
        DualWeights<V> after = weights_;
        after.count(known_++);
        for (std::size_t a = 0; a < weights_.size(); ++a) moves_.push_back(narrowed(after[a] - weights_[a]));
    }

    DualWeights<V> weights_;
    std::vector<std::int64_t> moves_;
    std::size_t known_ = 0;
};

// Writes the weights after each step and leaves the last in `weights`.
template <class Weights>
void add_moves(States states, const std::int64_t* moves, Weights& weights, std::int64_t* points) {
    bool overflow = false;
    for (const std::size_t state : states) {
        for (std::size_t a = 0; a < weights.size(); ++a) {
            overflow |= __builtin_add_overflow(weights[a], moves[state * weights.size() + a], &weights[a]);
            *points++ = weights[a];
        }
    }
    if (overflow) throw_too_large();
}

// The same for K coordinates, which stay in registers.
template <std::size_t K>
void add_moves_of(States states, const std::int64_t* moves, std::vector<std::int64_t>& weights,
                  std::int64_t* points) {
    std::array<std::int64_t, K> w{};
    std::copy_n(weights.begin(), K, w.begin());
    add_moves(states, moves, w, points);
    std::copy(w.begin(), w.end(), weights.begin());
}

void write_points(States states, const std::int64_t* moves, std::vector<std::int64_t>& weights,
                  std::int64_t* points) {
    switch (weights.size()) {
        case 1:
            return add_moves_of<1>(states, moves, weights, points);
        case 2:
            return add_moves_of<2>(states, moves, weights, points);
        case 3:
            return add_moves_of<3>(states, moves, weights, points);
        default:
            return add_moves(states, moves, weights, points);
    }
}

// Takes the steps in blocks that stay in the cache and shows the states of each. Returns the steps taken.
template <class V, class Use>
std::int64_t for_each_block(BasicDualHerder<V>& orbit, std::int64_t steps, const AttractorOptions& options,
                            Use&& use) {
    constexpr std::int64_t block_size = 2048;
    std::vector<std::size_t> block(static_cast<std::size_t>(std::min(block_size, steps)));
    std::int64_t done = 0;
    while (done < steps && !options.control.stop_requested()) {
        const std::int64_t count = std::min(block_size, steps - done);
        const std::span<std::size_t> states = std::span{block}.first(static_cast<std::size_t>(count));
        orbit.take(states);
        use(States{states});
        done += count;
        options.control.tell(orbit.current().t);
    }
    return done;
}

void check_options(const AttractorOptions& options) {
    check_input(options.steps >= 0 && options.burn_in >= 0,
                [] { return std::string{"attractor_points: expected steps and burn_in of at least 0"}; });
    check_input(options.steps <= INT64_MAX - options.burn_in,
                [] { return std::string{"attractor_points: steps and burn_in are too many together"}; });
}

template <class V>
PointCloud points_of(BasicDualHerder<V> orbit, std::int64_t unit, const AttractorOptions& options) {
    check_options(options);
    check_steps_left("attractor_points", options.burn_in + options.steps, orbit.current().t,
                     orbit.max_steps());
    const DualWeights<V>& now = orbit.current().weights;
    PointCloud cloud = detail::empty_cloud(now.size(), now.scale(), unit, options);
    cloud.values.resize(static_cast<std::size_t>(options.steps) * now.size());
    Moves<V> moves{now};
    for_each_block(orbit, options.burn_in, options, [](States /*states*/) {});
    std::vector<std::int64_t> weights;
    for (std::size_t a = 0; a < now.size(); ++a) weights.push_back(narrowed(now[a]));
    std::int64_t* points = cloud.values.data();
    const std::int64_t taken = for_each_block(orbit, options.steps, options, [&](States states) {
        moves.learn(states);
        write_points(states, moves.data(), weights, points);
        points += states.size() * weights.size();
    });
    cloud.values.resize(static_cast<std::size_t>(taken) * weights.size());
    return cloud;
}

template <class V>
TorusCover cover_torus(Torus torus, const BasicDualHerder<V>& orbit, const BoxCounts& boxes, double unit,
                       std::int64_t steps) {
    constexpr std::int64_t most_checked = 10'000;
    TorusCover cover{.torus = std::move(torus), .check = {}, .cover = {}};
    cover.check = check_rotation(orbit, cover.torus, std::min(steps, most_checked));
    const auto dimension = static_cast<double>(cover.torus.rotation.size());
    const double volume = torus_volume(cover.torus, unit);
    for (const BoxLevel& box : boxes.boxes) {
        const double boxes_volume = static_cast<double>(box.count) * std::exp2(-dimension * box.level);
        cover.cover.push_back(boxes_volume / volume);
    }
    return cover;
}

template <class V>
Attractor attractor_of(const ExactModel& model, const BasicDualHerder<V>& orbit,
                       const AttractorOptions& options, const BoxCountOptions& boxes) {
    Attractor attractor{.points = points_of(orbit, model.whole().unit, options), .boxes = {}, .torus = {}};
    attractor.stopped = options.control.stop_requested();
    if (attractor.stopped) return attractor;
    BoxCountOptions counting = boxes;
    counting.control = {.stop = options.control.stop, .progress = [&](std::int64_t) {
                            options.control.tell(options.burn_in + options.steps);
                        }};
    attractor.boxes = count_boxes(attractor.points.view(), attractor.points.scale, counting);
    attractor.stopped = attractor.boxes.stopped;
    if (attractor.stopped) return attractor;
    Torus torus = find_torus(model.features(), model.moments());
    if (torus.status == TorusStatus::rotates && torus.is_full()) {
        attractor.torus = cover_torus(std::move(torus), orbit, attractor.boxes, model.unit(), options.steps);
    }
    return attractor;
}

// A row of a cloud as weights: only their direction counts.
struct RowWeights {
    using Value = Int128;
    std::span<const std::int64_t> row;
    Int128 operator[](std::size_t a) const { return row[a]; }
};

}  // namespace

PointCloud detail::empty_cloud(std::size_t coordinate_count, Int128 scale, std::int64_t unit,
                               const AttractorOptions& options) {
    check_options(options);
    Int128 whole = 0;
    check_input(multiply(scale, unit, whole) && fits_int64(whole), [&] {
        return "attractor_points: the scale of the weights (" + to_string(scale) + ") times the unit (" +
               std::to_string(unit) + ") needs more than 64 bits";
    });
    return {.values = {}, .coordinate_count = coordinate_count, .scale = static_cast<std::int64_t>(whole)};
}

PointCloud attractor_points(DualHerder orbit, const AttractorOptions& options) {
    return points_of(std::move(orbit), 1, options);
}
PointCloud attractor_points(WideDualHerder orbit, const AttractorOptions& options) {
    return points_of(std::move(orbit), 1, options);
}
PointCloud attractor_points(const ExactModel& model, const AttractorOptions& options) {
    return detail::with_orbit(
        model, [&](auto orbit) { return points_of(std::move(orbit), model.whole().unit, options); });
}

std::vector<PlanePoint> plane_points(const ExactModel& model, const PointCloud& cloud, std::size_t most) {
    const auto rows = cloud.view();
    const std::size_t stride = std::max<std::size_t>(1, (rows.row_count() + most - 1) / most);
    const auto scale = static_cast<double>(cloud.scale);
    std::vector<PlanePoint> points;
    for (std::size_t k = 0; k < rows.row_count(); k += stride) {
        const auto row = rows.row(k);
        points.push_back({.x = static_cast<double>(row[0]) / scale,
                          .y = row.size() > 1 ? static_cast<double>(row[1]) / scale : 0,
                          .state = tipi(model.features(), model.whole().moments, RowWeights{row}).state});
    }
    return points;
}

Attractor find_attractor(const ExactModel& model, const AttractorOptions& options,
                         const BoxCountOptions& boxes) {
    return detail::with_orbit(model,
                              [&](const auto& orbit) { return attractor_of(model, orbit, options, boxes); });
}

}  // namespace drover
