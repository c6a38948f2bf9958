#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include <drover/core/check.hpp>

#include "arrow_column.hpp"

namespace drover::python {
namespace {

template <class Number>
Number loaded(const void* from) {
    Number number;
    std::memcpy(&number, from, sizeof(Number));
    return number;
}

// Row i of a buffer, counted with the array's offset.
template <class Number>
Number number_at(const ArrowArray& array, std::int64_t i) {
    return loaded<Number>(static_cast<const char*>(array.buffers[1]) + i * std::int64_t{sizeof(Number)});
}

bool bit_at(const void* bits, std::int64_t i) {
    return ((static_cast<const std::uint8_t*>(bits)[i / 8] >> (i % 8)) & 1U) != 0;
}

// The bits that say which rows have a value; none: all.
const void* validity(const ArrowArray& array) {
    return array.n_buffers > 0 && array.null_count != 0 ? array.buffers[0] : nullptr;
}

template <class Offset>
std::string_view string_at(const ArrowArray& array, std::int64_t i) {
    const auto begin = number_at<Offset>(array, i);
    const auto end = number_at<Offset>(array, i + 1);
    return {static_cast<const char*>(array.buffers[2]) + begin, static_cast<std::size_t>(end - begin)};
}

// 16 bytes per string: its length, then up to 12 bytes of it, or 4 bytes, a buffer and the position in it.
std::string_view view_at(const ArrowArray& array, std::int64_t i) {
    const char* view = static_cast<const char*>(array.buffers[1]) + i * 16;
    const auto length = static_cast<std::size_t>(loaded<std::int32_t>(view));
    if (length <= 12) return {view + 4, length};
    const auto* buffer = static_cast<const char*>(array.buffers[2 + loaded<std::int32_t>(view + 8)]);
    return {buffer + loaded<std::int32_t>(view + 12), length};
}

template <class Number>
std::string number_text(Number number) {
    std::array<char, 32> buffer{};
    const auto done = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), done.ptr};
}

// Floats without a fraction are written as integers; NaN is missing.
template <class Number>
std::string float_text(Number number) {
    if (std::isnan(number)) return {};
    if (std::trunc(number) == number && std::abs(number) < Number{0x1p62})
        return number_text(static_cast<std::int64_t>(number));
    return number_text(number);
}

// "d:12,2" has numbers of 128 bits with two decimals; nothing for other widths and formats.
std::optional<int> decimals_of(const std::string& format) {
    const std::size_t comma = format.find(',');
    if (!format.starts_with("d:") || comma == std::string::npos) return {};
    const std::string rest = format.substr(comma + 1);
    int decimals = 0;
    const auto done = std::from_chars(rest.data(), rest.data() + rest.size(), decimals);
    const std::string_view width{done.ptr, rest.data() + rest.size()};
    if (done.ec != std::errc{} || decimals < 0 || (!width.empty() && width != ",128")) return {};
    return decimals;
}

// "-1.25" for -125 with two decimals.
std::string decimal_text(Int128 number, int decimals) {
    std::string text = to_string(Rational{number < 0 ? -number : number, 1});
    const auto places = static_cast<std::size_t>(decimals);
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    if (places > 0) text.insert(text.size() - places, 1, '.');
    return (number < 0 ? "-" : "") + text;
}

// Calls use(number_of) with the numbers of an array by their rows.
template <class Use>
void with_integers(const ArrowArray& array, char format, Use use) {
    const auto rows = [&]<class Number>(Number) {
        use([&array](std::int64_t i) { return number_at<Number>(array, i); });
    };
    switch (format) {
        case 'c':
            return rows(std::int8_t{});
        case 'C':
            return rows(std::uint8_t{});
        case 's':
            return rows(std::int16_t{});
        case 'S':
            return rows(std::uint16_t{});
        case 'i':
            return rows(std::int32_t{});
        case 'I':
            return rows(std::uint32_t{});
        case 'L':
            return rows(std::uint64_t{});
        default:
            return rows(std::int64_t{});
    }
}

constexpr std::uint64_t factor = 0x9E3779B97F4A7C15U;

}  // namespace

inline std::size_t Texts::Key::hash() const {
    return static_cast<std::size_t>(((first ^ std::rotl(last, 29) ^ length) * factor) >> 32U);
}

inline Texts::Key Texts::key_of(std::string_view text) {
    const char* const begin = text.data();
    const std::size_t size = text.size();
    Key key{.length = size};
    if (size >= 8) {
        key.first = loaded<std::uint64_t>(begin);
        key.last = loaded<std::uint64_t>(begin + size - 8);
        for (std::size_t at = 8; at + 8 < size && size > Key::exact_size; at += 8)
            key.last = (key.last ^ loaded<std::uint64_t>(begin + at)) * factor;
    } else if (size >= 4) {
        key.first = loaded<std::uint32_t>(begin);
        key.last = loaded<std::uint32_t>(begin + size - 4);
    } else if (size > 0) {
        key.first = static_cast<unsigned char>(begin[0]);
        key.last = static_cast<unsigned char>(begin[size / 2]) * std::uint64_t{256} +
                   static_cast<unsigned char>(begin[size - 1]);
    }
    return key;
}

