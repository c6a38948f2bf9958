#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <drover/synth/check.hpp>
#include <drover/synth/synth.hpp>

namespace drover::synth {

/// Exact numbers as decimal texts, in units of 1/unit rows.
struct CertifiedTable {
    std::string name;
    std::vector<std::string> columns;
    std::string l1;
    std::string worst_cell;

    friend bool operator==(const CertifiedTable&, const CertifiedTable&) = default;
};

struct CertifiedMargins {
    std::int64_t steps = 0;
    std::int64_t positive = 0;

    friend bool operator==(const CertifiedMargins&, const CertifiedMargins&) = default;
};

/// What was made from what, and how well it fits, in numbers that anyone can compute again.
struct Certificate {
    std::string version;  ///< of the program
    std::vector<CertifiedFile> inputs;
    NamedTexts options;  ///< by their names without dashes
    std::int64_t row_count = 0;
    CertifiedFile rows;
    std::int64_t unit = 1;
    bool exact = true;    ///< nothing was rounded to the unit
    double rounding = 0;  ///< the most that a share was moved
    std::vector<CertifiedTable> tables;
    bool zeros_are_hard = false;  ///< no row is in a cell of count 0
    std::int64_t impossible_rows = 0;
    std::optional<CertifiedMargins> margins;

    /// The value of an option, or nothing.
    std::optional<std::string> option(const std::string& name) const;

    friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// `inputs` and `rows_file` are named as a reader will find them, `options` are those that the rows depend
/// on.
Certificate certify(const Result& made, std::vector<CertifiedFile> inputs, NamedTexts options,
                    const std::string& rows_file);

/// "drover.certificate/1", keys always in the same order.
std::string certificate_text(const Certificate& certificate);

/// Throws InputError naming the file and the key for anything that is not a certificate: a key that is
/// unknown or comes twice, texts with a zero byte, more than 64 levels.
Certificate parse_certificate(const std::string& text, const std::string& name);

/// What differs from a check of the same rows now, one line each: "rows.csv: sha256: expected ..., got ...".
/// One digest per input of the certificate, else InputError. The check must have had the certificate's zeros
/// and forbid.
std::vector<std::string> differences(const Certificate& recorded, std::span<const std::string> input_digests,
                                     const CheckResult& found);

}  // namespace drover::synth
