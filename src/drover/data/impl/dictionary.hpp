#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace drover::impl {

/// The distinct texts of a column, numbered in the order of their first appearance, with their counts.
class Dictionary {
  public:
    /// Texts inside `stable` are kept as views into it; it must outlive the dictionary. Others are copied.
    explicit Dictionary(std::string_view stable);

    /// The number of a text; counts one more occurrence of it.
    std::uint32_t add(std::string_view text, std::int64_t count = 1) {
        const std::uint64_t hash = hash_of(text);
        for (std::size_t at = static_cast<std::size_t>(hash) & mask_;; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.next == 0) return insert(text, count, hash, at);
            Entry& entry = entries_[slot.next - 1];
            if (slot.hash == static_cast<std::uint32_t>(hash >> 32U) && entry.text == text) {
                entry.count += count;
                return slot.next - 1;
            }
        }
    }

    std::size_t size() const { return entries_.size(); }
    std::string_view text(std::size_t code) const { return entries_[code].text; }
    std::int64_t count(std::size_t code) const { return entries_[code].count; }

  private:
    struct Entry {
        std::string_view text;
        std::int64_t count = 0;
    };
    struct Slot {
        std::uint32_t hash = 0;  // its upper half
        std::uint32_t next = 0;  // the number plus one; 0: empty
    };

    static std::uint64_t hash_of(std::string_view text);
    std::uint32_t insert(std::string_view text, std::int64_t count, std::uint64_t hash, std::size_t at);
    std::string_view copied(std::string_view text);
    void grow();

    std::string_view stable_;
    std::deque<std::string> copies_;
    std::vector<Entry> entries_;
    std::vector<Slot> slots_;
    std::size_t mask_;
};

inline std::uint64_t Dictionary::hash_of(std::string_view text) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;
    std::uint64_t hash = text.size();
    std::uint64_t word = 0;
    std::size_t in_word = 0;
    for (const char c : text) {
        word = word << 8U | static_cast<unsigned char>(c);
        if (++in_word % 8 != 0) continue;
        hash = (hash ^ word) * factor;
        hash ^= hash >> 32U;
        word = 0;
    }
    hash = (hash ^ word) * factor;
    return hash ^ (hash >> 29U);
}

}  // namespace drover::impl
