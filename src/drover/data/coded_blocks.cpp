#include <drover/data/coded_blocks.hpp>

namespace drover {

void CodedBlocks::add(std::string_view block, const UseRow& use) {
    const std::string_view records = blocks_.add(block);
    if (records.empty()) return;
    if (rows_) {
        rows_->resume(records);
    } else {
        rows_.emplace(records, name_, schema_, options_);
    }
    while (rows_->next()) use(rows_->row());
}

}  // namespace drover
