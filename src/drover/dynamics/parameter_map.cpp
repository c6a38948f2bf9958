#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include <drover/core/check.hpp>
#include <drover/core/impl/shared_progress.hpp>
#include <drover/core/number_text.hpp>
#include <drover/dynamics/parameter_map.hpp>
#include <drover/finite/tempered_lanes.hpp>
#include <drover/number/rational.hpp>

namespace drover::dynamics {
namespace {

constexpr std::int64_t rotation_steps = 1'024;

[[noreturn]] void refuse(const std::string& text, const std::string& expected) {
    throw InputError(Problem{Fault::range, {}, expected, quoted(text)});
}

std::optional<std::size_t> place_of(const std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
}

double number_of(const std::string& text, const std::string& given) {
    try {
        return parse_rational(text).to_double();
    } catch (const InputError&) {
        refuse(given, "NAME=LOW:HIGH with two numbers");
    }
}

// A state and a feature with a dot between them; both may have dots in their names.
bool set_cell(VariedParameter& parameter, const std::string& name, const FeatureTable& table) {
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
        const auto state = place_of(table.state_names, name.substr(0, dot));
        const auto feature = place_of(table.feature_names, name.substr(dot + 1));
        if (!state || !feature) continue;
        parameter.kind = VariedParameter::Kind::feature;
        parameter.state = *state;
        parameter.feature = *feature;
        return true;
    }
    return false;
}

double value_at(const VariedParameter& parameter, std::size_t place, std::size_t count) {
    const double share = (static_cast<double>(place) + 0.5) / static_cast<double>(count);
    return parameter.low + share * (parameter.high - parameter.low);
}

void check_options(const TemperedMap& map, const ParameterMapOptions& options) {
    check_input(
        options.column_count > 0 && options.row_count > 0 && options.steps >= 0 && options.max_period > 0,
        [] {
            return Problem{
                Fault::other, {.function = "find_parameter_map"}, "rows, columns and a max_period"};
        });
    check_input(options.quantity != MapQuantity::rotation || map.feature_count() >= 2, [] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "find_parameter_map"},
                       .text = "a rotation needs two features, got one"};
    });
    for (const VariedParameter& parameter : options.varied) {
        const bool is_known = parameter.feature < map.feature_count() && parameter.state < map.state_count();
        check_input(is_known, [] {
            return Problem{.fault = Fault::other,
                           .place = {.function = "find_parameter_map"},
                           .text = "no such state or feature"};
        });
        if (parameter.kind != VariedParameter::Kind::temperature) continue;
        check_temperature(parameter.low);
        check_temperature(parameter.high);
    }
    check_temperature(options.temperature);
}

// A map of the pixel, and its temperature.
class PixelMaker {
  public:
    explicit PixelMaker(const TemperedMap& map) : moments_(map.moments().begin(), map.moments().end()) {
        for (std::size_t s = 0; s < map.state_count(); ++s)
            features_.insert(features_.end(), map.table().row(s).begin(), map.table().row(s).end());
    }

    void set(const VariedParameter& parameter, double value) {
        switch (parameter.kind) {
            case VariedParameter::Kind::temperature:
                temperature = value;
                return;
            case VariedParameter::Kind::moment:
                moments_[parameter.feature] = value;
                return;
            case VariedParameter::Kind::feature:
                features_[parameter.state * moments_.size() + parameter.feature] = value;
        }
    }
    TemperedMap map() const { return {RealStateTable{features_, moments_.size()}, moments_}; }

    double temperature = 1;

  private:
    std::vector<double> features_;
    std::vector<double> moments_;
};

// The smallest p after which all weights are back, for as long as the orbit was followed.
double period_of(std::span<const double> trace, std::size_t n, std::int64_t max_period, double tolerance) {
    const auto longest = static_cast<std::size_t>(max_period);
    for (std::size_t p = 1; p <= longest; ++p) {
        bool is_back = true;
        for (std::size_t i = 0; i < longest * n && is_back; ++i)
            is_back = std::abs(trace[i + p * n] - trace[i]) <= tolerance;
        if (is_back) return static_cast<double>(p);
    }
    return 0;
}

