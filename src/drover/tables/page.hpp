#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <drover/report/named_texts.hpp>
#include <drover/tables/fit.hpp>

namespace drover {

/// The mean total variation over all tables after that many rows.
struct ErrorPoint {
    std::int64_t rows = 0;
    double mean_tv = 0;
};

/// Steps whose state did not beat the average.
struct MarginFit {
    std::int64_t steps = 0;
    std::int64_t positive = 0;
};

/// A page about rows and the tables they were made for. Empty parts are left out.
struct HtmlReport {
    std::string title;
    FitSummary fit;
    std::optional<MarginFit> margins;
    std::optional<double> share_in_data;  ///< share of rows that are equal to a row of the microdata
    std::vector<ErrorPoint> course;       ///< in order of rows
    std::vector<std::string> notes;       ///< a paragraph each
    NamedTexts options;
    NamedTexts digests;  ///< file and SHA-256
};

/// One self-contained page: no scripts, no external resources, the same bytes on every machine.
void write_html(std::ostream& out, const HtmlReport& report);
std::string to_html(const HtmlReport& report);

}  // namespace drover
