#include <drover/dynamics/period.hpp>
#include <drover/herd/exact_orbit_detail.hpp>

namespace drover {

std::optional<Period> find_period(const ExactModel& model, const PeriodOptions& options) {
    return detail::with_orbit(model, [&](auto orbit) { return find_period(std::move(orbit), options); });
}

}  // namespace drover
