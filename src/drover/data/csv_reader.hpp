#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

struct CsvOptions {
    char separator = ',';  ///< any ASCII character but NUL, the quote and the line ends
};

/// RFC 4180, record by record: separators, quoted fields with "" for a quote, any line end, UTF-8 with or
/// without a byte order mark; blank lines are skipped. The caller owns the text, which must outlive the
/// reader. Fields are not allocated: views point into the text or, where "" was unescaped, into reused
/// buffers. Every error is an InputError naming `name` and the line.
class CsvReader {
  public:
    /// Checks the encoding of the entire text, so that this error comes before any other.
    CsvReader(std::string_view text, std::string name, CsvOptions options = {});
    CsvReader(const CsvReader&) = delete;
    CsvReader& operator=(const CsvReader&) = delete;

    /// Continues with this text, the next part of the same file; line numbers continue. Each part ends with a
    /// record.
    void resume(std::string_view text);
    /// Goes to the next record; false after the last one.
    bool next();
    /// The fields of the current record; at least one. Valid until the next call of next().
    std::span<const std::string_view> fields() const { return fields_; }
    /// Where the current record begins, from 1.
    std::size_t line() const { return record_line_; }

  private:
    [[noreturn]] void fail(std::size_t line, std::string expected, std::string got) const;
    [[noreturn]] void fail_after_quoted() const;
    [[noreturn]] void fail_inside_plain() const;
    void check_encoding() const;
    bool take_line_end();
    bool take_plain();
    bool take_quoted();
    std::size_t closing_quote() const;
    std::string_view unescaped(std::string_view inside);
    std::uint64_t find_special(std::uint64_t word) const;

    std::string_view rest_;
    std::string name_;
    char separator_;
    std::uint64_t separators_;  // in each of the eight bytes
    std::size_t line_ = 1;
    std::size_t record_line_ = 0;
    std::vector<std::string_view> fields_;
    std::deque<std::string> buffers_;  // a deque, so that views stay valid while it grows
    std::size_t buffers_used_ = 0;
};

}  // namespace drover
