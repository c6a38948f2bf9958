#include <algorithm>

#include <drover/lattice/impl/random.hpp>
#include <drover/lattice/ising.hpp>
#include <drover/lattice/swendsen_wang.hpp>
#include <drover/number/exp.hpp>

namespace drover::lattice {
namespace {

// Words of 64 bonds that one task of a pool draws.
constexpr std::size_t task_size = 1024;

// bonds = like edges whose word is below the limit.
void keep_drawn(const RandomRow& words, std::uint64_t limit, const std::vector<std::uint64_t>& like,
                std::vector<std::uint64_t>& bonds, ThreadPool* pool) {
    const std::size_t tasks = (bonds.size() + task_size - 1) / task_size;
    for_each_index(pool, tasks, [&](std::size_t task) {
        const std::size_t first = task * task_size;
        const std::span part = std::span{bonds}.subspan(first, std::min(task_size, bonds.size() - first));
        words.below(limit, first * RandomRow::group, part);
        for (std::size_t k = 0; k < part.size(); ++k) part[k] &= like[first + k];
    });
}

}  // namespace

std::uint64_t bond_limit(double beta, int states) {
    return random_limit(1 - portable_exp(states == 2 ? -2 * beta : -beta));
}

SwendsenWang::SwendsenWang(const Lattice& lattice, const SwendsenWangOptions& options)
    : lattice_{lattice}, options_{options}, like_{lattice}, finder_{lattice} {
    check_beta(options.beta);
    check_states(options.states);
    bond_limit_ = bond_limit(options.beta, options.states);
    const std::size_t sites = lattice.site_count();
    const std::size_t groups = (sites + RandomRow::group - 1) / RandomRow::group;
    spins_.assign(sites, options.states == 2 ? 1 : 0);
    bonds_ = {.right = std::vector<std::uint64_t>(groups), .down = std::vector<std::uint64_t>(groups)};
    const auto alone = finder_.label(bonds_);
    labels_.assign(alone.begin(), alone.end());
    words_.resize(groups * RandomRow::group);
    new_states_.resize(sites);
}

SwendsenWang::Step SwendsenWang::step() {
    draw_bonds();
    draw_states();
    const auto labels = finder_.label(bonds_);
    for (std::size_t i = 0; i < spins_.size(); ++i) {
        labels_[i] = labels[i];
        spins_[i] = new_states_[labels[i]];
    }
    ++t_;
    return current();
}

void SwendsenWang::draw_bonds() {
    const EdgeBits& like = like_.find(spins_);
    const auto sweep = static_cast<std::uint64_t>(t_);
    keep_drawn({options_.seed, sweep, impl::right_bond_words}, bond_limit_, like.right, bonds_.right,
               options_.pool);
    keep_drawn({options_.seed, sweep, impl::down_bond_words}, bond_limit_, like.down, bonds_.down,
               options_.pool);
}

// Two states take one bit of a word each, 32 sites to a word.
void SwendsenWang::draw_states() {
    const RandomRow row{options_.seed, static_cast<std::uint64_t>(t_), impl::new_state_words};
    if (options_.states == 2) {
        const std::size_t groups = (spins_.size() / 32 + RandomRow::group) / RandomRow::group;
        row.fill(0, std::span{words_}.first(groups * RandomRow::group));
        for (std::size_t i = 0; i < spins_.size(); ++i)
            new_states_[i] =
                static_cast<std::int8_t>(2 * static_cast<int>((words_[i / 32] >> (i % 32)) & 1U) - 1);
        return;
    }
    row.fill(0, words_);
    for (std::size_t i = 0; i < spins_.size(); ++i)
        new_states_[i] = impl::state_of(words_[i], options_.states);
}

}  // namespace drover::lattice
