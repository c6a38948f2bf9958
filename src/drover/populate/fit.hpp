#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include <drover/populate/input.hpp>
#include <drover/report/report.hpp>

namespace drover::populate {

/// How many times a household of the sample is in a zone.
struct PlacedHousehold {
    std::uint32_t zone = 0;
    std::uint32_t household = 0;
    std::int64_t count = 1;
};

/// How far one control is from what was asked, over all units of its level. Counts in millionths.
struct ControlFit {
    std::int64_t asked = 0;
    std::int64_t got = 0;
    std::int64_t error = 0;  ///< sum over units of |got - asked|
    std::int64_t worst = 0;  ///< the largest of these
    std::size_t worst_unit = 0;
    std::int64_t exact_units = 0;
    /// Root of the mean square of the errors over units where asked or got is not 0, in percent of the mean
    /// asked there.
    double rmse_percent = 0;
};

struct ZoneFit {
    std::uint32_t zone = 0;
    std::int64_t households = 0;
    std::int64_t error = 0;  ///< over the controls of zones, in millionths
};

/// How often the sample's households were used, against their weights.
struct UseFit {
    std::int64_t distinct = 0;
    std::int64_t most = 0;          ///< of one household
    double spread = 0;              ///< standard deviation of uses / (weight * all uses / all weights)
    double sample_spread = 0;       ///< of the weights, over their mean
    std::vector<double> expansion;  ///< that quotient, for every household of the sample
};

struct Fit {
    std::int64_t households = 0;
    std::int64_t persons = 0;
    std::vector<ControlFit> controls;            ///< as in the input
    std::vector<std::vector<std::int64_t>> got;  ///< by level, as InputLevel::asked, in ones
    double mean_rmse_percent = 0;
    std::vector<ZoneFit> zones;  ///< all with households, in the order of the input
    UseFit uses;
};

/// Zone after zone, by number, each household of a zone once.
std::vector<PlacedHousehold> merged(std::vector<PlacedHousehold> placed);

/// Throws InputError for a zone or a household that is not in the input, and for a negative count.
Fit measure(const Input& input, std::span<const PlacedHousehold> placed);

/// Zones with the largest errors first, ties in their order; without those that fit exactly.
std::vector<ZoneFit> worst_zones(const Fit& fit, std::size_t count);

/// level, unit, control, asked, got, difference: one line per unit and control.
void write_controls_summary(std::ostream& out, const Input& input, const Fit& fit);

/// The keys households, persons, mean_rmse_percent, levels, controls, worst_zones, distinct_households, ...
void add_result(Report& report, const Input& input, const Fit& fit);
/// Controls with their errors as aligned text.
void write_control_table(std::ostream& out, const Input& input, const Fit& fit);

}  // namespace drover::populate
