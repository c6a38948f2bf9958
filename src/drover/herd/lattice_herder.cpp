#include <algorithm>

#include <drover/herd/lattice_herder.hpp>

namespace drover {
namespace {

constexpr Int128 narrow_limit = Int128{1} << 31U;

// The checks of Herder with ExactMoments and LatticeAscent.
std::shared_ptr<const LazyWeightsParts<std::int64_t>> checked_parts(const LatticeFeatures& features,
                                                                    Moments moments,
                                                                    const DriveOptions& options,
                                                                    std::int64_t max_steps) {
    const ExactMoments drive{std::move(moments), options};
    check_step_limit(drive.feature_count(), features.feature_count(), max_steps, drive.step_limit(features),
                     sizeof(std::int64_t));
    return std::make_shared<const LazyWeightsParts<std::int64_t>>(drive.parts());
}

Spins checked_start(Spins start, std::size_t site_count) {
    check_input(start.size() == site_count, [&] {
        return "LatticeHerder: expected a start of " + std::to_string(site_count) + " sites, got " +
               std::to_string(start.size());
    });
    check_input(std::all_of(start.begin(), start.end(), [](auto spin) { return spin == 1 || spin == -1; }),
                [] { return std::string{"LatticeHerder: expected a start of +1 and -1"}; });
    return start;
}

}  // namespace

LatticeHerder::LatticeHerder(LatticeFeatures features, Moments moments, const DriveOptions& drive,
                             Spins start, LatticeAscentOptions ascent, HerderOptions options)
    : features_{std::move(features)},
      ascent_{ascent},
      parts_{checked_parts(features_, std::move(moments), drive, options.max_steps)},
      max_steps_{options.max_steps},
      state_{checked_start(std::move(start), features_.site_count())},
      limits_{find_limits(features_, *parts_)} {
    check_lattice_ascent(ascent_);
    check_site_order(ascent_.order, features_.lattice());
    add_up();
    is_wide_ = !fits_narrow();
    if (is_wide_) {
        wide_ = detail::LatticeFields<std::int64_t>{features_, *parts_};
        wide_.place(state_);
    } else {
        narrow_ = detail::LatticeFields<std::int32_t>{features_, *parts_};
        narrow_.place(state_);
    }
}

LatticeHerder::Limits LatticeHerder::find_limits(const LatticeFeatures& features, const Parts& parts) {
    Limits limits;
    for (const LatticePlane& plane : features.planes()) {
        limits.terms += static_cast<Int128>(plane.members.size());  // a spin is in one feature as each
    }
    Int128 target = 0;
    for (std::size_t a = 0; a < parts.target.size(); ++a) {
        target = std::max(target, absolute(static_cast<Int128>(parts.rate[a]) * parts.target[a]));
        limits.move = std::max(limits.move, static_cast<Int128>(parts.rate[a]) * parts.total);
    }
    limits.move += target;
    limits.row = target * static_cast<Int128>(features.lattice().columns());
    return limits;
}

// Fields are sums of `terms` weights, and a spin that flips changes them by twice a weight.
bool LatticeHerder::fits_narrow() const {
    const Int128 terms = std::max<Int128>(limits_.terms, 2);
    return terms * (largest_ + limits_.move) < narrow_limit && limits_.row < narrow_limit;
}

void LatticeHerder::add_up() {
    for (std::size_t a = 0; a < parts_->target.size(); ++a) {
        const Int128 target = parts_->target[a];
        target_square_ += parts_->rate[a] * target * target;
        target_product_ += parts_->start[a] * target;
    }
    features_.visit(state_, [&](std::size_t a, std::int64_t value) {
        largest_ = std::max(largest_, static_cast<std::int64_t>(absolute(parts_->start[a])));
        unit_sum_ += parts_->rate[a] * parts_->total;
        score_ += value * parts_->start[a];
    });
}

// A fresh state has a score of its own.
void LatticeHerder::begin() {
    if (ascent_.start != SearchStart::fresh) return;
    state_ = features_.random_state(ascent_.seed, fresh_count_++);
    is_wide_ ? wide_.place(state_) : narrow_.place(state_);
    score_ = is_wide_ ? wide_.score() : narrow_.score();
}

LatticeHerder::Step LatticeHerder::step() {
    assert(t_ < max_steps_);
    begin();
    search_ = is_wide_ ? wide_.ascend(ascent_.order, ascent_.sweeps, state_)
                       : narrow_.ascend(ascent_.order, ascent_.sweeps, state_);
    score_ += search_.gain;
    margin_ = target_product_ - static_cast<Int128>(parts_->total) * score_;
    const detail::LatticeTally tally = is_wide_ ? wide_.hit() : narrow_.hit();
    target_product_ += target_square_ - static_cast<Int128>(parts_->total) * tally.target_products;
    score_ += tally.target_products - unit_sum_;
    largest_ = std::max(largest_, tally.largest);
    ++t_;
    if (!is_wide_ && !fits_narrow()) widen();
    if (ascent_.start == SearchStart::previous) is_wide_ ? wide_.look() : narrow_.look();
    return current();
}

void LatticeHerder::widen() {
    wide_ = detail::LatticeFields<std::int64_t>{narrow_};
    narrow_ = {};
    is_wide_ = true;
}

StepRange<LatticeHerder> LatticeHerder::steps(std::int64_t count) {
    check_steps_left("LatticeHerder", count, t_, max_steps_);
    return {*this, count};
}

std::int64_t LatticeHerder::weight(std::size_t a) const {
    const std::size_t plane = a / features_.site_count();
    const std::size_t site = a % features_.site_count();
    if (features_.is_inside(plane, site)) {
        return is_wide_ ? wide_.weight(plane, site) : narrow_.weight(plane, site);
    }
    return parts_->start[a] + parts_->rate[a] * t_ * parts_->target[a];
}

}  // namespace drover
