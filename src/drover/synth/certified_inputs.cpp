#include <algorithm>
#include <functional>

#include <drover/core/check.hpp>
#include <drover/core/sha256.hpp>
#include <drover/synth/certified_inputs.hpp>

namespace drover::synth {
namespace {

std::string bare_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

using FindText = std::function<bool(const TableText&, const CertifiedFile&)>;

bool has_name(const TableText& text, const CertifiedFile& input) {
    return bare_name(text.file) == bare_name(input.file);
}

bool has_digest(const TableText& text, const CertifiedFile& input) {
    return sha256(text.text) == input.sha256;
}

// The texts of the inputs; each is taken once, by the first rule that finds it.
std::vector<const TableText*> matched(const std::vector<TableText>& texts,
                                      const std::vector<CertifiedFile>& inputs) {
    std::vector<const TableText*> found(inputs.size(), nullptr);
    const auto is_free = [&](const TableText& text) {
        return std::find(found.begin(), found.end(), &text) == found.end();
    };
    const auto both = [](const TableText& text, const CertifiedFile& input) {
        return has_name(text, input) && has_digest(text, input);
    };
    for (const FindText& rule : {FindText{both}, FindText{has_digest}, FindText{has_name}}) {
        for (std::size_t k = 0; k < inputs.size(); ++k) {
            if (found[k] != nullptr) continue;
            for (const TableText& text : texts) {
                if (!is_free(text) || !rule(text, inputs[k])) continue;
                found[k] = &text;
                break;
            }
        }
    }
    return found;
}

}  // namespace

std::vector<CertifiedFile> certified_tables(const Certificate& certificate) {
    std::vector<CertifiedFile> tables;
    for (const CertifiedFile& input : certificate.inputs)
        if (input.option.empty()) tables.push_back(input);
    return tables;
}

std::string certified_option_file(const Certificate& certificate, const std::string& option,
                                  const std::string& certificate_path) {
    const auto pins = std::count_if(certificate.inputs.begin(), certificate.inputs.end(),
                                    [&](const CertifiedFile& input) { return input.option == option; });
    const bool is_given = !certificate.option(option).value_or("").empty();
    check_input(pins == (is_given ? 1 : 0), [&] {
        return certificate_path + ": inputs: expected " + (is_given ? "one file" : "no file") + " of --" +
               option + ", as its options say, got " + std::to_string(pins);
    });
    if (!is_given) return {};
    return std::find_if(certificate.inputs.begin(), certificate.inputs.end(),
                        [&](const CertifiedFile& input) { return input.option == option; })
        ->file;
}

std::vector<TableText> in_certified_order(const std::vector<TableText>& texts, const Certificate& certificate,
                                          const std::string& certificate_path) {
    const std::vector<CertifiedFile> inputs = certified_tables(certificate);
    const std::vector<const TableText*> found = matched(texts, inputs);
    std::vector<TableText> ordered;
    for (std::size_t k = 0; k < inputs.size(); ++k) {
        check_input(found[k] != nullptr, [&, at = k] {
            return certificate_path + ": expected the table file " + quoted(bare_name(inputs[at].file)) +
                   ", got none of that name";
        });
        ordered.push_back({has_name(*found[k], inputs[k]) ? found[k]->file : inputs[k].file, found[k]->text});
    }
    for (const TableText& text : texts) {
        check_input(std::find(found.begin(), found.end(), &text) != found.end(), [&] {
            return certificate_path + ": expected only the table files it names, got " + quoted(text.file);
        });
    }
    return ordered;
}

std::vector<std::string> digests_in_order(const std::vector<CertifiedFile>& files,
                                          const std::vector<TableText>& tables,
                                          const Certificate& certificate) {
    std::vector<std::string> digests;
    auto table = tables.begin();
    for (const CertifiedFile& input : certificate.inputs) {
        if (input.option.empty()) {
            digests.push_back(sha256((table++)->text));
            continue;
        }
        const auto file = std::find_if(files.begin(), files.end(), [&](const CertifiedFile& read) {
            return read.option == input.option;
        });
        digests.push_back(file != files.end() ? file->sha256 : "none");
    }
    return digests;
}

}  // namespace drover::synth
