#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

#include <drover/lattice/ising.hpp>
#include <drover/lattice/swendsen_wang.hpp>
#include "plain_swendsen_wang.hpp"

// Sweeps of the critical Ising model on a square torus, from a state after 20 sweeps. Checked before timing:
// the fast sweeps and the plain ones give the same spins.

namespace drover {
namespace {

lattice::Lattice square(const benchmark::State& state) {
    const auto side = static_cast<std::size_t>(state.range(0));
    return {side, side};
}

lattice::SwendsenWangOptions critical() { return {.beta = lattice::critical_beta(), .seed = 1}; }

template <class Sampler>
void time_sweeps(benchmark::State& state, Sampler sampler) {
    for (int t = 0; t < 20; ++t) sampler.step();
    std::int64_t sweeps = 0;
    while (state.KeepRunning()) {
        sampler.step();
        benchmark::DoNotOptimize(sampler.spins().data());
        ++sweeps;
    }
    state.counters["steps/s"] = benchmark::Counter(static_cast<double>(sweeps), benchmark::Counter::kIsRate);
}

bool spins_agree(const lattice::Lattice& lattice) {
    lattice::SwendsenWang fast{lattice, critical()};
    lattice::impl::PlainSwendsenWang plain{lattice, critical()};
    for (int t = 0; t < 5; ++t) {
        fast.step();
        plain.step();
    }
    return fast.spins() == plain.spins();
}

void swendsen_wang(benchmark::State& state) {
    if (!spins_agree(square(state))) return state.SkipWithError("the spins disagree");
    time_sweeps(state, lattice::SwendsenWang{square(state), critical()});
}
BENCHMARK(swendsen_wang)->ArgName("side")->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

// The same numbers, a Philox block for each like edge.
void swendsen_wang_plain(benchmark::State& state) {
    time_sweeps(state, lattice::impl::PlainSwendsenWang{square(state), critical()});
}
BENCHMARK(swendsen_wang_plain)->ArgName("side")->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

// The plain sweep with the fastest numbers of the standard library in place of ours.
class MersenneSwendsenWang {
  public:
    explicit MersenneSwendsenWang(const lattice::Lattice& lattice)
        : width_{lattice.columns()}, spins_(lattice.site_count(), 1), sets_{lattice.site_count()} {}

    const lattice::Spins& spins() const { return spins_; }
    void step() {
        sets_.reset();
        const std::size_t sites = spins_.size();
        for (std::size_t i = 0; i < sites; ++i) {
            join(i, (i + 1) % width_ == 0 ? i + 1 - width_ : i + 1);
            join(i, i + width_ < sites ? i + width_ : i + width_ - sites);
        }
        for (std::size_t i = 0; i < sites; ++i) {
            const std::uint32_t root = sets_.root(static_cast<std::uint32_t>(i));
            spins_[i] = root < i ? spins_[root] : static_cast<std::int8_t>((engine_() & 1U) != 0 ? 1 : -1);
        }
    }

  private:
    void join(std::size_t i, std::size_t j) {
        if (spins_[i] == spins_[j] && engine_() < limit_)
            sets_.join(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j));
    }

    std::size_t width_;
    std::uint64_t limit_ = lattice::bond_limit(lattice::critical_beta(), 2);
    lattice::Spins spins_;
    UnionFind sets_;
    std::mt19937 engine_{1};
};

void swendsen_wang_mersenne(benchmark::State& state) {
    time_sweeps(state, MersenneSwendsenWang{square(state)});
}
BENCHMARK(swendsen_wang_mersenne)->ArgName("side")->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace drover
