#include <drover/core/check.hpp>
#include <drover/rbm/machine.hpp>

namespace drover::rbm {

Machine::Machine(std::size_t visible_count, std::size_t hidden_count, UnitCoding coding)
    : visible_{visible_count}, hidden_{hidden_count}, coding_{coding} {
    check_input(visible_ > 0 && hidden_ > 0, [&] {
        return Problem{Fault::range,
                       {.key = "rbm"},
                       "visible and hidden units",
                       std::to_string(visible_) + " and " + std::to_string(hidden_)};
    });
}

}  // namespace drover::rbm
