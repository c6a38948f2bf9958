#include <drover/tables/memory.hpp>

#include "expect.hpp"
#include "table_texts.hpp"

namespace drover {
namespace {

TableSet two_tables() {
    return testing::tables_of({"a,b,count\nx,1,1\ny,2,3\nz,2,3\n", "a,count\nx,4\ny,3\n"});
}

TEST(TableMemory, NamesTheLargestTable) {
    const TableSet set = two_tables();
    const std::string name = set.tables[0].name;
    EXPECT_EQ(largest_table(set), "table \"" + name + "\" (6 cells), the largest of 2");
    EXPECT_NO_THROW(check_memory(MemoryLimit{900}, set, {.all = 100}));
    EXPECT_INPUT_ERROR(check_memory(MemoryLimit{899}, set, {.all = 100}),
                       "table \"" + name +
                           "\" (6 cells), the largest of 2: expected data that fit into 899 bytes of memory "
                           "(memory), got 9 cells, which take about 900 bytes");
}

TEST(TableMemory, IsForTheCellsThatAreHeld) {
    TableSet set = two_tables();
    set.tables[0].listed = {0, 3};
    set.tables[0].counts = {1, 3};
    EXPECT_NO_THROW(check_memory(MemoryLimit{500}, set, {.kept = 100}));
    EXPECT_THROW(check_memory(MemoryLimit{500}, set, {.kept = 10, .all = 90}), InputError);
}

TEST(TableMemory, LackNamesTheLargestTable) {
    const TableSet set = two_tables();
    EXPECT_EQ(with_memory_context(set, [] { return 7; }), 7);
    try {
        with_memory_context(set, [] { throw std::bad_alloc{}; });
        FAIL() << "expected OutOfMemory";
    } catch (const OutOfMemory& error) {
        EXPECT_EQ(error.what(), "out of memory: " + largest_table(set));
    }
}

}  // namespace
}  // namespace drover
