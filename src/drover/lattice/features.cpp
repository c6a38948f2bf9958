#include <algorithm>
#include <string>

#include <drover/core/check.hpp>
#include <drover/lattice/features.hpp>
#include <drover/number/philox.hpp>

namespace drover::lattice {
namespace {

std::vector<Plane> planes_of(const FeatureOptions& options) {
    std::vector<Plane> planes;
    const auto add_pair = [&](FeatureKind kind, Shift to, std::size_t far = 0) {
        planes.push_back({.kind = kind, .far = far, .members = {{0, 0}, to}});
    };
    if (options.nodes) planes.push_back({.kind = FeatureKind::nodes, .members = {{0, 0}}});
    if (options.edges) {
        add_pair(FeatureKind::right, {0, 1});
        add_pair(FeatureKind::down, {1, 0});
    }
    if (options.diagonals) {
        add_pair(FeatureKind::down_right, {1, 1});
        add_pair(FeatureKind::down_left, {1, -1});
    }
    if (options.plaquettes) {
        planes.push_back({.kind = FeatureKind::plaquettes, .members = {{0, 0}, {0, 1}, {1, 0}, {1, 1}}});
    }
    for (std::size_t k = 0; k < options.far_pairs.size(); ++k) {
        const auto distance = static_cast<std::ptrdiff_t>(options.far_pairs[k]);
        add_pair(FeatureKind::far_right, {0, distance}, k);
        add_pair(FeatureKind::far_down, {distance, 0}, k);
    }
    return planes;
}

}  // namespace

Spins random_spins(std::size_t site_count, std::uint64_t seed, std::uint64_t stream) {
    const CounterRandom random{seed, stream};
    Spins spins(site_count);
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < site_count; ++i) {
        if (i % 64 == 0) word = random.bits(i / 64);
        spins[i] = ((word >> (i % 64)) & 1U) != 0 ? 1 : -1;
    }
    return spins;
}

Features::Features(Lattice lattice, FeatureOptions options)
    : lattice_{lattice}, options_{std::move(options)}, planes_{planes_of(options_)} {
    check_input(!planes_.empty(), [] {
        return Problem{Fault::range, {.key = "lattice"}, "at least one kind of feature"};
    });
    check_far_pairs();
    for (std::size_t p = 0; p < planes_.size(); ++p) {
        for (std::size_t i = 0; i < site_count(); ++i) touched_ += is_inside(p, i) ? 1 : 0;
    }
}

void Features::check_far_pairs() const {
    const std::size_t side = std::min(lattice_.rows(), lattice_.columns());
    const bool is_torus = lattice_.boundary() == Boundary::torus;
    const std::size_t longest = is_torus ? side / 2 : side - 1;
    std::size_t least = 2;
    for (const std::size_t distance : options_.far_pairs) {
        check_input(distance >= 2, [&] {
            return Problem{
                Fault::range, {.key = "far pairs"}, "distances of at least 2", std::to_string(distance)};
        });
        check_input(distance >= least, [&] {
            return Problem{Fault::range,
                           {.key = "far pairs"},
                           "rising distances",
                           std::to_string(distance) + " after " + std::to_string(least - 1)};
        });
        check_input(distance <= longest, [&] {
            return Problem{Fault::syntax,
                           {.key = "far pairs"},
                           "distances of at most " + std::to_string(longest) +
                               (is_torus ? ", half way around the torus" : ", inside the lattice"),
                           std::to_string(distance)};
        });
        least = distance + 1;
    }
}

bool Features::is_inside(std::size_t plane, std::size_t site) const {
    if (lattice_.boundary() == Boundary::torus) return true;
    const auto& members = planes_[plane].members;
    return std::all_of(members.begin(), members.end(), [&](const Shift& member) {
        return lattice_.neighbour(site, member.down, member.right).has_value();
    });
}

}  // namespace drover::lattice
