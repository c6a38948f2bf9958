#include <algorithm>
#include <functional>

#include <drover/data/impl/dictionary.hpp>

namespace drover::impl {
namespace {

constexpr std::size_t first_slot_count = 64;

bool is_inside(std::string_view text, std::string_view outer) {
    const std::less_equal<> at_most;
    return at_most(outer.data(), text.data()) &&
           at_most(text.data() + text.size(), outer.data() + outer.size());
}

}  // namespace

Dictionary::Dictionary(std::string_view stable)
    : stable_{stable}, slots_(first_slot_count), mask_{first_slot_count - 1} {}

std::uint32_t Dictionary::insert(std::string_view text, std::int64_t count, std::uint64_t hash,
                                 std::size_t at) {
    if (!is_inside(text, stable_)) text = copied(text);
    entries_.push_back({.text = text, .count = count});
    const auto next = static_cast<std::uint32_t>(entries_.size());
    slots_[at] = {.hash = static_cast<std::uint32_t>(hash >> 32U), .next = next};
    if (2 * entries_.size() > slots_.size()) grow();
    return next - 1;
}

// Copies are stored one after the other in chunks that never grow, so that views stay valid.
std::string_view Dictionary::copied(std::string_view text) {
    constexpr std::size_t first_size = std::size_t{1} << 10U;
    constexpr std::size_t largest_size = std::size_t{1} << 20U;
    if (copies_.empty() || copies_.back().capacity() - copies_.back().size() < text.size()) {
        const std::size_t size = copies_.empty() ? first_size : 2 * copies_.back().capacity();
        copies_.emplace_back().reserve(std::max(text.size(), std::min(size, largest_size)));
    }
    std::string& piece = copies_.back();
    piece += text;
    return std::string_view{piece}.substr(piece.size() - text.size());
}

void Dictionary::grow() {
    slots_.assign(2 * slots_.size(), Slot{});
    mask_ = slots_.size() - 1;
    for (std::size_t code = 0; code < entries_.size(); ++code) {
        const std::uint64_t hash = hash_of(entries_[code].text);
        std::size_t at = static_cast<std::size_t>(hash) & mask_;
        while (slots_[at].next != 0) at = (at + 1) & mask_;
        slots_[at] = {.hash = static_cast<std::uint32_t>(hash >> 32U),
                      .next = static_cast<std::uint32_t>(code + 1)};
    }
}

}  // namespace drover::impl
