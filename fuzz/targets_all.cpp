#include "target.hpp"

namespace drover::fuzz {

std::vector<Target> all_targets() {
    std::vector<Target> all;
    for (const auto& some : {data_targets(), example_targets(), table_targets(), stream_targets(),
                             population_targets(), model_targets(), program_targets()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

}  // namespace drover::fuzz
