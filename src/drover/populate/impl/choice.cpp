#include <queue>
#include <span>
#include <unordered_set>

#include <drover/core/thread_pool.hpp>
#include <drover/number/int128.hpp>
#include <drover/populate/impl/model.hpp>

namespace drover::populate::impl {
namespace {

// Use n of a household of weight w is due at (2 n + 1) / (2 w).
struct Turn {
    std::int64_t use = 0;
    std::int64_t weight = 0;
    std::uint32_t household = 0;
};
struct Later {
    bool operator()(const Turn& a, const Turn& b) const {
        const Int128 left = static_cast<Int128>(2 * a.use + 1) * b.weight;
        const Int128 right = static_cast<Int128>(2 * b.use + 1) * a.weight;
        return left != right ? left > right : a.household > b.household;
    }
};

// The households of one signature.
class Members {
  public:
    Members(const Input& input, std::span<const std::uint32_t> households) {
        for (const std::uint32_t h : households) turns_.push({0, input.weights[h], h});
    }

    std::uint32_t take(std::uint32_t zone) {
        passed_.clear();
        while (!turns_.empty() && used_.contains(key(zone, turns_.top().household))) {
            passed_.push_back(turns_.top());
            turns_.pop();
        }
        const bool all_used = turns_.empty();
        Turn chosen = all_used ? passed_.front() : turns_.top();
        if (!all_used) turns_.pop();
        for (std::size_t k = all_used ? 1 : 0; k < passed_.size(); ++k) turns_.push(passed_[k]);
        ++chosen.use;
        turns_.push(chosen);
        used_.insert(key(zone, chosen.household));
        return chosen.household;
    }

  private:
    static std::uint64_t key(std::uint32_t zone, std::uint32_t household) {
        return (std::uint64_t{zone} << 32U) | household;
    }

    std::priority_queue<Turn, std::vector<Turn>, Later> turns_;
    std::vector<Turn> passed_;
    std::unordered_set<std::uint64_t> used_;
};

// Numbers 0, 1, ... grouped by their key, in order within each; where each key begins, and the end.
struct Grouped {
    std::vector<std::size_t> first;
    std::vector<std::uint32_t> numbers;

    std::span<const std::uint32_t> of(std::size_t key) const {
        return std::span{numbers}.subspan(first[key], first[key + 1] - first[key]);
    }
};

Grouped group(const std::vector<std::uint32_t>& keys, std::size_t key_count) {
    Grouped groups{std::vector<std::size_t>(key_count + 1), std::vector<std::uint32_t>(keys.size())};
    for (const std::uint32_t key : keys) ++groups.first[key + 1];
    for (std::size_t key = 0; key < key_count; ++key) groups.first[key + 1] += groups.first[key];
    std::vector<std::size_t> next = groups.first;
    for (std::uint32_t k = 0; k < keys.size(); ++k) groups.numbers[next[keys[k]]++] = k;
    return groups;
}

}  // namespace

std::vector<std::uint32_t> choose_households(const Input& input, const std::vector<std::uint32_t>& zones,
                                             const std::vector<std::uint32_t>& signatures, ThreadPool* pool) {
    const Grouped members = group(input.signature_of, input.signature_count());
    const Grouped steps = group(signatures, input.signature_count());
    std::vector<std::uint32_t> chosen(signatures.size());
    for_each_index(pool, input.signature_count(), [&](std::size_t s) {
        const std::span<const std::uint32_t> own = members.of(s);
        if (own.size() == 1) {
            for (const std::uint32_t step : steps.of(s)) chosen[step] = own.front();
            return;
        }
        Members turns{input, own};
        for (const std::uint32_t step : steps.of(s)) chosen[step] = turns.take(zones[step]);
    });
    return chosen;
}

}  // namespace drover::populate::impl
