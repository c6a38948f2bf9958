#include <string>

#include <drover/core/check.hpp>
#include <drover/core/equal_bytes.hpp>
#include <drover/lattice/means.hpp>

namespace drover::lattice {
namespace {

constexpr std::size_t first_far_group = 4;
constexpr Int128 grid = 1'000'000;

// How many sites of a row equal the one `right` columns along in another; pairs beyond an open end do not
// count. Seen around the torus, a row is two pieces: up to where the other row ends, and from its beginning.
std::size_t count_equal_in_row(const std::int8_t* row, const std::int8_t* other, const Lattice& lattice,
                               std::ptrdiff_t right) {
    const std::size_t columns = lattice.columns();
    const std::size_t shift =
        right < 0 ? columns - static_cast<std::size_t>(-right) : static_cast<std::size_t>(right);
    const bool is_torus = lattice.boundary() == Boundary::torus;
    std::size_t equal = 0;
    if (is_torus || right >= 0) equal += count_equal(row, other + shift, columns - shift);
    if (is_torus || right < 0) equal += count_equal(row + columns - shift, other, shift);
    return equal;
}

std::size_t count_equal_pairs(const Spins& spins, const Lattice& lattice, Shift to) {
    std::size_t equal = 0;
    for (std::size_t r = 0; r < lattice.rows(); ++r) {
        const auto other = lattice.neighbour(lattice.site(r, 0), to.down, 0);
        if (!other) continue;
        equal +=
            count_equal_in_row(spins.data() + lattice.site(r, 0), spins.data() + *other, lattice, to.right);
    }
    return equal;
}

// products[i] = x_i x_j, j to the right of i; 0 beyond an open end.
void multiply_neighbours(const Spins& spins, const Lattice& lattice, Spins& products) {
    const std::size_t last = lattice.columns() - 1;
    for (std::size_t r = 0; r < lattice.rows(); ++r) {
        const std::int8_t* row = spins.data() + lattice.site(r, 0);
        std::int8_t* product = products.data() + lattice.site(r, 0);
        for (std::size_t c = 0; c < last; ++c) product[c] = static_cast<std::int8_t>(row[c] * row[c + 1]);
        const bool is_torus = lattice.boundary() == Boundary::torus;
        product[last] = is_torus ? static_cast<std::int8_t>(row[last] * row[0]) : std::int8_t{0};
    }
}

Rational rounded(std::int64_t sum, Int128 count) {
    if (count == 0) return 0;
    return {floor(Rational{2 * grid * static_cast<Int128>(sum) + count, 2 * count}), grid};
}

// Kinds in the order of MeansResult.
std::size_t group_of(const Plane& plane) {
    switch (plane.kind) {
        case FeatureKind::nodes:
            return 0;
        case FeatureKind::right:
        case FeatureKind::down:
            return 1;
        case FeatureKind::down_right:
        case FeatureKind::down_left:
            return 2;
        case FeatureKind::plaquettes:
            return 3;
        case FeatureKind::far_right:
        case FeatureKind::far_down:
            break;
    }
    return first_far_group + plane.far;
}

}  // namespace

Means::Means(Features features)
    : features_{std::move(features)},
      groups_(first_far_group + features_.options().far_pairs.size()),
      ups_(features_.site_count(), 1),
      products_(features_.site_count()) {
    for (std::size_t p = 0; p < features_.planes().size(); ++p) {
        std::int64_t slots = 0;
        for (std::size_t i = 0; i < features_.site_count(); ++i) slots += features_.is_inside(p, i) ? 1 : 0;
        slots_.push_back(slots);
        groups_[group_of(features_.planes()[p])].slots += slots;
    }
}

void Means::add(const Spins& spins) {
    const std::size_t sites = features_.site_count();
    check_input(spins.size() == sites, [&] {
        return Problem{.fault = Fault::range,
                       .text = "spins (" + std::to_string(spins.size()) + ") and sites (" +
                               std::to_string(sites) + ") must have the same size"};
    });
    for (std::size_t p = 0; p < slots_.size(); ++p) {
        groups_[group_of(features_.planes()[p])].sum += sum_of(p, spins);
    }
    for (Group& group : groups_) {
        if (group.slots > 0)
            group.means.add(static_cast<double>(group.sum) / static_cast<double>(group.slots));
        group.total += group.sum;
        group.sum = 0;
    }
    ++sample_count_;
}

// Twice the features that are +1 less all: those whose two factors are equal.
std::int64_t Means::sum_of(std::size_t plane, const Spins& spins) {
    const auto& [kind, far, members] = features_.planes()[plane];
    std::size_t equal = 0;
    if (kind == FeatureKind::nodes) {
        equal = count_equal(spins.data(), ups_.data(), spins.size());
    } else if (kind == FeatureKind::plaquettes) {
        multiply_neighbours(spins, features_.lattice(), products_);
        equal = count_equal_pairs(products_, features_.lattice(), {1, 0});
        // The products beyond an open end are 0 and 0.
        if (features_.lattice().boundary() == Boundary::open) equal -= features_.lattice().rows() - 1;
    } else {
        equal = count_equal_pairs(spins, features_.lattice(), members[1]);
    }
    return 2 * static_cast<std::int64_t>(equal) - slots_[plane];
}

MeansResult Means::result() const {
    const auto value = [&](std::size_t k) {
        return rounded(groups_[k].total, static_cast<Int128>(groups_[k].slots) * sample_count_);
    };
    MeansResult result{
        .values = {.node = value(0), .edge = value(1), .diagonal = value(2), .plaquette = value(3)},
        .node = groups_[0].means.result(),
        .edge = groups_[1].means.result(),
        .diagonal = groups_[2].means.result(),
        .plaquette = groups_[3].means.result(),
        .far = {}};
    for (std::size_t k = first_far_group; k < groups_.size(); ++k) {
        result.values.far.push_back(value(k));
        result.far.push_back(groups_[k].means.result());
    }
    return result;
}

}  // namespace drover::lattice
