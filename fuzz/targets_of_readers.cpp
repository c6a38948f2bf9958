#include "target.hpp"

namespace drover::fuzz {

std::vector<Target> all_targets() {
    std::vector<Target> all = data_targets();
    for (const Target& target : data_examples_targets()) all.push_back(target);
    return all;
}

}  // namespace drover::fuzz
