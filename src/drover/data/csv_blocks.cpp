#include <drover/core/check.hpp>
#include <drover/data/csv_blocks.hpp>

namespace drover {
namespace {

constexpr std::size_t longest_record = std::size_t{1} << 24U;
constexpr std::size_t nowhere = std::string_view::npos;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// A carriage return may be the first half of a line end that the block cuts in two.
bool ends_line(std::string_view block, std::size_t at) {
    return block[at] == '\n' || (block[at] == '\r' && at + 1 < block.size() && block[at + 1] != '\n');
}

// The position after the last line end of a block without quotes.
std::size_t last_plain_end(std::string_view block) {
    std::size_t at = block.find_last_of("\r\n");
    if (at != nowhere && !ends_line(block, at)) at = at == 0 ? nowhere : block.find_last_of("\r\n", at - 1);
    return at == nowhere ? nowhere : at + 1;
}

}  // namespace

CsvBlocks::Place CsvBlocks::after(char c) {
    if (mark_ < byte_order_mark.size() && c == byte_order_mark[mark_]) {
        ++mark_;
        return place_;
    }
    mark_ = byte_order_mark.size();
    if (place_ == Place::quoted) return c == '"' ? Place::closed : Place::quoted;
    if (c == separator_ || c == '\n' || c == '\r') return Place::start;
    return c == '"' && place_ != Place::plain ? Place::quoted : Place::plain;
}

// The position after the last line end outside quotes.
std::size_t CsvBlocks::last_end(std::string_view block) {
    const bool is_plain = place_ != Place::quoted && place_ != Place::closed &&
                          mark_ == byte_order_mark.size() && block.find('"') == nowhere;
    if (is_plain && !block.empty()) {
        place_ = Place::plain;
        place_ = after(block.back());
        return last_plain_end(block);
    }
    std::size_t end = nowhere;
    for (std::size_t at = 0; at < block.size(); ++at) {
        place_ = after(block[at]);
        if (place_ != Place::quoted && ends_line(block, at)) end = at + 1;
    }
    return end;
}

std::string_view CsvBlocks::add(std::string_view block) {
    text_.erase(0, used_);
    const std::size_t before = text_.size();
    text_ += block;
    const std::size_t end = last_end(block);
    used_ = end == nowhere ? 0 : before + end;
    check_input(text_.size() - used_ <= longest_record, [&] {
        return Problem{Fault::range, {.file = name_}, "rows of at most 16 MB", "a longer one"};
    });
    return std::string_view{text_}.substr(0, used_);
}

}  // namespace drover
