#pragma once

#include <string>
#include <string_view>

#include <drover/data/csv_reader.hpp>

namespace drover {

/// Turns a CSV text that arrives in blocks, split anywhere, into texts of complete records. Keeps one block
/// and the incomplete record before it. Throws InputError for a record of more than 16 MB, so that memory
/// does not grow with the text.
class CsvBlocks {
  public:
    explicit CsvBlocks(std::string name, CsvOptions options = {})
        : name_{std::move(name)}, separator_{options.separator} {}

    /// The records that end in this block; valid until the next call.
    std::string_view add(std::string_view block);
    /// The rest after the last record that ended with a line end.
    std::string_view rest() const { return std::string_view{text_}.substr(used_); }

  private:
    // The position within a record. A quote is special at the start of a field and inside quotes.
    enum class Place { start, plain, quoted, closed };

    std::size_t last_end(std::string_view block);
    Place after(char c);

    std::string name_;
    char separator_;
    std::string text_;
    std::size_t used_ = 0;  // of the text, returned by the previous call
    std::size_t mark_ = 0;  // bytes of a byte order mark seen so far; all of them once none can follow
    Place place_ = Place::start;
};

}  // namespace drover
