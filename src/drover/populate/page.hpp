#pragma once

#include <string>
#include <vector>

#include <drover/populate/fit.hpp>
#include <drover/tables/page.hpp>

namespace drover::populate {

/// After so many households, the sum of errors of each level over its units and controls, relative to what
/// the households so far should have.
struct ErrorPoint {
    std::int64_t households = 0;
    std::vector<double> errors;  ///< by level
};

/// What a page shows besides the fit. Empty parts are left out.
struct Page {
    std::string title;
    std::vector<ErrorPoint> course = {};  ///< in order of households
    std::vector<std::string> notes = {};
    NamedTexts options = {};
    NamedTexts digests = {};  ///< file and SHA-256
};

/// One self-contained page: no scripts, nothing loaded from elsewhere, the same bytes on every machine.
std::string to_html(const Input& input, const Fit& fit, const Page& about);

}  // namespace drover::populate
