#include <algorithm>
#include <map>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/core/thread_pool.hpp>
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

std::size_t Herder::repair_block_count() const {
    return (order_.size() + impl::repaired_zones - 1) / impl::repaired_zones;
}

std::vector<Herder::BlockPart> Herder::parts_of_block(std::size_t block) const {
    const std::size_t first = block * impl::repaired_zones;
    std::vector<BlockPart> parts;
    std::map<std::uint32_t, std::size_t> number_of;
    for (std::size_t k = first; k < std::min(order_.size(), first + impl::repaired_zones); ++k) {
        const std::uint32_t zone = order_[k];
        if (zone_counts_[zone] == 0) continue;
        const std::size_t number = number_of.emplace(parts_.of(zone), parts.size()).first->second;
        if (number == parts.size()) parts.emplace_back();
        parts[number].zones.push_back(zone);
        parts[number].households += zone_counts_[zone];
    }
    return parts;
}

Herder::Repaired Herder::repair(RepairPosition& at, std::int64_t households, ThreadPool* pool) {
    check_input(steps_ == household_count() && at.block < repair_block_count(), [] {
        return Problem{Fault::other, {.function = "populate::Herder"}, "all households before a repair"};
    });
    if (at.depth == 0) state_->settle(State::Share::whole, at.block);
    const std::vector<BlockPart> parts = parts_of_block(at.block);
    std::int64_t longest = 0;
    std::int64_t unfinished = 0;
    for (const BlockPart& part : parts) {
        longest = std::max(longest, part.households);
        unfinished += part.households > at.depth ? 1 : 0;
    }
    const std::int64_t each = std::max<std::int64_t>(1, households / std::max<std::int64_t>(1, unfinished));
    const std::int64_t depth = longest - at.depth > each ? at.depth + each : longest;
    std::vector<Repaired> found(parts.size());
    for_each_index(pool, parts.size(),
                   [&](std::size_t k) { found[k] = repair_part(parts[k], at.depth, depth); });
    at = depth < longest ? RepairPosition{at.block, depth} : RepairPosition{at.block + 1, 0};
    Repaired sum;
    for (const Repaired& one : found) {
        sum.examined += one.examined;
        sum.replaced += one.replaced;
    }
    return sum;
}

// Households first to last - 1 of the part, counted through its zones.
Herder::Repaired Herder::repair_part(const BlockPart& part, std::int64_t first, std::int64_t last) {
    State::Scratch scratch = state_->scratch();
    Repaired result;
    std::int64_t before = 0;
    for (const std::uint32_t zone : part.zones) {
        const std::int64_t count = zone_counts_[zone];
        for (std::int64_t k = std::max<std::int64_t>(first - before, 0); k < std::min(last - before, count);
             ++k) {
            std::uint32_t& placed = placed_[first_[zone] + static_cast<std::size_t>(k)];
            state_->place(zone, placed, -1);
            const std::uint32_t found = state_->better(zone, placed, scratch);
            ++result.examined;
            result.replaced += found == placed ? 0 : 1;
            placed = found;
            state_->place(zone, found, 1);
        }
        before += count;
    }
    return result;
}

std::int64_t Herder::examined_before(const RepairPosition& at) const {
    std::int64_t examined = 0;
    const std::size_t zones = std::min(order_.size(), at.block * impl::repaired_zones);
    for (std::size_t k = 0; k < zones; ++k) examined += zone_counts_[order_[k]];
    for (const BlockPart& part : parts_of_block(at.block)) examined += std::min(at.depth, part.households);
    return examined;
}

bool Herder::is_reached(const RepairPosition& at) const {
    if (at.depth == 0) return at.block <= repair_block_count();
    std::int64_t longest = 0;
    for (const BlockPart& part : parts_of_block(at.block)) longest = std::max(longest, part.households);
    return at.depth > 0 && at.depth < longest;
}

std::span<const std::uint32_t> Herder::placed(std::uint32_t zone) const {
    return std::span{placed_}.subspan(first_[zone], static_cast<std::size_t>(schedule_.taken()[zone]));
}

bool Herder::may_have(std::uint32_t zone, std::uint32_t signature) const {
    const Model& model = state_->model();
    if (model.allowed.empty()) return signature < model.signature_count;
    return signature >= model.allowed[zone].first && signature < model.allowed[zone].last;
}

std::vector<std::int64_t> Herder::branch_totals() const { return state_->branch_totals(); }

void Herder::restore(std::int64_t steps, std::span<const std::uint32_t> signatures,
                     std::span<const std::int64_t> branch_totals) {
    const auto expect = [](bool holds) {
        check_input(holds, [] {
            return Problem{
                Fault::range, {.function = "populate::Herder"}, "the households of a run like this"};
        });
    };
    expect(steps >= 0 && steps <= household_count() && signatures.size() == placed_.size() && steps_ == 0);
    placed_.assign(signatures.begin(), signatures.end());
    for (; steps_ < steps; ++steps_) {
        settle_if_due();
        const std::uint32_t zone = schedule_.next();
        const std::uint32_t signature =
            placed_[first_[zone] + static_cast<std::size_t>(schedule_.taken()[zone] - 1)];
        expect(may_have(zone, signature));
        state_->place(zone, signature, 1);
    }
    for (std::size_t z = 0; z < zone_counts_.size(); ++z)
        for (std::size_t k = first_[z] + static_cast<std::size_t>(schedule_.taken()[z]); k < first_[z + 1];
             ++k)
            expect(placed_[k] == 0);
    if (branch_totals.empty()) return;
    state_->settle(State::Share::whole, 0);
    expect(state_->restore_branch_totals(branch_totals));
}

Int128 Herder::error(std::size_t level) const { return state_->error(level); }

}  // namespace drover::populate
