#include <algorithm>
#include <string_view>

#include "command.hpp"

namespace drover::cli {

std::vector<const Command*> Command::items_of(const Command* parent) {
    const std::string_view name = parent != nullptr ? parent->text().name : "";
    std::vector<const Command*> items;
    for (const Command* each = newest; each != nullptr; each = each->next_)
        if (each->text().parent == name) items.push_back(each);
    std::sort(items.begin(), items.end(),
              [](const Command* a, const Command* b) { return a->text().rank < b->text().rank; });
    return items;
}

}  // namespace drover::cli
