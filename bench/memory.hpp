#pragma once

#include <cstddef>

namespace drover::bench {

/// The bytes that operator new has allocated so far in this program.
std::size_t allocated_bytes();

/// The memory of a value: itself and what a copy of it allocates.
template <class T>
double bytes_of(const T& value) {
    const std::size_t before = allocated_bytes();
    [[maybe_unused]] const T copy = value;
    return static_cast<double>(sizeof(T) + allocated_bytes() - before);
}

}  // namespace drover::bench
