#include "target.hpp"

#include <algorithm>
#include <cstdlib>

#include <drover/core/sha256.hpp>

namespace drover::fuzz {

const Target* find_target(const std::vector<Target>& targets, std::string_view name) {
    const auto found = std::find_if(targets.begin(), targets.end(),
                                    [&](const Target& target) { return name == target.name; });
    return found == targets.end() ? nullptr : &*found;
}

void require(bool holds) {
    if (!holds) std::abort();
}

std::string sealed(const std::string& format, std::string_view body) {
    std::string bytes = format + '\n' + std::string{body};
    return bytes + sha256(bytes);
}

std::vector<std::string> parts_of(std::string_view bytes) {
    constexpr char between = '\x1e';
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = bytes.find(between);
        parts.emplace_back(bytes.substr(0, end));
        if (end == std::string_view::npos) return parts;
        bytes.remove_prefix(end + 1);
    }
}

unsigned take_choice(std::string_view& bytes) {
    if (bytes.empty()) return 0;
    const auto choice = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    return choice;
}

}  // namespace drover::fuzz