std::uint32_t Texts::insert(std::string_view text, const Key& key, std::size_t at) {
    texts_.emplace_back(text);
    const auto next = static_cast<std::uint32_t>(texts_.size());
    slots_[at] = {.key = key, .next = next};
    if (4 * texts_.size() <= slots_.size()) return next - 1;
    const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    mask_ = slots_.size() - 1;
    for (const Slot& slot : before) {
        if (slot.next == 0) continue;
        std::size_t to = slot.key.hash() & mask_;
        while (slots_[to].next != 0) to = (to + 1) & mask_;
        slots_[to] = slot;
    }
    return next - 1;
}

std::vector<std::string> Texts::take() {
    slots_.assign(first_slot_count, {});
    mask_ = first_slot_count - 1;
    return std::exchange(texts_, {});
}

void NumberCodes::clear() {
    small_.clear();
    others_.clear();
}

StreamColumn::StreamColumn(const ArrowSchema& schema)
    : name_{schema.name == nullptr ? "" : schema.name},
      format_{schema.format},
      values_{schema.dictionary == nullptr ? "" : schema.dictionary->format},
      decimals_{decimals_of(values_.empty() ? format_ : values_)} {
    check_format(values_.empty() ? format_ : values_);
}

void StreamColumn::check_format(const std::string& format) const {
    check_input(format == "vu" || decimals_ ||
                    (format.size() == 1 && std::strchr("uUcCsSiIlLfgbn", format[0]) != nullptr),
                [&] {
                    return "column " + quoted(name_) +
                           ": expected texts, integers, decimals, floats or truth values, got the "
                           "Arrow format " +
                           quoted(format);
                });
}

// Calls use(code_of) with a function that gives the code of a row with a value: the format is checked once.
template <class Use>
void StreamColumn::with_codes(const ArrowArray& array, const std::string& format, Use use) {
    const auto real = [&]<class Number, class Bits>(Number, Bits) {
        use([this, &array](std::int64_t i) {
            const auto number = number_at<Number>(array, i);
            return numbers_.code(std::bit_cast<Bits>(number),
                                 [&] { return texts_.code(float_text(number)); });
        });
    };
    if (format == "n") return use([this](std::int64_t) { return texts_.code({}); });
    if (format == "vu") return use([this, &array](std::int64_t i) { return texts_.code(view_at(array, i)); });
    if (decimals_) {
        return use([this, &array](std::int64_t i) {
            return texts_.code(decimal_text(number_at<Int128>(array, i), *decimals_));
        });
    }
    switch (format[0]) {
        case 'u':
            return use(
                [this, &array](std::int64_t i) { return texts_.code(string_at<std::int32_t>(array, i)); });
        case 'U':
            return use(
                [this, &array](std::int64_t i) { return texts_.code(string_at<std::int64_t>(array, i)); });
        case 'f':
            return real(float{}, std::uint32_t{});
        case 'g':
            return real(double{}, std::uint64_t{});
        case 'b':
            return use([this, &array](std::int64_t i) {
                return texts_.code(bit_at(array.buffers[1], i) ? "True" : "False");
            });
        default:
            return with_integers(array, format[0], [&](auto number_of) {
                use([this, number_of](std::int64_t i) {
                    const auto number = number_of(i);
                    return numbers_.code(static_cast<std::uint64_t>(number),
                                         [&] { return texts_.code(number_text(number)); });
                });
            });
    }
}

template <class Code>
void StreamColumn::append(const ArrowArray& array, std::int64_t begin, std::int64_t count, Code code_at) {
    const std::size_t before = codes_.size();
    codes_.resize(before + static_cast<std::size_t>(count));
    std::uint32_t* const codes = codes_.data() + before;
    const void* const valid = validity(array);
    for (std::int64_t i = 0; i < count; ++i)
        codes[i] = valid == nullptr || bit_at(valid, begin + i) ? code_at(begin + i) : texts_.code({});
}

// Dictionaries may differ between batches, and be much larger than these: a value is coded when it first
// occurs.
void StreamColumn::add_coded(const ArrowArray& array, std::int64_t begin, std::int64_t count) {
    constexpr std::uint32_t none = 0xFFFFFFFFU;
    const ArrowArray& dictionary = *array.dictionary;
    const void* const valid = validity(dictionary);
    std::vector<std::uint32_t> of_index(static_cast<std::size_t>(dictionary.length), none);
    with_codes(dictionary, values_, [&](CodeOf value_code) {
        const auto code_of = [&](std::size_t index) {
            std::uint32_t& code = of_index.at(index);
            if (code == none) {
                const std::int64_t at = dictionary.offset + static_cast<std::int64_t>(index);
                code = valid == nullptr || bit_at(valid, at) ? value_code(at) : texts_.code({});
            }
            return code;
        };
        with_integers(array, format_[0], [&](auto index_of) {
            append(array, begin, count,
                   [&](std::int64_t i) { return code_of(static_cast<std::size_t>(index_of(i))); });
        });
    });
}

void StreamColumn::add(const ArrowArray& array, std::int64_t first, std::int64_t count) {
    const std::int64_t begin = array.offset + first;
    if (array.dictionary != nullptr) return add_coded(array, begin, count);
    with_codes(array, format_, [&](auto code_at) { append(array, begin, count, code_at); });
}

CodedColumn StreamColumn::coded() {
    numbers_.clear();
    return {name_, texts_.take(), codes_};
}

}  // namespace drover::python
