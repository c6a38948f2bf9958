#pragma once

#include <drover/report/certificate.hpp>

#include "common.hpp"

namespace drover::cli {

/// What the options that every check has ask for.
struct CheckRequest {
    CommonOptions common;
    std::string rows;
    std::string report;       ///< HTML file
    std::string cells;        ///< CSV file
    std::string certificate;  ///< to be verified; empty: none
    std::string weight;
    std::string total;
    std::string separator;
    bool has_tables = false;  ///< tables, or --against, are given: for rows alone
};

/// Results, other than rows measured against tables, that `drover check` judges: a product adds its kind.
class CheckKind {
  public:
    CheckKind() = default;
    CheckKind(const CheckKind&) = delete;
    CheckKind& operator=(const CheckKind&) = delete;
    CheckKind(CheckKind&&) = delete;
    CheckKind& operator=(CheckKind&&) = delete;
    virtual ~CheckKind() = default;

    /// Its options, which it keeps, and a note about them.
    virtual void describe(OptionList& list) = 0;
    /// Whether the options ask for a check of this kind.
    virtual bool is_asked() const = 0;
    /// Whose certificates it verifies.
    virtual std::string product() const = 0;
    /// Throws InputError if one of its options is given beside a certificate of rows.
    virtual void refuse_options(const std::string& certificate) const = 0;

    virtual ExitCode check(const CheckRequest& request, Streams& streams) const = 0;
    virtual ExitCode verify(const CheckRequest& request, const Certificate& certificate,
                            Streams& streams) const = 0;
};

}  // namespace drover::cli
