#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace drover {

/// Memory aligned to cache lines, so that vector loads do not cross them.
template <class T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t line{64};

    LineAllocator() = default;
    template <class U>
    LineAllocator(const LineAllocator<U>& /*other*/) {}

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
    void deallocate(T* block, std::size_t /*count*/) { ::operator delete(block, line); }
    friend bool operator==(const LineAllocator& /*a*/, const LineAllocator& /*b*/) { return true; }
};

template <class T>
using AlignedVector = std::vector<T, LineAllocator<T>>;

}  // namespace drover
