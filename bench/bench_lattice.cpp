#include <benchmark/benchmark.h>

#include <drover/lattice/herder.hpp>
#include <drover/lattice/moments.hpp>

#include "memory.hpp"

// Herding the Ising model at criticality. The spins of both herders are compared before either is timed.

namespace drover {
namespace {

constexpr std::int64_t edge_count = 710'219;  // the edge moment of the 100 x 100 torus at the critical point
constexpr std::int64_t edge_total = 1'000'000;

// The plain program: neighbours by modulo, weights of 64 bits, full sweeps until one changes nothing.
class PlainIsingHerder {
  public:
    PlainIsingHerder(std::size_t side, lattice::Spins start, lattice::SiteOrder order)
        : side_{side},
          order_{order},
          spins_{std::move(start)},
          node_(spins_.size()),
          right_(spins_.size(), edge_count),
          down_(spins_.size(), edge_count) {}

    const lattice::Spins& step() {
        while (sweep()) {
        }
        for (std::size_t r = 0; r < side_; ++r) {
            for (std::size_t c = 0; c < side_; ++c) update(r, c);
        }
        return spins_;
    }

  private:
    std::size_t at(std::size_t r, std::size_t c) const { return r % side_ * side_ + c % side_; }

    bool sweep() {
        if (order_ == lattice::SiteOrder::raster) return sweep_colour(0, 1);
        const bool has_changed = sweep_colour(0, 2);
        return sweep_colour(1, 2) || has_changed;
    }
    bool sweep_colour(std::size_t colour, std::size_t colours) {
        bool has_changed = false;
        for (std::size_t r = 0; r < side_; ++r) {
            for (std::size_t c = (r + colour) % colours; c < side_; c += colours) has_changed |= set(r, c);
        }
        return has_changed;
    }
    bool set(std::size_t r, std::size_t c) {
        const std::size_t i = at(r, c);
        const std::size_t left = at(r, c + side_ - 1);
        const std::size_t above = at(r + side_ - 1, c);
        const std::int64_t field = node_[i] + right_[i] * spins_[at(r, c + 1)] + right_[left] * spins_[left] +
                                   down_[i] * spins_[at(r + 1, c)] + down_[above] * spins_[above];
        if (field * spins_[i] >= 0) return false;
        spins_[i] = static_cast<std::int8_t>(-spins_[i]);
        return true;
    }
    void update(std::size_t r, std::size_t c) {
        const std::size_t i = at(r, c);
        node_[i] -= edge_total * spins_[i];
        right_[i] += edge_count - edge_total * spins_[i] * spins_[at(r, c + 1)];
        down_[i] += edge_count - edge_total * spins_[i] * spins_[at(r + 1, c)];
    }

