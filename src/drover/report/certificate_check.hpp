#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <drover/report/certified_file.hpp>
#include <drover/report/named_texts.hpp>
#include <drover/report/report.hpp>

namespace drover {

/// On a certificate that was compared with what lies there now.
struct Verdict {
    std::vector<std::string> differences = {};       ///< a line each; it holds where there are none
    std::vector<CertifiedFile> accepted_files = {};  ///< which it is about, as they were found
    NamedTexts accepted_options = {};                ///< by which it was reached

    bool holds() const { return differences.empty(); }
};

/// "certificate holds: " and what it is about, or the first differences; then files and options.
void write_text(std::ostream& out, const Verdict& verdict, const std::string& about);
/// The keys certificate_holds, differences, accepted_files and accepted_options; null and empty without one.
void add_result(Report& report, const std::optional<Verdict>& verdict);

/// "1 row", "2 rows"
std::string counted(std::size_t count, const std::string& what);

}  // namespace drover
