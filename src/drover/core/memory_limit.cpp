#include <array>

#include <drover/core/check.hpp>
#include <drover/core/memory_limit.hpp>
#include <drover/core/number_text.hpp>

namespace drover {

std::string memory_text(double bytes) {
    static constexpr std::array<const char*, 5> units{" bytes", " KiB", " MiB", " GiB", " TiB"};
    std::size_t unit = 0;
    while (bytes >= 1024 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    return rounded(bytes, 3) + units[unit];
}

void MemoryLimit::check(const std::string& what, double cells, double bytes_a_cell) const {
    const double needed = cells * bytes_a_cell;
    check_input(allows(cells, bytes_a_cell), [&] {
        return Problem{
            Fault::memory,
            {.key = what},
            "data that fit into " + memory_text(static_cast<double>(bytes_)) + " of memory ({memory})",
            (cells < 1e15 ? rounded(cells, 15) : rounded(cells, 3)) + " cells, which take about " +
                memory_text(needed)};
    });
}

}  // namespace drover
