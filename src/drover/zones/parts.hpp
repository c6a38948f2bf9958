#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <drover/core/thread_pool.hpp>
#include <drover/zones/level.hpp>

namespace drover::zones {

/// Zones that no unit ties together: worked on side by side, the same result for any number of threads.
class Parts {
  public:
    /// Zones of one unit of a tying level are in one part. Parts are numbered by their lowest zone.
    Parts(std::size_t zone_count, std::span<const Level* const> tying);

    std::size_t count() const { return count_; }
    std::uint32_t of(std::uint32_t zone) const { return part_of_[zone]; }

    /// Calls work(scratch, position in `zones`) for the positions of each part in their order; parts in
    /// parallel. A thread has one scratch, by make_scratch(), for all its parts.
    template <class MakeScratch, class Work>
    void for_each(std::span<const std::uint32_t> zones, ThreadPool* pool, const MakeScratch& make_scratch,
                  const Work& work) const {
        const Order order = in_parts(zones);
        const std::size_t tasks = pool == nullptr ? 1 : std::min(max_tasks, count_);
        for_each_index(pool, tasks, [&](std::size_t task) {
            const std::size_t first = order.first[count_ * task / tasks];
            const std::size_t last = order.first[count_ * (task + 1) / tasks];
            if (first == last) return;
            auto scratch = make_scratch();
            for (std::size_t k = first; k < last; ++k) work(scratch, std::size_t{order.positions[k]});
        });
    }

  private:
    static constexpr std::size_t max_tasks = 32;
    // Positions part after part, in their order within one: what a part needs stays in the cache.
    struct Order {
        std::vector<std::size_t> first;  // of each part, and the end
        std::vector<std::uint32_t> positions;
    };
    Order in_parts(std::span<const std::uint32_t> zones) const;

    std::vector<std::uint32_t> part_of_;  // by zone
    std::size_t count_ = 0;
};

}  // namespace drover::zones
