#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <drover/core/choice.hpp>
#include <drover/core/run_control.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/data/feature_table.hpp>
#include <drover/finite/tempered.hpp>

namespace drover::dynamics {

/// What changes along a side of a parameter map, evenly from `low` to `high`.
struct VariedParameter {
    enum class Kind { temperature, moment, feature };
    Kind kind = Kind::temperature;
    std::size_t state = 0;    ///< of a feature
    std::size_t feature = 0;  ///< of a feature or a moment
    double low = 0;
    double high = 1;

    friend bool operator==(const VariedParameter&, const VariedParameter&) = default;
};

/// Reads "temperature=0.05:0.4", "x=-0.2:0.2" (the moment of feature x) or "a.x=0.5:1.5" (feature x of state
/// a). Throws InputError: expected NAME=LOW:HIGH, or a name that the table does not have.
VariedParameter parse_varied(const std::string& text, const FeatureTable& table);

enum class MapQuantity {
    period,    ///< of the cycle that the orbit comes to; 0: none up to max_period
    rotation,  ///< turns per step about the middle of the orbit, in the plane of the first two features, 0 to
               ///< 1
    exponent   ///< the largest Lyapunov exponent, in nats per step
};
inline constexpr Choice<MapQuantity> map_quantities[]{{"period", MapQuantity::period},
                                                      {"rotation", MapQuantity::rotation},
                                                      {"exponent", MapQuantity::exponent}};

struct ParameterMapOptions {
    std::array<VariedParameter, 2> varied = {};  ///< across, and upward
    std::size_t column_count = 256;
    std::size_t row_count = 256;
    double temperature = 0.1;  ///< where it is not varied
    std::int64_t steps = 10'000;
    MapQuantity quantity = MapQuantity::period;
    std::int64_t max_period = 64;
    RunControl control = {};  ///< checked before each row; its progress counts rows
};

/// One number per pixel, row 0 at the top: that of the highest value of the second parameter. Pixels are at
/// the middles of their cells.
struct ParameterMap {
    std::vector<double> values;
    bool stopped = false;  ///< then some rows are 0
};

/// Herding at a temperature over two parameters, one orbit per pixel, from weights of a hundredth of the
/// features' range, half of that, a third, ... Of the steps three quarters are taken before the exponent is
/// measured over the rest; for periods and rotations all are taken before the orbit is examined, for 2
/// max_period or 1,024 more steps. A cycle is accepted if every weight comes back within 10^-7 of the range
/// of the features, for max_period steps in a row. One orbit per SIMD lane, rows on the threads of the pool;
/// the same for any number of them. Throws InputError for sizes of 0, temperatures that are not above 0, and
/// rotations of fewer than two features.
ParameterMap find_parameter_map(const TemperedMap& map, const ParameterMapOptions& options,
                                ThreadPool* pool = nullptr);

}  // namespace drover::dynamics
