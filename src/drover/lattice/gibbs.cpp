#include <algorithm>
#include <cmath>
#include <string>

#include <drover/core/check.hpp>
#include <drover/lattice/gibbs.hpp>
#include <drover/lattice/impl/random.hpp>
#include <drover/lattice/ising.hpp>
#include <drover/number/exp.hpp>
#include <drover/number/int128.hpp>

namespace drover::lattice {
namespace {

std::vector<std::uint32_t> visiting_order(const Lattice& lattice, SiteOrder order) {
    std::vector<std::uint32_t> sites(lattice.site_count());
    for (std::size_t i = 0; i < sites.size(); ++i) sites[i] = static_cast<std::uint32_t>(i);
    if (order == SiteOrder::checkerboard) {
        const std::size_t width = lattice.columns();
        std::stable_partition(sites.begin(), sites.end(),
                              [&](std::uint32_t i) { return (i / width + i % width) % 2 == 0; });
    }
    return sites;
}

}  // namespace

Gibbs::Gibbs(const Lattice& lattice, const GibbsOptions& options) : lattice_{lattice}, options_{options} {
    check_beta(options.beta);
    check_states(options.states);
    check_input(lattice.site_count() <= UINT32_MAX, [&] {
        return Problem{
            Fault::range, {.key = "lattice"}, "fewer than 2^32 sites", std::to_string(lattice.site_count())};
    });
    spins_.assign(lattice.site_count(), options.states == 2 ? 1 : 0);
    order_ = visiting_order(lattice, options.order);
    words_.resize((lattice.site_count() + RandomRow::group - 1) / RandomRow::group * RandomRow::group);
    like_counts_.resize(static_cast<std::size_t>(options.states));
    find_neighbours();
    set_tables();
}

void Gibbs::find_neighbours() {
    neighbours_.resize(spins_.size());
    for (std::size_t i = 0; i < spins_.size(); ++i) {
        Neighbours& found = neighbours_[i];
        for (const auto& j : {lattice_.neighbour(i, 0, 1), lattice_.neighbour(i, 0, -1),
                              lattice_.neighbour(i, 1, 0), lattice_.neighbour(i, -1, 0)}) {
            if (j) found.sites[found.count++] = static_cast<std::uint32_t>(*j);
        }
    }
}

// P(+1 | sum of the neighbours h) = 1 / (1 + exp(-2 beta h)).
void Gibbs::set_tables() {
    for (std::ptrdiff_t sum = -4; sum <= 4; ++sum)
        up_limits_[static_cast<std::size_t>(sum + 4)] =
            random_limit(1 / (1 + portable_exp(-2 * options_.beta * static_cast<double>(sum))));
    for (int k = 0; k <= 4; ++k)
        ratio_weights_[static_cast<std::size_t>(k)] =
            static_cast<std::uint64_t>(std::floor(portable_exp(-options_.beta * k) * 0x1p40 + 0.5));
}

Gibbs::Step Gibbs::step() {
    RandomRow{options_.seed, static_cast<std::uint64_t>(t_), impl::heat_bath_words}.fill(0, words_);
    if (options_.states == 2) {
        for (const std::uint32_t i : order_) spins_[i] = draw_ising(i, words_[i]);
    } else {
        for (const std::uint32_t i : order_) spins_[i] = draw_potts(i, words_[i]);
    }
    ++t_;
    return current();
}

std::int8_t Gibbs::draw_ising(std::size_t i, std::uint32_t word) const {
    const Neighbours& around = neighbours_[i];
    std::ptrdiff_t sum = 0;
    for (std::uint32_t k = 0; k < around.count; ++k) sum += spins_[around.sites[k]];
    return word < up_limits_[static_cast<std::size_t>(sum + 4)] ? 1 : -1;
}

// P(k | neighbours) ~ exp(beta n_k), n_k the neighbours in state k; relative to the largest of them.
std::int8_t Gibbs::draw_potts(std::size_t i, std::uint32_t word) {
    const Neighbours& around = neighbours_[i];
    std::fill(like_counts_.begin(), like_counts_.end(), 0U);
    std::uint32_t most = 0;
    for (std::uint32_t k = 0; k < around.count; ++k)
        most = std::max(most, ++like_counts_[static_cast<std::size_t>(spins_[around.sites[k]])]);
    std::uint64_t total = 0;
    for (const std::uint32_t count : like_counts_) total += ratio_weights_[most - count];
    auto left = static_cast<std::uint64_t>((static_cast<UInt128>(word) * total) >> 32U);
    std::size_t state = 0;
    while (left >= ratio_weights_[most - like_counts_[state]])
        left -= ratio_weights_[most - like_counts_[state++]];
    return static_cast<std::int8_t>(state);
}

}  // namespace drover::lattice
