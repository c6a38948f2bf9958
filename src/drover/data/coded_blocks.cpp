#include <drover/core/check.hpp>
#include <drover/data/coded_blocks.hpp>

namespace drover {
namespace {

constexpr std::size_t longest_row = std::size_t{1} << 24U;

}  // namespace

void CodedBlocks::add(std::string_view block, const UseRow& use) {
    std::size_t end = std::string_view::npos;  // of the last line outside quotes
    for (std::size_t at = 0; at < block.size(); ++at) {
        if (block[at] == '"') is_in_quotes_ = !is_in_quotes_;
        if (block[at] == '\n' && !is_in_quotes_) end = at + 1;
    }
    if (end == std::string_view::npos) {
        rest_ += block;
        check_input(rest_.size() <= longest_row,
                    [&] { return name_ + ": expected rows of at most 16 MB, got a longer one"; });
        return;
    }
    rest_ += block.substr(0, end);
    if (rows_) {
        rows_->go_on(rest_);
    } else {
        rows_.emplace(rest_, name_, schema_, options_);
    }
    while (rows_->next()) use(rows_->row());
    rest_ = block.substr(end);
}

}  // namespace drover
