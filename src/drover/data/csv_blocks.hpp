#pragma once

#include <string>
#include <string_view>

#include <drover/data/csv_reader.hpp>

namespace drover {

/// A CSV text that comes in blocks, cut anywhere, as texts of whole records. Keeps a block and what it cut
/// off. Throws InputError for a record of more than 16 MB, so that nothing grows with the text.
class CsvBlocks {
  public:
    explicit CsvBlocks(std::string name, CsvOptions options = {})
        : name_{std::move(name)}, separator_{options.separator} {}

    /// The records that end in this block; valid until the next call.
    std::string_view add(std::string_view block);
    /// What came after the last record that ended with its line.
    std::string_view rest() const { return std::string_view{text_}.substr(used_); }

  private:
    // Where in a record the text stands. A quote counts at the start of a field, and inside of quotes.
    enum class Place { start, plain, quoted, closed };

    std::size_t last_end(std::string_view block);
    Place after(char c);

    std::string name_;
    char separator_;
    std::string text_;
    std::size_t used_ = 0;  // of the text, handed out before
    std::size_t mark_ = 0;  // bytes of a byte order mark that came; all of them once it cannot come
    Place place_ = Place::start;
};

}  // namespace drover
