#include <iostream>

#include <drover/herd/features/state_table.hpp>
#include <drover/herd/fixed_moments.hpp>
#include <drover/herd/herder.hpp>
#include <drover/herd/maximize/exhaustive.hpp>
#include <drover/version.hpp>

int main() {
    using namespace drover;
    Herder neuron{StateTable{{0}, {1}}, ExactMoments{{{"x"}, {3}, 7}}, Exhaustive{}};
    for (const auto& step : neuron.steps(7)) std::cout << step.state;
    std::cout << '\n';
    return std::string{version}.empty() ? 1 : 0;
}
