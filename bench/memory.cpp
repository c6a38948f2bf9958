#include "memory.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> allocated{0};

}  // namespace

std::size_t drover::bench::allocated_bytes() { return allocated; }

void* operator new(std::size_t size) {
    allocated += size;
    if (void* block = std::malloc(size == 0 ? 1 : size)) return block;
    throw std::bad_alloc{};
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    allocated += size;
    const auto line = static_cast<std::size_t>(alignment);
    if (void* block = std::aligned_alloc(line, (size + line - 1) / line * line)) return block;
    throw std::bad_alloc{};
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*size*/) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t /*alignment*/) noexcept { std::free(block); }
