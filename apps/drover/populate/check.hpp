#pragma once

#include "files.hpp"

namespace drover::cli::populate {

/// Households for zones, of any origin, to be measured against controls.
struct Check {
    CommonOptions common;
    std::string rows;
    Files files;
    std::string result_id;         ///< column of the sample's numbers there; empty: as in the sample
    std::string report;            ///< HTML file
    std::string cells;             ///< CSV file: every unit and control
    std::string certificate = {};  ///< to be verified
};

/// Options of drover check that are about populations; what it has already, these do not have.
void describe_check(OptionList& list, Files& files, std::string& result_id);
/// Whether they ask for one.
bool has_controls(const Files& files);

ExitCode check_households(const Check& check, Streams& streams);

/// Verifies the certificate, whose text is given: its files beside it are read again and counted, against
/// inputs at their recorded paths, beside it, or as the command line says.
ExitCode verify_certificate(const Check& check, const std::string& text, Streams& streams);

}  // namespace drover::cli::populate
