#include <algorithm>
#include <bit>

#include <drover/core/check.hpp>
#include <drover/data/csv_reader.hpp>

namespace drover {
namespace {

constexpr std::size_t word_size = 8;
constexpr std::uint64_t ones = 0x0101010101010101U;
constexpr std::uint64_t high_bits = 0x80 * ones;
constexpr std::uint64_t low_bits = 0x7F * ones;

// The first eight bytes, lowest first: compilers make one load of it. Bytes past the end of the text are 0.
std::uint64_t front_word(const char* text, std::size_t size) {
    std::uint64_t word = 0;
    const auto byte = [&](std::size_t i) {
        return std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
    };
    if (size >= word_size) {
        word = byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
    } else {
        for (std::size_t i = 0; i < size; ++i) word |= byte(i);
    }
    return word;
}

// All eight bytes in 1..127: then none borrows from its neighbour and no high bit appears.
bool is_plain_ascii(std::uint64_t word) { return (((word - ones) | word) & high_bits) == 0; }

// The high bit of each byte that is not zero; the other bits mean nothing.
std::uint64_t nonzero_bytes(std::uint64_t word) { return ((word & low_bits) + low_bits) | word; }

// Length of the UTF-8 character at the front of `text`, or 0 if it is not valid.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return 0;
    }
    if (lead == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
    if (lead == 0xED && byte(1) > 0x9F) return 0;  // surrogates
    if (lead == 0xF0 && byte(1) < 0x90) return 0;  // overlong
    if (lead == 0xF4 && byte(1) > 0x8F) return 0;  // past U+10FFFF
    return length;
}

std::size_t line_feeds(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

bool can_separate(char c) {
    return c > '\0' && static_cast<unsigned char>(c) < 0x80 && c != '"' && c != '\r' && c != '\n';
}

std::string separator_text(char separator) {
    if (separator == ',') return "a comma";
    if (separator == '\t') return "a tab";
    return quoted(std::string{separator});
}

}  // namespace

CsvReader::CsvReader(std::string_view text, std::string name, CsvOptions options)
    : rest_{text},
      name_{std::move(name)},
      separator_{options.separator},
      separators_{static_cast<unsigned char>(options.separator) * ones} {
    check_input(can_separate(separator_), [&] {
        return Problem{Fault::range,
                       {.file = name_},
                       "one ASCII character other than a quote or a line end as separator",
                       "byte " + std::to_string(static_cast<unsigned char>(separator_))};
    });
    if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
    check_encoding();
}

void CsvReader::resume(std::string_view text) {
    rest_ = text;
    check_encoding();
}

bool CsvReader::next() {
    fields_.clear();
    buffers_used_ = 0;
    while (!rest_.empty() && take_line_end()) {
    }
    if (rest_.empty()) return false;
    record_line_ = line_;
    while (rest_.starts_with('"') ? take_quoted() : take_plain()) {
    }
    return true;
}

void CsvReader::fail(std::size_t line, std::string expected, std::string got) const {
    throw InputError(Problem{Fault::syntax,
                             {.file = name_, .line = static_cast<std::int64_t>(line)},
                             std::move(expected),
                             std::move(got)});
}

void CsvReader::fail_after_quoted() const {
    const std::string_view got = rest_.substr(0, utf8_length(rest_));
    fail(line_, separator_text(separator_) + " or the line's end after a quoted field",
         quoted(std::string{got}));
}

void CsvReader::fail_inside_plain() const {
    const std::string ends{separator_, '\r', '\n'};
    const std::string_view field = rest_.substr(0, rest_.find_first_of(ends));
    fail(line_, "quotes around the entire field", std::string{field});
}

void CsvReader::check_encoding() const {
    for (std::size_t at = 0; at < rest_.size();) {
        const std::string_view rest{rest_.data() + at, rest_.size() - at};
        if (is_plain_ascii(front_word(rest.data(), rest.size()))) {
            at += word_size;
            continue;
        }
        const std::size_t length = utf8_length(rest);
        const auto line = [&] { return line_ + line_feeds(rest_.substr(0, at)); };
        if (length == 0) fail(line(), "UTF-8 text", "a byte that is not valid UTF-8");
        if (rest.front() == '\0') fail(line(), "text", "a NUL byte");
        at += length;
    }
}

// False if the next character, which must exist, is not part of a line end.
bool CsvReader::take_line_end() {
    const char c = rest_.front();
    if (c != '\n' && c != '\r') return false;
    rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : 1);
    ++line_;
    return true;
}

// The high bit of each byte that is a separator, a quote or part of a line end.
std::uint64_t CsvReader::find_special(std::uint64_t word) const {
    const std::uint64_t others = nonzero_bytes(word ^ separators_) & nonzero_bytes(word ^ ('"' * ones)) &
                                 nonzero_bytes(word ^ ('\n' * ones)) & nonzero_bytes(word ^ ('\r' * ones));
    return ~others & high_bits;
}

// Takes plain fields until the record ends, or until a quoted one begins: then it returns true.
bool CsvReader::take_plain() {
    const std::string_view text = rest_;
    std::size_t begin = 0;
    const auto take_field = [&](std::size_t end) { fields_.emplace_back(text.data() + begin, end - begin); };
    for (std::size_t at = 0; at < text.size(); at += word_size) {
        std::uint64_t found = find_special(front_word(text.data() + at, text.size() - at));
        for (; found != 0; found &= found - 1) {
            const std::size_t end = at + static_cast<std::size_t>(std::countr_zero(found)) / 8;
            if (text[end] == separator_) {
                take_field(end);
                begin = end + 1;
            } else if (text[end] == '"') {
                rest_.remove_prefix(begin);
                if (end == begin) return true;
                fail_inside_plain();
            } else {
                take_field(end);
                rest_.remove_prefix(end);
                take_line_end();
                return false;
            }
        }
    }
    take_field(text.size());
    rest_ = {};
    return false;
}

// Takes one quoted field and the separator or the line end behind it; true if there is another field.
bool CsvReader::take_quoted() {
    const std::size_t end = closing_quote();
    const std::string_view inside = rest_.substr(1, end - 1);
    fields_.push_back(inside.find('"') == std::string_view::npos ? inside : unescaped(inside));
    line_ += line_feeds(inside);
    rest_.remove_prefix(end + 1);
    if (rest_.starts_with(separator_)) {
        rest_.remove_prefix(1);
        return true;
    }
    if (!rest_.empty() && !take_line_end()) fail_after_quoted();
    return false;
}

std::size_t CsvReader::closing_quote() const {
    std::size_t at = rest_.find('"', 1);
    while (at != std::string_view::npos && rest_.substr(at + 1).starts_with('"'))
        at = rest_.find('"', at + 2);
    if (at == std::string_view::npos) fail(line_, "a closing quote", "the end of the file");
    return at;
}

std::string_view CsvReader::unescaped(std::string_view inside) {
    if (buffers_used_ == buffers_.size()) buffers_.emplace_back();
    std::string& field = buffers_[buffers_used_++];
    field.clear();
    for (std::size_t i = 0; i < inside.size(); i += inside[i] == '"' ? 2 : 1) field.push_back(inside[i]);
    return field;
}

}  // namespace drover
