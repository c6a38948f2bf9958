#include <algorithm>
#include <memory>

#include <drover/herd/impl/fused_herder.hpp>
#include <drover/lattice/impl/fields.hpp>

namespace drover::lattice {
namespace {

constexpr Int128 narrow_limit = Int128{1} << 31U;

// The checks of Herder with ExactMoments and Ascent.
std::shared_ptr<const LazyWeightsParts<std::int64_t>> checked_parts(const Features& features, Moments moments,
                                                                    const DriveOptions& options,
                                                                    std::int64_t max_steps) {
    const ExactMoments drive{std::move(moments), options};
    check_step_limit(drive.feature_count(), features.feature_count(), max_steps, drive.step_limit(features),
                     sizeof(std::int64_t));
    return std::make_shared<const LazyWeightsParts<std::int64_t>>(drive.parts());
}

void check_start(const Spins& start, std::size_t site_count) {
    check_input(start.size() == site_count, [&] {
        return Problem{Fault::range,
                       {.key = "lattice"},
                       "a start of " + std::to_string(site_count) + " sites",
                       std::to_string(start.size())};
    });
    check_input(std::all_of(start.begin(), start.end(), [](auto spin) { return spin == 1 || spin == -1; }),
                [] {
                    return Problem{Fault::range, {.key = "lattice"}, "a start of +1 and -1"};
                });
}

}  // namespace

class impl::FusedState
    : public drover::impl::FusedBase<impl::Fields<std::int32_t>, impl::Fields<std::int64_t>> {
  public:
    static constexpr const char* name = "lattice";

    FusedState(Features features, Moments moments, const DriveOptions& drive, const Spins& start,
               AscentOptions ascent, std::int64_t max_steps)
        : features_{std::move(features)},
          ascent_{ascent},
          weights_{checked_parts(features_, std::move(moments), drive, max_steps)} {
        check_start(start, features_.site_count());
        check_ascent(ascent_);
        check_site_order(ascent_.order, features_.lattice());
        sums = drover::impl::FusedSums{*weights_};
        find_limits();
        add_up(start);
        if (fits_narrow(0)) {
            lanes = Fields<std::int32_t>{features_, *weights_};
        } else {
            lanes = Fields<std::int64_t>{features_, *weights_};
        }
        std::visit([&](auto& fields) { fields.place(start); }, lanes);
    }

    const Features& features() const { return features_; }
    std::int64_t start_weight(std::size_t a) const { return weights_->start[a]; }
    std::int64_t weight_scale() const { return weights_->scale; }
    double largest_weight() const {
        return static_cast<double>(largest_) / static_cast<double>(weights_->scale);
    }
    const AscentResult& search() const { return search_; }

    // A fresh state needs its score computed.
    template <class Fields>
    Int128 ascend(Fields& fields, Spins& state) {
        if (ascent_.start == SearchStart::fresh) {
            state = features_.random_state(ascent_.seed, fresh_count_++);
            fields.place(state);
            score_ = fields.score();
        } else {
            fields.find_all_fields();
        }
        search_ = fields.ascend(ascent_.order, ascent_.sweeps, state);
        return score_ += search_.gain;
    }
    template <class Fields>
    Int128 hit(Fields& fields, const Spins& /*state*/, Int128 /*margin*/) {
        const Tally tally = fields.hit();
        score_ += tally.target_products - unit_sum_;
        largest_ = std::max(largest_, tally.largest);
        return tally.target_products;
    }
    template <class Fields>
    std::int64_t weight(const Fields& fields, std::size_t a, std::int64_t t) const {
        const std::size_t plane = a / features_.site_count();
        const std::size_t site = a % features_.site_count();
        if (features_.is_inside(plane, site)) return fields.weight(plane, site);
        return weights_->start[a] + weights_->rate[a] * t * weights_->target[a];
    }
    // A field is a sum of `terms` weights; a flipping spin changes it by twice a weight.
    bool fits_narrow(std::int64_t /*t*/) const {
        const Int128 terms = std::max<Int128>(limits_.terms, 2);
        return terms * (largest_ + limits_.move) < narrow_limit && limits_.row < narrow_limit;
    }
    void widen(const Spins& /*state*/, std::int64_t /*t*/) {
        lanes = Fields<std::int64_t>{std::get<Fields<std::int32_t>>(lanes)};
    }

  private:
    struct Limits {
        Int128 terms = 0;  // weights in a field
        Int128 move = 0;   // most that a step adds to a weight
        Int128 row = 0;    // most that the targets of a row add up to
    };

    void find_limits() {
        for (const Plane& plane : features_.planes()) {
            limits_.terms += static_cast<Int128>(
                plane.members.size());  // a spin is in one feature in each of these places
        }
        Int128 target = 0;
        for (std::size_t a = 0; a < weights_->target.size(); ++a) {
            const Int128 rate = weights_->rate[a];
            target = std::max(target, absolute(rate * weights_->target[a]));
            limits_.move = std::max(limits_.move, rate * weights_->total);
        }
        limits_.move += target;
        limits_.row = target * static_cast<Int128>(features_.lattice().columns());
    }
    void add_up(const Spins& start) {
        features_.visit(start, [&](std::size_t a, std::int64_t value) {
            largest_ = std::max(largest_, static_cast<std::int64_t>(absolute(weights_->start[a])));
            unit_sum_ += weights_->rate[a] * weights_->total;
            score_ += value * weights_->start[a];
        });
    }

    Features features_;
    AscentOptions ascent_;
    std::shared_ptr<const LazyWeightsParts<std::int64_t>> weights_;  // never changes: copies share it
    Limits limits_;
    std::int64_t largest_ = 0;   // |w|
    std::int64_t score_ = 0;     // <w, phi(state)>
    std::int64_t unit_sum_ = 0;  // total * sum of the rates of the features that states touch
    std::uint64_t fresh_count_ = 0;
    AscentResult search_;
};

Herder::Herder(Features features, Moments moments, const DriveOptions& drive, Spins start,
               AscentOptions ascent, HerderOptions options)
    : FusedHerder{
          impl::FusedState{std::move(features), std::move(moments), drive, start, ascent, options.max_steps},
          std::move(start), options.max_steps} {}

double Herder::largest_weight() const { return parts().largest_weight(); }
const AscentResult& Herder::search() const { return parts().search(); }

}  // namespace drover::lattice

template class drover::FusedHerder<drover::lattice::impl::FusedState, drover::lattice::Features>;
