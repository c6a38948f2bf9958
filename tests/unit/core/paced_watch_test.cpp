#include <drover/core/paced_watch.hpp>

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace drover {
namespace {

TEST(PacedWatch, LooksAfterTheFirstStepAndThenLessAndLessOften) {
    std::vector<std::int64_t> told;
    const RunControl control{.progress = [&](std::int64_t done) { told.push_back(done); }};
    PacedWatch watch{control};
    for (std::int64_t done = 1; done <= 100'000; ++done) ASSERT_TRUE(watch.goes_on(done));
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front(), 1);
    EXPECT_LT(told.size(), 50'000U);
}

TEST(PacedWatch, LooksAfterEachSlowStep) {
    StopFlag stop;
    const RunControl control{.stop = &stop};
    PacedWatch watch{control};
    ASSERT_TRUE(watch.goes_on(1));
    std::this_thread::sleep_for(std::chrono::milliseconds{25});
    watch.goes_on(2);
    std::this_thread::sleep_for(std::chrono::milliseconds{25});
    watch.goes_on(3);
    stop.request_stop();
    EXPECT_FALSE(watch.goes_on(4) && watch.goes_on(5));
    EXPECT_FALSE(watch.goes_on(6));
}

}  // namespace
}  // namespace drover
