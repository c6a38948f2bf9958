// Files as offices publish them, 96 of 17 families. They are not part of the repository: the tests are
// skipped unless DROVER_PUBLISHED names the folder that has them.
#include "published.hpp"

#include <gtest/gtest.h>

#include <array>
#include <iomanip>
#include <iostream>
#include <map>

namespace drover::read {
namespace {

void print_table(const std::map<std::string, std::array<int, 4>>& families) {
    std::cout << std::left << std::setw(28) << "family"
              << " right  refused well  refused badly  wrong\n";
    std::array<int, 4> sums{};
    const auto line = [](const std::string& name, const std::array<int, 4>& counts) {
        std::cout << std::left << std::setw(28) << name << std::right << std::setw(6) << counts[0]
                  << std::setw(14) << counts[1] << std::setw(15) << counts[2] << std::setw(7) << counts[3]
                  << '\n';
    };
    for (const auto& [family, counts] : families) {
        line(family, counts);
        for (std::size_t i = 0; i < counts.size(); ++i) sums[i] += counts[i];
    }
    line("all", sums);
}

TEST(PublishedFiles, AreReadRightOrRefusedWithTheirReason) {
    if (published_folder().empty())
        GTEST_SKIP() << "DROVER_PUBLISHED is not set: the published files are not here";
    std::map<std::string, std::array<int, 4>> plain;
    std::map<std::string, std::array<int, 4>> chosen;
    for (const ExpectedFile& file : expected_files()) {
        const std::string bytes = published_bytes(file);
        ASSERT_FALSE(bytes.empty()) << file.file;
        const Reading reading = read_published(bytes, file.file, options_for(file));
        const Verdict verdict = judge(file, reading);
        const bool is_plain = file.where.empty() && file.sheet.empty();
        ++(is_plain ? plain : chosen)[file.family][static_cast<std::size_t>(verdict)];
        const Verdict best = file.outcome == Outcome::refused ? Verdict::refused_well : Verdict::right;
        EXPECT_EQ(static_cast<int>(verdict), static_cast<int>(best)) << reading.summary();
    }
    print_table(plain);
    std::cout << "with the option that the refusal names:\n";
    print_table(chosen);
}

}  // namespace
}  // namespace drover::read
