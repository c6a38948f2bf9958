#include <drover/core/worker.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

namespace drover {
namespace {

TEST(Worker, DoesOneTaskAfterTheOther) {
    Worker worker;
    worker.wait();  // nothing to wait for
    int sum = 0;
    for (int k = 1; k <= 1000; ++k) {
        worker.start([&sum, k] { sum += k; });
        worker.wait();
        ASSERT_EQ(sum, k * (k + 1) / 2);
    }
}

TEST(Worker, ThrowsWhatTheTaskThrewAndGoesOn) {
    Worker worker;
    worker.start([] { throw std::runtime_error{"no"}; });
    EXPECT_THROW(worker.wait(), std::runtime_error);
    bool done = false;
    worker.start([&] { done = true; });
    worker.wait();
    EXPECT_TRUE(done);
}

TEST(Worker, EndsWithItsTask) {
    bool done = false;
    {
        Worker worker;
        worker.start([&] { done = true; });
    }
    EXPECT_TRUE(done);
}

}  // namespace
}  // namespace drover
