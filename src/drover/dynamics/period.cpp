#include <drover/dynamics/period.hpp>
#include <drover/finite/impl/exact_orbit.hpp>

namespace drover::dynamics {

bool is_aperiodic(const ExactModel& model) { return !model.irrational_moments().empty(); }

std::optional<Period> find_period(const ExactModel& model, const PeriodOptions& options) {
    if (is_aperiodic(model)) return std::nullopt;
    return drover::impl::with_orbit(model,
                                    [&](auto orbit) { return find_period(std::move(orbit), options); });
}

}  // namespace drover::dynamics
