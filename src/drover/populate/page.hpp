#pragma once

#include <string>
#include <vector>

#include <drover/populate/fit.hpp>
#include <drover/tables/page.hpp>

namespace drover::populate {

/// The sum of errors of a level, over all its units and controls, after so many households: against what the
/// households so far should have, as a share of that.
struct ErrorPoint {
    std::int64_t households = 0;
    std::vector<double> errors;  ///< by level
};

/// What a page about a population has besides its fit. What is empty is left out.
struct Page {
    std::string title;
    std::vector<ErrorPoint> course = {};  ///< in order of households
    std::vector<std::string> notes = {};
    NamedTexts options = {};
    NamedTexts digests = {};  ///< file and SHA-256
};

/// One self-contained page: no scripts, nothing from elsewhere, the same bytes on every machine.
std::string to_html(const Input& input, const Fit& fit, const Page& about);

}  // namespace drover::populate
