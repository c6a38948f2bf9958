#pragma once

#include <utility>

#include <drover/core/memory_limit.hpp>
#include <drover/tables/count_table.hpp>

namespace drover {

/// The memory that work with tables takes: bytes per stored cell, and per cell of a table, stored or not.
struct CellBytes {
    double kept = 0;
    double all = 0;
};

/// 'table "age_x_sex" (1200 cells), the largest of 91'
std::string largest_table(const TableSet& set);

/// Throws InputError naming the largest table if work with all of them takes more than the limit.
void check_memory(const MemoryLimit& limit, const TableSet& set, const CellBytes& bytes);

/// Returns the result of `work`. If memory runs out, the OutOfMemory thrown names the largest table.
template <class Work>
decltype(auto) with_memory_context(const TableSet& set, Work&& work) {
    try {
        return std::forward<Work>(work)();
    } catch (const OutOfMemory&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw OutOfMemory{largest_table(set)};
    }
}

}  // namespace drover
