#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>

#include <drover/dynamics/attractor.hpp>
#include <drover/finite/impl/exact_orbit.hpp>
#include <drover/herd/moments/tipi.hpp>

namespace drover::dynamics {
namespace {

using States = std::span<const std::size_t>;

[[noreturn]] void throw_too_large() {
    throw InputError(Problem{.fault = Fault::range,
                             .place = {.function = "attractor_points"},
                             .text = "the weights need more than 64 bits"});
}

// As a coordinate of a point.
template <class P>
P narrowed(Int128 value) {
    if (std::same_as<P, std::int64_t> && !fits_int64(value)) throw_too_large();
    return static_cast<P>(value);
}

// What a step to each state adds to the weights. Asked of the weights themselves, for states up to the
// highest that occurred.
template <class V, class P>
class Moves {
  public:
    explicit Moves(const DualWeights<V>& weights) : weights_{weights} {}

    void learn(States states) {
        const std::size_t highest = states.empty() ? 0 : *std::max_element(states.begin(), states.end());
        while (known_ <= highest) learn_next();
    }
    const P* data() const { return moves_.data(); }

  private:
    void learn_next() {
        DualWeights<V> after = weights_;
        after.count(known_++);
        for (std::size_t a = 0; a < weights_.size(); ++a)
            moves_.push_back(narrowed<P>(after[a] - weights_[a]));
    }

    DualWeights<V> weights_;
    std::vector<P> moves_;
    std::size_t known_ = 0;
};

// Writes the weights after each step and leaves the last in `weights`.
template <class Weights, class P>
void add_moves(States states, const P* moves, Weights& weights, P* points) {
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
template <std::size_t K, class P>
void add_moves_of(States states, const P* moves, std::vector<P>& weights, P* points) {
    std::array<P, K> w{};
    std::copy_n(weights.begin(), K, w.begin());
    add_moves(states, moves, w, points);
    std::copy(w.begin(), w.end(), weights.begin());
}

template <class P>
void write_points(States states, const P* moves, std::vector<P>& weights, P* points) {
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

constexpr std::size_t block_size = 2048;

// Takes the steps in blocks that stay in the cache and shows the steps done with each and its states.
template <class V, class Use>
void for_each_block(BasicDualHerder<V>& orbit, std::int64_t steps, const AttractorOptions& options,
                    Use&& use) {
    std::vector<std::size_t> block(block_size);
    for (std::int64_t done = 0; done < steps && !options.control.stop_requested();) {
        const auto count = std::min(block_size, static_cast<std::size_t>(steps - done));
        const std::span<std::size_t> states = std::span{block}.first(count);
        orbit.take(states);
        done += static_cast<std::int64_t>(count);
        use(done, States{states});
    }
}

void check_options(const AttractorOptions& options) {
    check_input(options.steps >= 0 && options.burn_in >= 0, [] {
        return Problem{Fault::range, {.function = "attractor_points"}, "steps and burn_in of at least 0"};
    });
    check_input(options.steps <= INT64_MAX - options.burn_in, [] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "attractor_points"},
                       .text = "steps and burn_in are too many together"};
    });
}

// The weights after each step of a herder, in blocks, as often as they are requested. P is the type of a
// coordinate.
template <class V, class P>
class PointStream {
  public:
    PointStream(const BasicDualHerder<V>& orbit, const AttractorOptions& options)
        : orbit_{orbit}, options_{options}, moves_{orbit.current().weights} {
        check_options(options);
        check_steps_left("attractor_points", options.burn_in + options.steps, orbit.current().t,
                         orbit.max_steps());
        for_each_block(orbit_, options.burn_in, options,
                       [&](std::int64_t done, States /*states*/) { options.control.tell(done); });
    }

    // Shows blocks of points. Each pass reports half of the remaining progress.
    template <class Use>
    void replay(Use&& use) {
        BasicDualHerder<V> orbit = orbit_;
        const DualWeights<V>& now = orbit.current().weights;
        std::vector<P> weights;
        for (std::size_t a = 0; a < now.size(); ++a) weights.push_back(narrowed<P>(now[a]));
        std::vector<P> points(block_size * weights.size());
        const std::int64_t left = options_.steps - told_;
        for_each_block(orbit, options_.steps, options_, [&](std::int64_t done, States states) {
            moves_.learn(states);
            write_points(states, moves_.data(), weights, points.data());
            use(MatrixView<const P>{std::span{points}.first(states.size() * weights.size()), weights.size()});
            const double share = static_cast<double>(done) / static_cast<double>(options_.steps) / 2;
            options_.control.tell(options_.burn_in + told_ +
                                  static_cast<std::int64_t>(share * static_cast<double>(left)));
        });
        told_ += left / 2;
    }

