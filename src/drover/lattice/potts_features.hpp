#pragma once

#include <array>
#include <vector>

#include <drover/herd/features/feature_map.hpp>
#include <drover/lattice/geometry.hpp>

namespace drover::lattice {

/// One value 0 .. q - 1 per site, in the order of the sites.
using PottsValues = std::vector<std::uint8_t>;

struct PottsOptions {
    bool nodes = true;  ///< q indicators per site
    bool edges = true;  ///< 1 where the sites of an edge agree
};

/// The Potts model: each site of a lattice has one of q values. Slots: q * site + value for the nodes, then
/// one per site for the edges to the right, then one per site for the edges down; an edge beyond an open
/// boundary is never touched.
class PottsFeatures {
  public:
    using State = PottsValues;

    /// InputError unless 2 <= value_count <= 256 and at least one kind of feature is on.
    PottsFeatures(Lattice lattice, std::size_t value_count, PottsOptions options = {});

    const Lattice& lattice() const { return lattice_; }
    const PottsOptions& options() const { return options_; }
    std::size_t value_count() const { return value_count_; }
    std::size_t site_count() const { return lattice_.site_count(); }
    std::size_t feature_count() const {
        return first_edge() + (options_.edges ? shifts.size() * site_count() : 0);
    }
    PottsValues first_state() const { return PottsValues(site_count()); }
    FeatureBounds bounds() const;
    static bool has_corners() { return false; }

    std::size_t node_slot(std::size_t site, std::size_t value) const { return value_count_ * site + value; }
    std::size_t right_slot(std::size_t site) const { return first_edge() + site; }
    std::size_t down_slot(std::size_t site) const { return first_edge() + site_count() + site; }

    template <Weights W>
    typename W::Value score(const W& w, const PottsValues& s) const {
        return visited_score(*this, w, s);
    }

    template <class Sink>
    void visit(const PottsValues& s, Sink&& sink) const {
        for (std::size_t i = 0; options_.nodes && i < site_count(); ++i) {
            sink(node_slot(i, s[i]), std::int64_t{1});
        }
        for (std::size_t k = 0; options_.edges && k < shifts.size(); ++k) {
            for (std::size_t i = 0; i < site_count(); ++i) {
                const auto j = lattice_.neighbour(i, shifts[k].down, shifts[k].right);
                if (j && s[i] == s[*j]) sink(first_edge() + k * site_count() + i, std::int64_t{1});
            }
        }
    }

    /// What the site adds to the score at that value.
    template <Weights W>
    typename W::Value field(const W& w, const PottsValues& s, std::size_t site, std::size_t value) const {
        typename W::Value sum{};
        if (options_.nodes) sum += w[node_slot(site, value)];
        for (std::size_t k = 0; options_.edges && k < shifts.size(); ++k) {
            const std::size_t first = first_edge() + k * site_count();
            const auto after = lattice_.neighbour(site, shifts[k].down, shifts[k].right);
            const auto before = lattice_.neighbour(site, -shifts[k].down, -shifts[k].right);
            if (after && s[*after] == value) sum += w[first + site];
            if (before && s[*before] == value) sum += w[first + *before];
        }
        return sum;
    }
    /// Gives the site its best value and returns the gain. Ties keep the value, otherwise the lowest wins.
    template <Weights W>
    typename W::Value improve(const W& w, PottsValues& s, std::size_t site) const {
        const typename W::Value now = field(w, s, site, s[site]);
        typename W::Value best = now;
        for (std::size_t value = 0; value < value_count_; ++value) {
            const typename W::Value candidate = field(w, s, site, value);
            if (candidate <= best) continue;
            best = candidate;
            s[site] = static_cast<std::uint8_t>(value);
        }
        return best - now;
    }

    /// Site i has CounterRandom(seed, stream).below(i, value_count).
    PottsValues random_state(std::uint64_t seed, std::uint64_t stream = 0) const;

  private:
    struct Shift {
        std::ptrdiff_t down, right;
    };
    static constexpr std::array<Shift, 2> shifts{{{0, 1}, {1, 0}}};

    std::size_t first_edge() const { return options_.nodes ? value_count_ * site_count() : 0; }

    Lattice lattice_;
    std::size_t value_count_;
    PottsOptions options_;
};

}  // namespace drover::lattice
