#include <string>

#include <drover/core/check.hpp>
#include <drover/lattice/potts_features.hpp>
#include <drover/number/philox.hpp>

namespace drover::lattice {

PottsFeatures::PottsFeatures(Lattice lattice, std::size_t value_count, PottsOptions options)
    : lattice_{lattice}, value_count_{value_count}, options_{options} {
    check_input(value_count_ >= 2 && value_count_ <= 256, [&] {
        return Problem{Fault::range,
                       {.function = "PottsFeatures"},
                       "from 2 to 256 values",
                       std::to_string(value_count_)};
    });
    check_input(options_.nodes || options_.edges, [] {
        return Problem{Fault::range, {.function = "PottsFeatures"}, "at least one kind of feature"};
    });
}

FeatureBounds PottsFeatures::bounds() const {
    const std::size_t touched =
        (options_.nodes ? site_count() : 0) + (options_.edges ? lattice_.edge_count() : 0);
    return {.lowest = 0, .highest = 1, .total = static_cast<Int128>(touched)};
}

PottsValues PottsFeatures::random_state(std::uint64_t seed, std::uint64_t stream) const {
    const CounterRandom random{seed, stream};
    PottsValues values(site_count());
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<std::uint8_t>(random.below(i, value_count_));
    }
    return values;
}

}  // namespace drover::lattice
