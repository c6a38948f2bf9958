// Runs the corpus through its targets, without a fuzzer: drover_replay CORPUS
// Each file as it is, and truncated at up to 64 places, as a full disk or a broken connection leaves it.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "target.hpp"

namespace drover::fuzz {
namespace {

constexpr std::size_t cuts_each = 64;

std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// The number of runs.
std::size_t replay(const Target& target, const std::filesystem::path& path) {
    std::cout << target.name << ' ' << path.filename().string()
              << std::endl;  // the last line names the culprit
    const std::string bytes = bytes_of(path);
    target.run(bytes);
    const std::size_t stride = std::max<std::size_t>(1, bytes.size() / cuts_each);
    std::size_t runs = 1;
    for (std::size_t size = 0; size < bytes.size(); size += stride, ++runs)
        target.run(std::string_view{bytes}.substr(0, size));
    return runs;
}

std::size_t replay_all(const std::filesystem::path& corpus) {
    std::size_t runs = 0;
    for (const Target& target : all_targets()) {
        std::vector<std::filesystem::path> files;
        for (const auto& entry : std::filesystem::directory_iterator{corpus / target.name})
            files.push_back(entry.path());
        require(!files.empty());
        std::sort(files.begin(), files.end());
        for (const std::filesystem::path& file : files) runs += replay(target, file);
    }
    return runs;
}

}  // namespace
}  // namespace drover::fuzz

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: drover_replay CORPUS\n";
        return 2;
    }
    std::cout << drover::fuzz::replay_all(argv[1]) << " runs\n";
}
