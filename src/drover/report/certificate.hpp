#pragma once

#include <optional>
#include <string>
#include <vector>

#include <drover/report/certified_file.hpp>
#include <drover/report/named_texts.hpp>

namespace drover {

/// What was measured, as exact texts: one row per thing, named by its first cell.
struct CertifiedTable {
    std::string name;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;  ///< one cell per column

    friend bool operator==(const CertifiedTable&, const CertifiedTable&) = default;
};

/// What was made from what, and how well it fits, in numbers that anyone can compute again. A product
/// measures into it; reading, writing and comparing are the same for all.
struct Certificate {
    std::string product;  ///< "synth"
    std::string version;  ///< of the program
    std::vector<CertifiedFile> inputs;
    std::vector<CertifiedFile> outputs;
    NamedTexts options;  ///< those that the outputs depend on, by their names without dashes
    NamedTexts facts;    ///< what was measured of the outputs as a whole, as exact texts
    std::vector<CertifiedTable> tables;
    std::string sha256;  ///< of all of the above: see sealed()

    /// The value of an option, or nothing.
    std::optional<std::string> option(const std::string& name) const;

    friend bool operator==(const Certificate&, const Certificate&) = default;
};

/// With the SHA-256 of its contents, which are written as JSON without spaces for that. It shows an edit of
/// what cannot be measured again, such as a seed, unless the digest was computed again as well.
Certificate sealed(Certificate certificate);

/// "drover.certificate/2", keys always in the same order. Does not seal.
std::string to_text(const Certificate& certificate);

/// Throws InputError naming the file and the key for anything that is not a certificate: a key that is
/// unknown or comes twice, texts with a zero byte, more than 64 levels. Whether it holds is not asked here.
Certificate parse_certificate(const std::string& text, const std::string& name);

/// Throws InputError naming the file unless it is a certificate of this product.
void check_product(const Certificate& certificate, const std::string& product, const std::string& name);

/// What a file is in a certificate: "table", "schema", "rows".
std::string role_of(const CertifiedFile& file);

/// Whether a file is there in the place of another: the same role and the same name, without folders.
/// What has no name, such as a pipe, stands for whatever has the same contents.
bool is_same_file(const CertifiedFile& a, const CertifiedFile& b);

/// What differs, one line each: `fit: table "age": l1_rows: recorded 2, found 4.667 (exactly 14/3)`. First
/// whether the recorded one was edited after it was sealed. Files are compared by role, name and digest, in
/// any order; options, facts and rows by their names, and in their order; the version is not.
std::vector<std::string> differences(const Certificate& recorded, const Certificate& found);

}  // namespace drover
