// One target under libFuzzer: drover_fuzz --target=csv fuzz/corpus/csv

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "target.hpp"

namespace {

const drover::fuzz::Target* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    static const std::vector<drover::fuzz::Target> targets = drover::fuzz::all_targets();
    constexpr std::string_view option = "--target=";
    for (int i = 1; i < *argc; ++i) {
        const std::string_view word = (*argv)[i];
        if (word.starts_with(option)) chosen = drover::fuzz::find_target(targets, word.substr(option.size()));
        if (word == "--targets") {
            for (const drover::fuzz::Target& target : targets) std::puts(target.name);
            std::exit(0);
        }
    }
    if (chosen == nullptr) {
        std::fputs("usage: drover_fuzz --target=NAME [libFuzzer's options] [FOLDER]; --targets lists them\n",
                   stderr);
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    chosen->run({reinterpret_cast<const char*>(data), size});
    return 0;
}
