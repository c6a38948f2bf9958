#pragma once

#include <span>
#include <string>
#include <vector>

#include <drover/populate/fit.hpp>
#include <drover/report/verdict.hpp>

namespace drover::populate {

/// How far households for zones are from the controls, in exact numbers. `inputs` have the paths where they
/// can be found again, and roles ("households", "totals"); `options` are those that the result depends on;
/// `files` are those of the result, by their names beside the certificate.
Certificate certify(const Input& input, const Fit& fit, std::vector<CertifiedFile> inputs, NamedTexts options,
                    std::vector<CertifiedFile> files);

/// Throws InputError naming the certificate unless it is one of households for zones, about a set of files
/// that populate writes.
void check_certificate(const Certificate& certificate, const std::string& name);

/// What was measured, and how it compares with the certificate.
struct Verification {
    Fit fit;
    Verdict verdict;
};

/// Reads the households back from the files (households.csv, or weights.csv where there is none), counts
/// them, writes every file again from them and from the input, and compares digests, numbers and lines.
/// `inputs` are the files that were read now, `texts` has one text per file of the result, in their order.
/// Throws InputError if there are more or fewer, and, naming file, row and column, for rows that are not
/// households of the sample in its zones.
Verification verify(const Certificate& recorded, const Input& input, std::vector<CertifiedFile> inputs,
                    std::span<const NamedText> texts);

}  // namespace drover::populate
