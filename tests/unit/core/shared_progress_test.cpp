#include <drover/core/impl/shared_progress.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <drover/core/thread_pool.hpp>

namespace drover::impl {
namespace {

TEST(SharedProgress, TellsEverySumOnceAndInOrder) {
    std::vector<std::int64_t> told;
    SharedProgress progress{[&](std::int64_t done) { told.push_back(done); }};
    ThreadPool pool{4};
    pool.for_each(100, [&](std::size_t /*index*/) { progress.add(2); });
    ASSERT_EQ(told.size(), 100U);
    for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i], 2 * static_cast<std::int64_t>(i + 1));
}

TEST(SharedProgress, TellsNothingToNobody) {
    SharedProgress progress{{}};
    progress.add();
}

}  // namespace
}  // namespace drover::impl
