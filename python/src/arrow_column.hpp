#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <drover/drover.hpp>

#include "arrow.hpp"

namespace drover::python {

/// Texts, each once, and their numbers in the order of their first appearance.
class Texts {
  public:
    Texts() : slots_(first_slot_count) {}

    std::uint32_t code(std::string_view text) {
        const Key key = key_of(text);
        for (std::size_t at = key.hash() & mask_;; at = (at + 1) & mask_) {
            const Slot& slot = slots_[at];
            if (slot.key == key && (text.size() <= Key::exact_size || texts_[slot.next - 1] == text))
                [[likely]]
                return slot.next - 1;
            if (slot.next == 0) return insert(text, key, at);
        }
    }
    /// Takes all of them; none are left afterwards.
    std::vector<std::string> take();

  private:
    static constexpr std::size_t first_slot_count = 1024;  // enough that few texts collide

    // The first and the last eight bytes, which identify a text of up to 16; longer ones are hashed.
    struct Key {
        static constexpr std::size_t exact_size = 16;
        std::uint64_t first = 0;
        std::uint64_t last = 0;
        std::uint64_t length = 0;

        std::size_t hash() const;
        friend bool operator==(const Key& a, const Key& b) {
            return ((a.first ^ b.first) | (a.last ^ b.last) | (a.length ^ b.length)) == 0;
        }
    };
    struct Slot {
        Key key = {.first = 0, .last = 0, .length = ~std::uint64_t{0}};  // no text is so long
        std::uint32_t next = 0;                                          // the number plus one; 0: empty
    };

    static Key key_of(std::string_view text);
    std::uint32_t insert(std::string_view text, const Key& key, std::size_t at);

    std::vector<Slot> slots_;
    std::size_t mask_ = first_slot_count - 1;
    std::vector<std::string> texts_;
};

/// The codes of numbers, so that each is written as a text once.
class NumberCodes {
  public:
    /// Found by its bits; `write` gives the code of a new one.
    template <class Write>
    std::uint32_t code(std::uint64_t bits, Write write) {
        if (bits < small_.size() && small_[static_cast<std::size_t>(bits)] != none)
            return small_[static_cast<std::size_t>(bits)];
        if (bits >= most_small) {
            const auto found = others_.find(bits);
            return found != others_.end() ? found->second : others_[bits] = write();
        }
        const auto at = static_cast<std::size_t>(bits);
        if (at >= small_.size()) small_.resize(at + 1, none);
        return small_[at] = write();
    }
    void clear();

  private:
    static constexpr std::uint32_t none = 0xFFFFFFFFU;
    static constexpr std::uint64_t most_small = std::uint64_t{1} << 16U;
    std::vector<std::uint32_t> small_;  // by the number itself
    std::unordered_map<std::uint64_t, std::uint32_t> others_;
};

/// One column of an Arrow stream, batch after batch: texts, and which of them each row has.
class StreamColumn {
  public:
    /// Throws InputError naming the column if its values cannot be categories.
    explicit StreamColumn(const ArrowSchema& schema);

    /// `count` rows of a batch from row `first` on.
    void add(const ArrowArray& array, std::int64_t first, std::int64_t count);

    const std::string& name() const { return name_; }
    /// The rows since the last call; the codes stay here until forget().
    CodedColumn coded();
    void forget() { codes_.clear(); }
    std::vector<std::uint32_t> take_codes() { return std::move(codes_); }

  private:
    using CodeOf = std::function<std::uint32_t(std::int64_t)>;

    void check_format(const std::string& format) const;
    template <class Use>
    void with_codes(const ArrowArray& array, const std::string& format, Use use);
    template <class Code>
    void append(const ArrowArray& array, std::int64_t begin, std::int64_t count, Code code_at);
    void add_coded(const ArrowArray& array, std::int64_t begin, std::int64_t count);

    std::string name_;
    std::string format_;
    std::string values_;           // the format of the dictionary's values; empty: no dictionary
    std::optional<int> decimals_;  // of exact decimals
    Texts texts_;
    NumberCodes numbers_;
    std::vector<std::uint32_t> codes_;
};

}  // namespace drover::python
