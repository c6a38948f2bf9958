#include <algorithm>
#include <bit>

#include <drover/tables/distinct_rows.hpp>

namespace drover {
namespace {

// The finalizer of MurmurHash3.
constexpr std::uint64_t mixed(std::uint64_t k) {
    k = (k ^ (k >> 33U)) * 0xff51afd7ed558ccdU;
    k = (k ^ (k >> 33U)) * 0xc4ceb9fe1a85ec53U;
    return k ^ (k >> 33U);
}

bool is_kept(std::uint64_t hash, unsigned level) { return level == 0 || hash >> (64U - level) == 0; }

}  // namespace

std::uint64_t DistinctRows::hash(std::span<const std::uint32_t> row) {
    std::uint64_t h = 0x9e3779b97f4a7c15U + row.size();
    for (const std::uint32_t value : row)
        h = (std::rotl(h, 27) ^ (value + 0x9e3779b97f4a7c15U)) * 0x87c37b91114253d5U;
    return std::max(mixed(h), std::uint64_t{1});  // 0 marks an empty slot
}

void DistinctRows::add(std::uint64_t hash) {
    if (!is_kept(hash, level_)) return;
    Part& part = parts_[static_cast<std::size_t>(hash % parts_.size())];
    if (!part.insert(hash)) return;
    if (4 * part.kept > 3 * part.slots.size()) part.rebuild(2 * part.slots.size(), level_);
    if (++kept_ <= max_kept) return;
    ++level_;
    kept_ = 0;
    for (Part& each : parts_) {
        each.rebuild(each.slots.size(), level_);
        kept_ += each.kept;
    }
}

// The slot is chosen neither by the bits that choose the part nor by the high ones, which are 0 in all hashes
// kept.
bool DistinctRows::Part::insert(std::uint64_t hash) {
    const std::size_t mask = slots.size() - 1;
    std::size_t at = static_cast<std::size_t>(hash >> 6U) & mask;
    while (slots[at] != 0 && slots[at] != hash) at = (at + 1) & mask;
    if (slots[at] == hash) return false;
    slots[at] = hash;
    ++kept;
    return true;
}

void DistinctRows::Part::rebuild(std::size_t slot_count, unsigned level) {
    std::vector<std::uint64_t> old(slot_count);
    old.swap(slots);
    kept = 0;
    for (const std::uint64_t hash : old)
        if (hash != 0 && is_kept(hash, level)) insert(hash);
}

DistinctCount DistinctRows::result() const {
    return {.count = static_cast<std::int64_t>(kept_) << level_, .exact = level_ == 0};
}

}  // namespace drover
