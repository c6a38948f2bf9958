#pragma once

#include <drover/synth/certificate.hpp>
#include <drover/tables/input.hpp>

namespace drover::synth {

/// The tables and the microdata among the certificate's inputs, in their order.
std::vector<CertifiedFile> certified_tables(const Certificate& certificate);

/// The file that an option of the certificate names, which must be among its inputs; empty if it names none.
/// Throws InputError if only one of the two names it.
std::string certified_option_file(const Certificate& certificate, const std::string& option,
                                  const std::string& certificate_path);

/// Texts in the order of the certificate's tables, under the names that they have there; matched by their
/// contents, else by the names of the files without folders. Throws InputError unless there is exactly one
/// text per table.
std::vector<TableText> in_certified_order(const std::vector<TableText>& texts, const Certificate& certificate,
                                          const std::string& certificate_path);

/// The digests of the files that were read, in the order of the certificate's inputs. `files` has the tables
/// in any order, and the others.
std::vector<std::string> digests_in_order(const std::vector<CertifiedFile>& files,
                                          const std::vector<TableText>& tables,
                                          const Certificate& certificate);

}  // namespace drover::synth