    std::size_t side_;
    lattice::SiteOrder order_;
    lattice::Spins spins_;
    std::vector<std::int64_t> node_;
    std::vector<std::int64_t> right_;
    std::vector<std::int64_t> down_;
};

struct Sizes {
    std::size_t side;
    lattice::SiteOrder order;
    std::int64_t checked_steps;
};

Sizes sizes_of(const benchmark::State& state) {
    const auto side = static_cast<std::size_t>(state.range(0));
    return {side, state.range(1) == 0 ? lattice::SiteOrder::raster : lattice::SiteOrder::checkerboard,
            side > 300 ? 3 : 200};
}

PlainIsingHerder plain_herder(const Sizes& sizes) {
    return {sizes.side, lattice::random_spins(sizes.side * sizes.side, 1), sizes.order};
}

lattice::Herder fused_herder(const Sizes& sizes) {
    const lattice::Features features{lattice::Lattice{sizes.side, sizes.side}};
    return {features,
            lattice::uniform_moments(features, {.edge = {edge_count, edge_total}}),
            {.start = MomentStart{}},
            features.random_state(1),
            {.order = sizes.order},
            {.max_steps = 500'000}};
}

bool herders_agree(const Sizes& sizes) {
    PlainIsingHerder plain = plain_herder(sizes);
    lattice::Herder fused = fused_herder(sizes);
    for (std::int64_t k = 0; k < sizes.checked_steps; ++k) {
        if (plain.step() != fused.step().state) return false;
    }
    return true;
}

const lattice::Spins& state_of(PlainIsingHerder& herder) { return herder.step(); }
const lattice::Spins& state_of(lattice::Herder& herder) { return herder.step().state; }

template <class Herder>
void time_steps(benchmark::State& state, Herder& herder) {
    while (state.KeepRunning()) benchmark::DoNotOptimize(state_of(herder).data());
    state.counters["steps/s"] = benchmark::Counter(1, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["bytes"] = bench::bytes_of(herder);
    if constexpr (requires { herder.search(); }) {
        state.counters["sweeps"] = static_cast<double>(herder.search().sweeps);
        state.counters["flips"] = static_cast<double>(herder.search().flips);
        state.counters["largest"] = herder.largest_weight();
    }
}

// The herder continues from iteration to iteration: the long run is what counts.
template <class Herder>
void herd_ising(benchmark::State& state, Herder herder, const Sizes& sizes) {
    if (!herders_agree(sizes)) return state.SkipWithError("the herders disagree");
    for (std::int64_t k = 0; k < sizes.checked_steps; ++k) herder.step();
    time_steps(state, herder);
}

void ising_plain(benchmark::State& state) {
    const Sizes sizes = sizes_of(state);
    herd_ising(state, plain_herder(sizes), sizes);
}
void ising_fused(benchmark::State& state) {
    const Sizes sizes = sizes_of(state);
    herd_ising(state, fused_herder(sizes), sizes);
}

// Far pairs at 2, 4, ... 32 with the moments that 60,000 sweeps of lattice::SwendsenWang gave at the critical
// point.
struct FarModel {
    lattice::Features features;
    Moments moments;
    lattice::AscentOptions ascent;
};

FarModel far_model(const Sizes& sizes) {
    const lattice::Features features{lattice::Lattice{sizes.side, sizes.side},
                                     {.far_pairs = {2, 4, 8, 16, 32}}};
    const lattice::FeatureValues values{
        .edge = {edge_count, edge_total},
        .far = {{6'000, 10'000}, {5'072, 10'000}, {4'340, 10'000}, {3'783, 10'000}, {3'417, 10'000}}};
    return {features, lattice::uniform_moments(features, values), {.order = sizes.order}};
}

void ising_far(benchmark::State& state) {
    const Sizes sizes = sizes_of(state);
    const auto& [features, moments, ascent] = far_model(sizes);
    const DriveOptions drive{.start = MomentStart{}};
    const lattice::Spins start = features.random_state(1);
    lattice::Herder herder{features, moments, drive, start, ascent, {.max_steps = 500'000}};
    Herder composed{
        features, ExactMoments{moments, drive}, lattice::Ascent{ascent}, {.max_steps = 500'000}, start};
    for (std::int64_t k = 0; k < 20; ++k) {
        if (herder.step().state != composed.step().state) return state.SkipWithError("the herders disagree");
    }
    for (std::int64_t k = 0; k < sizes.checked_steps; ++k) herder.step();
    time_steps(state, herder);
}

void ising_arguments(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"side", "checkerboard"});
    for (const std::int64_t side : {100, 1'000}) {
        for (const std::int64_t checkerboard : {0, 1}) benchmark->Args({side, checkerboard});
    }
    benchmark->Unit(benchmark::kMicrosecond);
}
BENCHMARK(ising_plain)->Apply(ising_arguments);
BENCHMARK(ising_fused)->Apply(ising_arguments);
BENCHMARK(ising_far)
    ->ArgNames({"side", "checkerboard"})
    ->Args({100, 0})
    ->Args({100, 1})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace drover
