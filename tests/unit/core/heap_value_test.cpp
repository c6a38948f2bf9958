#include <gtest/gtest.h>

#include <concepts>
#include <vector>

#include <drover/core/heap_value.hpp>

namespace drover {
namespace {

// Held while still incomplete.
struct Hidden;
struct Owner {
    explicit Owner(int value);
    HeapValue<Hidden> hidden;
};
static_assert(std::copyable<Owner>);
struct Hidden {
    std::vector<int> values;
};
Owner::Owner(int value) : hidden{Hidden{{value}}} {}

TEST(HeapValue, IsCopiedWithItsOwner) {
    Owner first{1};
    Owner second = first;
    second.hidden->values[0] = 2;
    EXPECT_EQ(first.hidden->values[0], 1);
    first = second;
    second.hidden->values[0] = 3;
    EXPECT_EQ((*first.hidden).values[0], 2);
}

TEST(HeapValue, MovesWithoutACopy) {
    Owner first{1};
    const int* const place = first.hidden->values.data();
    const Owner second = std::move(first);
    EXPECT_EQ(second.hidden->values.data(), place);
}

TEST(HeapValue, AssignedToItselfStaysWhatItIs) {
    Owner owner{4};
    const Owner& same = owner;
    owner = same;
    EXPECT_EQ(owner.hidden->values, (std::vector<int>{4}));
}

}  // namespace
}  // namespace drover
