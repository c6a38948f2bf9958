#include <drover/classify/conditional_rbm.hpp>
#include <drover/core/check.hpp>

namespace drover::classify {

LabelCode LabelCode::one_of(std::size_t label_count) {
    check_input(label_count >= 2, [&] {
        return Problem{
            Fault::range, {.function = "LabelCode"}, "at least 2 labels", std::to_string(label_count)};
    });
    return LabelCode{label_count, label_count};
}

}  // namespace drover::classify
