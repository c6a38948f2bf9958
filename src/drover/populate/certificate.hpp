#pragma once

#include <span>
#include <string>
#include <vector>

#include <drover/populate/fit.hpp>
#include <drover/report/certificate_check.hpp>

namespace drover::populate {

/// Exact numbers as decimal texts.
struct CertifiedControl {
    std::string control;
    std::string level;
    std::string asked;
    std::string got;
    std::string absolute_error;
    std::string worst;

    friend bool operator==(const CertifiedControl&, const CertifiedControl&) = default;
};

/// Which households were made for zones, from which inputs, and how far they are from the controls, in
/// numbers that anyone can recompute.
struct Certificate {
    std::string version;                ///< of the program
    std::vector<CertifiedFile> inputs;  ///< each with its option: "households", "totals"
    NamedTexts options;                 ///< by their names without dashes
    std::vector<CertifiedFile> files;   ///< of the result, by their names beside the certificate
    std::int64_t households = 0;
    std::int64_t persons = 0;
    std::vector<CertifiedControl> controls;

    friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// `inputs` with the paths where they can be found again; `options` are those that the result depends on.
Certificate certify(const Input& input, const Fit& fit, std::vector<CertifiedFile> inputs, NamedTexts options,
                    std::vector<CertifiedFile> files);

/// "drover.population/1", keys always in the same order.
std::string certificate_text(const Certificate& certificate);

/// Whether a text is a certificate of households for zones, rather than of rows. Throws InputError naming the
/// file if it is not valid JSON.
bool is_certificate(const std::string& text, const std::string& name);
/// Throws InputError naming the file and the key for anything else, and for sets of files that populate does
/// not write.
Certificate parse_certificate(const std::string& text, const std::string& name);

/// What was measured, and how it differs from the certificate.
struct Verification {
    Fit fit;
    std::vector<std::string> differences;
};

/// Reads the households back from the files (households.csv, or weights.csv where there is none), counts
/// them, writes every file again from them and from the input, and compares digests, numbers and lines.
/// `input_digests` has one digest per input of the certificate, `texts` one text per file. Throws InputError
/// if there are more or fewer, and, naming file, row and column, for rows that are not households of the
/// sample in its zones.
Verification verify(const Certificate& recorded, const Input& input,
                    std::span<const std::string> input_digests, std::span<const NamedText> texts);

}  // namespace drover::populate
