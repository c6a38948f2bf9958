#pragma once

#include <drover/report/certificate.hpp>
#include <drover/synth/check.hpp>
#include <drover/synth/synth.hpp>

namespace drover::synth {

/// How far rows are from their tables, in exact numbers of rows. `inputs` and `rows_file` are named as a
/// reader will find them, `options` are those that the rows depend on.
Certificate certify(const Result& made, std::vector<CertifiedFile> inputs, NamedTexts options,
                    const std::string& rows_file);

/// Throws InputError naming the certificate unless it is one of rows: from at least one table, with one file
/// of rows, and with one input for every option that names a file, under the name that the option has.
void check_certificate(const Certificate& certificate, const std::string& name);

/// The tables and the microdata among its inputs, in their order.
std::vector<CertifiedFile> certified_tables(const Certificate& certificate);
/// The file that an option names; empty if it names none.
std::string certified_option_file(const Certificate& certificate, const std::string& option);

/// Texts in the order of the certificate's tables, matched by is_same_file(); those without a name get the
/// recorded one. Throws InputError naming the certificate unless there is exactly one text per table.
std::vector<TableText> in_certified_order(const std::vector<TableText>& texts, const Certificate& certificate,
                                          const std::string& name);

/// Compares a certificate with a check of the rows now, which must have had the certificate's zeros and
/// forbid, and with the files that were read. Where zeros are hard, or combinations forbidden, there may be
/// no such row, whatever is recorded.
Verdict verify(const Certificate& recorded, const std::vector<CertifiedFile>& inputs,
               const CheckResult& found, const std::string& rows_file);

}  // namespace drover::synth
