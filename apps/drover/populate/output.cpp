#include <algorithm>
#include <ostream>

#include <drover/core/sha256.hpp>
#include <drover/populate/certificate.hpp>
#include <drover/populate/csv.hpp>

#include "../cli/output_folder.hpp"
#include "output.hpp"

namespace drover::cli::populate {
namespace {

// Passes bytes on and computes their digest.
class DigestBuffer : public std::streambuf {
  public:
    explicit DigestBuffer(std::ostream& out) : out_{out} {}
    std::string hex() const { return digest_.hex(); }

  protected:
    std::streamsize xsputn(const char* bytes, std::streamsize count) override {
        digest_.add({bytes, static_cast<std::size_t>(count)});
        out_.write(bytes, count);
        return out_ ? count : 0;
    }
    int_type overflow(int_type c) override {
        const char byte = traits_type::to_char_type(c);
        return xsputn(&byte, 1) == 1 ? c : traits_type::eof();
    }

  private:
    std::ostream& out_;
    Sha256 digest_;
};

std::vector<std::string> output_names(const Command& options) {
    if (options.expand == "no")
        return {"weights.csv", "controls_summary.csv", "report.html", "certificate.json"};
    return {"households.csv",       "persons.csv", "weights.csv",
            "controls_summary.csv", "report.html", "certificate.json"};
}

std::string page_text(const Command& options, const ReadFiles& read, const Result& made,
                      const std::vector<CertifiedFile>& written) {
    Page page{
        .title = "drover populate: " + options.common.output, .course = made.course, .notes = made.notes};
    for (const auto& [name, text] : row_texts(options))
        if (!text.empty()) page.options.emplace_back(name, text);
    for (const CertifiedFile& file : written) page.digests.emplace_back(file.file, file.sha256);
    for (const CertifiedFile& file : read.files) page.digests.emplace_back(file.file, file.sha256);
    return to_html(read.input, made.fit, page);
}

}  // namespace

FileUses file_uses_of(const Command& options, const ReadFiles& read) {
    FileUses uses = file_uses(options);
    uses.input_folders.clear();  // the files of --populationsim are known by now
    std::erase_if(uses.inputs, [](const FileUse& input) { return input.option != "--resume"; });
    for (const FileUse& input : input_files(read.given)) uses.inputs.push_back(input);
    return uses;
}

void check_outputs(const Command& options, const OutputFolder& folder) {
    for (const std::string& name : output_names(options)) folder.check(name);
}

std::vector<CertifiedFile> write_files(OutputFolder& folder, const Command& options, const ReadFiles& read,
                                       const Result& made) {
    std::vector<CertifiedFile> written;
    const auto write = [&](const std::string& name, const auto& what) {
        folder.write(name, [&](std::ostream& out) {
            DigestBuffer buffer{out};
            std::ostream digested{&buffer};
            what(digested);
            written.push_back({name, buffer.hex()});
        });
    };
    if (options.expand != "no") {
        write("households.csv", [&](std::ostream& out) { write_households(out, read.input, made); });
        if (read.input.has_persons)
            write("persons.csv", [&](std::ostream& out) { write_persons(out, read.input, made); });
    }
    write("weights.csv", [&](std::ostream& out) { write_weights(out, read.input, made); });
    write("controls_summary.csv",
          [&](std::ostream& out) { write_controls_summary(out, read.input, made.fit); });
    folder.write("report.html", [&](std::ostream& out) { out << page_text(options, read, made, written); });
    folder.write("certificate.json", [&](std::ostream& out) {
        out << to_text(certify(read.input, made.fit, read.files, row_texts(options), written));
    });
    return written;
}

}  // namespace drover::cli::populate
