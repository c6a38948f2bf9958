#include <utility>

#include <drover/zones/schedule.hpp>

namespace drover::zones {

Schedule::Schedule(std::vector<std::int64_t> zone_counts)
    : counts_{std::move(zone_counts)}, taken_(counts_.size()) {
    fill();
}

// A quotient of integers below 2^53 is correctly rounded, so equal quotients stay equal.
Schedule::Turn Schedule::turn_of(std::uint32_t zone) const {
    return {static_cast<double>(2 * taken_[zone] + 1) / static_cast<double>(counts_[zone]), zone};
}

void Schedule::fill() {
    std::vector<Turn> turns;
    for (std::uint32_t zone = 0; zone < counts_.size(); ++zone)
        if (counts_[zone] > 0) turns.push_back(turn_of(zone));
    turns_ = std::priority_queue<Turn, std::vector<Turn>, Later>{Later{}, std::move(turns)};
}

std::uint32_t Schedule::next() {
    const std::uint32_t zone = turns_.top().zone;
    turns_.pop();
    ++taken_[zone];
    turns_.push(turn_of(zone));
    return zone;
}

void Schedule::take(std::uint32_t zone) {
    ++taken_[zone];
    fill();
}

void Schedule::restore(std::vector<std::int64_t> taken) {
    taken_ = std::move(taken);
    fill();
}

}  // namespace drover::zones
