#pragma once

#include <optional>

#include <drover/core/union_find.hpp>
#include <drover/lattice/impl/random.hpp>
#include <drover/lattice/ising.hpp>
#include <drover/lattice/swendsen_wang.hpp>

namespace drover::lattice::impl {

/// lattice::SwendsenWang in the obvious way: a random number for each edge, a union for each bond, a random
/// number for each cluster. The same spins, sweep for sweep: the reference in tests and benchmarks of the
/// fast one.
class PlainSwendsenWang {
  public:
    PlainSwendsenWang(const Lattice& lattice, const SwendsenWangOptions& options)
        : lattice_{lattice},
          options_{options},
          limit_{bond_limit(options.beta, options.states)},
          spins_(lattice.site_count(), static_cast<std::int8_t>(options.states == 2 ? 1 : 0)) {}

    const Spins& spins() const { return spins_; }
    const std::vector<std::uint32_t>& clusters() const { return labels_; }

    void step() {
        const auto word_of = [&](std::uint32_t use, std::size_t i) {
            return RandomRow{options_.seed, t_, use}[i];
        };
        UnionFind sets{lattice_.site_count()};
        for (std::size_t i = 0; i < spins_.size(); ++i) {
            const auto join = [&](std::optional<std::size_t> j, std::uint32_t use) {
                if (j && spins_[i] == spins_[*j] && word_of(use, i) < limit_)
                    sets.join(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(*j));
            };
            join(right_of(i), right_bond_words);
            join(below(i), down_bond_words);
        }
        labels_.resize(spins_.size());
        for (std::size_t i = 0; i < spins_.size(); ++i) {
            const std::uint32_t root = sets.root(static_cast<std::uint32_t>(i));
            labels_[i] = root;
            if (root == i) spins_[i] = new_state(root);
        }
        for (std::size_t i = 0; i < spins_.size(); ++i) spins_[i] = spins_[labels_[i]];
        ++t_;
    }

  private:
    std::optional<std::size_t> right_of(std::size_t i) const {
        if ((i + 1) % lattice_.columns() != 0) return i + 1;
        if (lattice_.boundary() == Boundary::open) return std::nullopt;
        return i + 1 - lattice_.columns();
    }
    std::optional<std::size_t> below(std::size_t i) const {
        if (i + lattice_.columns() < spins_.size()) return i + lattice_.columns();
        if (lattice_.boundary() == Boundary::open) return std::nullopt;
        return i + lattice_.columns() - spins_.size();
    }
    std::int8_t new_state(std::uint32_t root) const {
        const RandomRow row{options_.seed, t_, new_state_words};
        if (options_.states == 2) return ((row[root / 32] >> (root % 32)) & 1U) != 0 ? 1 : -1;
        return state_of(row[root], options_.states);
    }

    Lattice lattice_;
    SwendsenWangOptions options_;
    std::uint64_t limit_;
    std::uint64_t t_ = 0;
    Spins spins_;
    std::vector<std::uint32_t> labels_;
};

}  // namespace drover::lattice::impl