// Counter-clockwise angles between points after one another, as seen from their middle.
double rotation_of(std::span<const double> trace, std::size_t n) {
    const std::size_t count = trace.size() / n;
    double x = 0;
    double y = 0;
    for (std::size_t t = 0; t < count; ++t) {
        x += trace[t * n];
        y += trace[t * n + 1];
    }
    x /= static_cast<double>(count);
    y /= static_cast<double>(count);
    double turns = 0;
    double last = 0;
    for (std::size_t t = 0; t < count; ++t) {
        const double angle = std::atan2(trace[t * n + 1] - y, trace[t * n] - x) / (2 * std::numbers::pi);
        if (t > 0) turns += angle - last - std::floor(angle - last);
        last = angle;
    }
    return turns / static_cast<double>(count - 1);
}

class RowMaker {
  public:
    RowMaker(const TemperedMap& map, const ParameterMapOptions& options) : map_{map}, options_{options} {}

    void fill(std::size_t row, std::span<double> values) const {
        PixelMaker pixel{map_};
        pixel.temperature = options_.temperature;
        pixel.set(options_.varied[1],
                  value_at(options_.varied[1], options_.row_count - 1 - row, options_.row_count));
        std::vector<TemperedMap> maps;
        std::vector<double> temperatures;
        for (std::size_t column = 0; column < options_.column_count; ++column) {
            pixel.set(options_.varied[0], value_at(options_.varied[0], column, options_.column_count));
            maps.push_back(pixel.map());
            temperatures.push_back(pixel.temperature);
        }
        const std::vector<double> starts = starts_of(maps.size());
        TemperedLanes lanes{std::span<const TemperedMap>{maps}, temperatures, {starts, map_.feature_count()}};
        measure(lanes, values);
    }

  private:
    // Beside 0, which is the fixed point where the moments are those of the plain average.
    std::vector<double> starts_of(std::size_t count) const {
        std::vector<double> starts;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t a = 0; a < map_.feature_count(); ++a)
                starts.push_back(0.01 * map_.feature_range() / (1 + static_cast<double>(a)));
        }
        return starts;
    }

    void measure(TemperedLanes& lanes, std::span<double> values) const {
        const bool is_exponent = options_.quantity == MapQuantity::exponent;
        lanes.advance(is_exponent ? options_.steps - options_.steps / 4 : options_.steps);
        if (is_exponent) {
            const std::vector<double> found = lanes.exponents(std::max<std::int64_t>(1, options_.steps / 4));
            std::copy(found.begin(), found.end(), values.begin());
            return;
        }
        const bool is_period = options_.quantity == MapQuantity::period;
        const std::int64_t looks = is_period ? 2 * options_.max_period : rotation_steps;
        const std::vector<double> trace = lanes.record(looks);
        const std::size_t n = map_.feature_count();
        const std::size_t length = static_cast<std::size_t>(looks) * n;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto mine = std::span{trace}.subspan(i * length, length);
            values[i] = is_period ? period_of(mine, n, options_.max_period, 1e-7 * map_.feature_range())
                                  : rotation_of(mine, n);
        }
    }

    const TemperedMap& map_;
    const ParameterMapOptions& options_;
};

}  // namespace

VariedParameter parse_varied(const std::string& text, const FeatureTable& table) {
    const std::size_t equals = text.rfind('=');
    const std::size_t colon = text.find(':', equals == std::string::npos ? 0 : equals);
    if (equals == std::string::npos || colon == std::string::npos) refuse(text, "NAME=LOW:HIGH");
    const std::string name = text.substr(0, equals);
    VariedParameter parameter{.low = number_of(text.substr(equals + 1, colon - equals - 1), text),
                              .high = number_of(text.substr(colon + 1), text)};
    if (!(parameter.low < parameter.high)) refuse(text, "NAME=LOW:HIGH with LOW below HIGH");
    if (name == "temperature") return parameter;
    if (const auto feature = place_of(table.feature_names, name)) {
        parameter.kind = VariedParameter::Kind::moment;
        parameter.feature = *feature;
    } else if (!set_cell(parameter, name, table)) {
        refuse(name, "temperature, a feature, or a state and a feature as in a.x");
    }
    return parameter;
}

ParameterMap find_parameter_map(const TemperedMap& map, const ParameterMapOptions& options,
                                ThreadPool* pool) {
    check_options(map, options);
    ParameterMap found;
    found.values.resize(options.column_count * options.row_count);
    const RowMaker maker{map, options};
    drover::impl::SharedProgress progress{options.control.progress};
    for_each_index(pool, options.row_count, [&](std::size_t row) {
        if (options.control.stop_requested()) return;
        maker.fill(row, std::span{found.values}.subspan(row * options.column_count, options.column_count));
        progress.add();
    });
    found.stopped = options.control.stop_requested();
    return found;
}

}  // namespace drover::dynamics
