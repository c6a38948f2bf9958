#include "target.hpp"

namespace drover::fuzz {

std::vector<Target> all_targets() {
    std::vector<Target> all;
    for (const auto& some :
         {data_targets(), data_examples_targets(), tables_targets(), tables_count_targets(),
          populate_targets(), finite_targets(), rbm_targets(), classify_targets(), cli_targets()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

}  // namespace drover::fuzz
