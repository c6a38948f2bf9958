#include <algorithm>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/populate/herder.hpp>
#include <drover/populate/impl/state.hpp>

namespace drover::populate {
namespace {

using impl::State;

State branched_state(Model model) {
    check_model(model);
    impl::Branches branches = impl::cut_branches(model);
    return State{std::move(model), std::move(branches)};
}

}  // namespace

Herder::Herder(Model model)
    : state_{branched_state(std::move(model))},
      schedule_{state_->model().zone_counts},
      parts_{schedule_.taken().size(), impl::tying_levels(state_->model())} {
    const Model& given = state_->model();
    zone_counts_ = given.zone_counts;
    first_.resize(zone_counts_.size() + 1);
    for (std::size_t z = 0; z < zone_counts_.size(); ++z)
        first_[z + 1] = first_[z] + static_cast<std::size_t>(zone_counts_[z]);
    placed_.resize(first_.back());
    order_.resize(zone_counts_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return parts_.of(a) < parts_.of(b); });
    if (state_->is_branched()) interleave();
}

// So that every block has zones of all parts: the r-th of n zones of a part comes at (r + 1/2) / n.
void Herder::interleave() {
    std::vector<std::int64_t> sizes(parts_.count());
    std::vector<std::int64_t> ranks(order_.size());
    for (const std::uint32_t z : order_) ranks[z] = sizes[parts_.of(z)]++;
    const auto place = [&](std::uint32_t z, std::uint32_t other) {
        return (2 * ranks[z] + 1) * sizes[parts_.of(other)];
    };
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return place(a, b) < place(b, a); });
}

void Herder::advance(std::int64_t steps, ThreadPool* pool) {
    for (const std::int64_t end = std::min(steps_ + steps, household_count()); steps_ < end;) {
        settle_if_due();
        advance_block(std::min(end - steps_, impl::placing_block - steps_ % impl::placing_block), pool);
    }
}

void Herder::settle_if_due() {
    if (steps_ % impl::placing_block != 0) return;
    state_->settle(State::Share::next, static_cast<std::size_t>(steps_ / impl::placing_block));
}

void Herder::advance_block(std::int64_t steps, ThreadPool* pool) {
    std::vector<std::uint32_t> zones(static_cast<std::size_t>(steps));
    std::vector<std::size_t> slots(zones.size());
    for (std::size_t k = 0; k < zones.size(); ++k) {
        zones[k] = schedule_.next();
        slots[k] = static_cast<std::size_t>(schedule_.taken()[zones[k]] - 1);
    }
    const auto& given = state_->model().given;
    const auto make_scratch = [&] { return state_->scratch(); };
    parts_.for_each(zones, pool, make_scratch, [&](State::Scratch& scratch, std::size_t k) {
        const std::uint32_t zone = zones[k];
        const bool is_given = zone < given.size() && slots[k] < given[zone].size();
        const std::uint32_t signature = is_given ? given[zone][slots[k]] : state_->best(zone, scratch);
        state_->place(zone, signature, 1);
        placed_[first_[zone] + slots[k]] = signature;
    });
    steps_ += steps;
}

std::int64_t Herder::repair(std::size_t first, std::size_t last, ThreadPool* pool) {
    check_input(steps_ == household_count(),
                [] { return std::string{"populate::Herder: expected all households before a repair"}; });
    std::int64_t replaced = 0;
    while (first < last) {
        const std::size_t block = first / impl::repaired_zones;
        if (first % impl::repaired_zones == 0) state_->settle(State::Share::whole, block);
        const std::size_t end = std::min(last, (block + 1) * impl::repaired_zones);
        replaced += repair_block(std::span{order_}.subspan(first, end - first), pool);
        first = end;
    }
    return replaced;
}

std::int64_t Herder::repair_block(std::span<const std::uint32_t> zones, ThreadPool* pool) {
    std::vector<std::int64_t> replaced(zones.size());
    const auto make_scratch = [&] { return state_->scratch(); };
    parts_.for_each(zones, pool, make_scratch, [&](State::Scratch& scratch, std::size_t k) {
        const std::uint32_t zone = zones[k];
        for (std::size_t slot = first_[zone]; slot < first_[zone + 1]; ++slot) {
            state_->place(zone, placed_[slot], -1);
            const std::uint32_t found = state_->better(zone, placed_[slot], scratch);
            replaced[k] += found == placed_[slot] ? 0 : 1;
            placed_[slot] = found;
            state_->place(zone, found, 1);
        }
    });
    return std::accumulate(replaced.begin(), replaced.end(), std::int64_t{0});
}

std::span<const std::uint32_t> Herder::placed(std::uint32_t zone) const {
    return std::span{placed_}.subspan(first_[zone], static_cast<std::size_t>(schedule_.taken()[zone]));
}

void Herder::restore(std::int64_t steps, std::span<const std::uint32_t> signatures) {
    check_input(
        steps >= 0 && steps <= household_count() && signatures.size() == placed_.size() && steps_ == 0,
        [] { return std::string{"populate::Herder: expected the households of a run like this"}; });
    placed_.assign(signatures.begin(), signatures.end());
    for (; steps_ < steps; ++steps_) {
        settle_if_due();
        const std::uint32_t zone = schedule_.next();
        const std::uint32_t signature =
            placed_[first_[zone] + static_cast<std::size_t>(schedule_.taken()[zone] - 1)];
        check_input(signature < state_->model().signature_count,
                    [] { return std::string{"populate::Herder: expected signatures of this sample"}; });
        state_->place(zone, signature, 1);
    }
}

Int128 Herder::error(std::size_t level) const { return state_->error(level); }

}  // namespace drover::populate