  private:
    BasicDualHerder<V> orbit_;  // after the burn-in
    const AttractorOptions& options_;
    Moves<V, P> moves_;
    std::int64_t told_ = 0;
};

// The points of irrational models may need 128 bits; where they are kept they have 64, and a scale of at most
// 2^52: what a double can distinguish.
template <class V>
PointCloud rounded_points_of(const BasicDualHerder<V>& orbit, Int128 scale, const AttractorOptions& options) {
    check_options(options);
    unsigned shift = 0;
    while ((scale >> shift) > (Int128{1} << 52)) ++shift;
    PointCloud cloud{.values = {},
                     .coordinate_count = orbit.current().weights.size(),
                     .scale = static_cast<std::int64_t>(scale >> shift)};
    PointStream<V, Int128> stream{orbit, options};
    stream.replay([&](MatrixView<const Int128> points) {
        for (std::size_t i = 0; i < points.row_count(); ++i) {
            for (const Int128 value : points.row(i))
                cloud.values.push_back(narrowed<std::int64_t>(value >> shift));
        }
    });
    return cloud;
}

template <class V>
PointCloud points_of(const BasicDualHerder<V>& orbit, std::int64_t unit, const AttractorOptions& options) {
    const DualWeights<V>& weights = orbit.current().weights;
    PointCloud cloud = impl::empty_cloud(weights.size(), weights.scale(), unit, options);
    PointStream<V, std::int64_t> stream{orbit, options};
    cloud.values.reserve(static_cast<std::size_t>(options.steps) * weights.size());
    stream.replay([&](MatrixView<const std::int64_t> points) {
        for (std::size_t i = 0; i < points.row_count(); ++i)
            cloud.values.insert(cloud.values.end(), points.row(i).begin(), points.row(i).end());
    });
    return cloud;
}

// Of the weights times the unit, or nothing if the points fit 64 bits.
template <class V>
std::optional<Int128> wide_scale(const ExactModel& model, const BasicDualHerder<V>& orbit) {
    const Int128 scale = orbit.current().weights.scale();
    Int128 whole = 0;
    if (model.radicand() == 0 || !multiply(scale, model.whole().unit, whole)) return std::nullopt;
    return whole < (Int128{1} << 58) ? std::nullopt : std::optional{whole};
}

template <class V, class P>
BoxCounts boxes_of(const BasicDualHerder<V>& orbit, Int128 scale, const AttractorOptions& options,
                   const BoxCountOptions& boxes) {
    PointStream<V, P> stream{orbit, options};
    BoxCountOptions counting = boxes;
    counting.control = {.stop = options.control.stop};
    const PointSource<P> source{.coordinate_count = orbit.current().weights.size(),
                                .scale = scale,
                                .replay = [&](const auto& use) { stream.replay(use); }};
    return count_boxes(source, counting);
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
    Attractor attractor;
    if (const auto wide = wide_scale(model, orbit)) {
        attractor.boxes = boxes_of<V, Int128>(orbit, *wide, options, boxes);
    } else {
        const auto& weights = orbit.current().weights;
        const PointCloud none =
            impl::empty_cloud(weights.size(), weights.scale(), model.whole().unit, options);
        attractor.boxes = boxes_of<V, std::int64_t>(orbit, none.scale, options, boxes);
    }
    attractor.stopped = attractor.boxes.stopped || options.control.stop_requested();
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

PointCloud impl::empty_cloud(std::size_t coordinate_count, Int128 scale, std::int64_t unit,
                             const AttractorOptions& options) {
    check_options(options);
    Int128 whole = 0;
    check_input(multiply(scale, unit, whole) && fits_int64(whole), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.function = "attractor_points"},
                       .text = "the scale of the weights (" + to_string(scale) + ") times the unit (" +
                               std::to_string(unit) + ") needs more than 64 bits"};
    });
    return {.values = {}, .coordinate_count = coordinate_count, .scale = static_cast<std::int64_t>(whole)};
}

PointCloud attractor_points(const DualHerder& orbit, const AttractorOptions& options) {
    return points_of(orbit, 1, options);
}
PointCloud attractor_points(const WideDualHerder& orbit, const AttractorOptions& options) {
    return points_of(orbit, 1, options);
}
PointCloud attractor_points(const ExactModel& model, const AttractorOptions& options) {
    return drover::impl::with_orbit(model, [&](const auto& orbit) {
        const auto wide = wide_scale(model, orbit);
        return wide ? rounded_points_of(orbit, *wide, options)
                    : points_of(orbit, model.whole().unit, options);
    });
}

std::vector<PlanePoint> plane_points(const ExactModel& model, const PointCloud& cloud, std::size_t most) {
    if (most == 0) return {};
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
    return drover::impl::with_orbit(
        model, [&](const auto& orbit) { return attractor_of(model, orbit, options, boxes); });
}

}  // namespace drover::dynamics
