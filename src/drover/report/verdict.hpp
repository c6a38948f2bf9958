#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <drover/report/certificate.hpp>
#include <drover/report/report.hpp>

namespace drover {

/// The result of comparing a certificate with the current files.
struct Verdict {
    std::vector<std::string> differences = {};  ///< one line each; the certificate holds if there are none
    std::vector<CertifiedFile> accepted_files = {};  ///< the files it is about, as they were found
    NamedTexts accepted_options = {};                ///< the options it was reached with

    bool holds() const { return differences.empty(); }
};

/// On a certificate, by one that was measured again from `files`.
Verdict judge(const Certificate& recorded, const Certificate& found, std::vector<CertifiedFile> files);

/// "certificate holds: " and what it is about, or the first differences; then files and options.
void write_text(std::ostream& out, const Verdict& verdict, const std::string& about);
/// The keys certificate_holds, differences, accepted_files and accepted_options; null and empty without a
/// verdict.
void add_result(Report& report, const std::optional<Verdict>& verdict);

/// "1 row", "2 rows"
std::string counted(std::size_t count, const std::string& what);

}  // namespace drover
