#include <drover/core/memory_limit.hpp>

#include "expect.hpp"

namespace drover {
namespace {

TEST(MemoryLimit, RefusesBeforeItIsAskedFor) {
    const MemoryLimit limit{std::uint64_t{1} << 30U};
    EXPECT_TRUE(limit.allows(1 << 20, 1024));
    EXPECT_NO_THROW(limit.check("t.csv", 1 << 20, 1024));
    EXPECT_INPUT_ERROR(
        limit.check("t.csv", 3e6, 1024),
        "t.csv: expected data that fit into 1 GiB of memory (memory), got 3000000 cells, which take "
        "about 2.86 GiB");
}

TEST(MemoryLimit, OfNothingIsNone) { EXPECT_TRUE(MemoryLimit{}.allows(1e300, 1e8)); }

TEST(MemoryLimit, LackNamesWhatItWasFor) {
    EXPECT_STREQ(OutOfMemory{"t.csv"}.what(), "out of memory: t.csv");
}

TEST(MemoryText, HasUnits) {
    EXPECT_EQ(memory_text(512), "512 bytes");
    EXPECT_EQ(memory_text(1536), "1.5 KiB");
    EXPECT_EQ(memory_text(20.7 * 1024 * 1024 * 1024), "20.7 GiB");
}

}  // namespace
}  // namespace drover
