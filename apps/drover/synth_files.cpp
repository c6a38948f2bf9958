#include <filesystem>
#include <system_error>

#include <drover/core/check.hpp>

#include "row_output.hpp"
#include "synth_files.hpp"

namespace drover::cli {
namespace {

struct OutputName {
    const char* option;
    std::string file;
};

std::vector<OutputName> outputs_of(const SynthOptions& options) {
    std::vector<OutputName> outputs{{"-o", options.common.output},
                                    {"--report", options.report},
                                    {"--cert", options.certificate},
                                    {"--checkpoint", options.checkpoint}};
    std::erase_if(outputs, [](const OutputName& output) { return output.file.empty(); });
    return outputs;
}

void check_not_read(const OutputName& output, const SynthOptions& options) {
    std::vector<std::string> inputs = options.reference.tables.files;
    inputs.push_back(options.complete);
    inputs.push_back(options.like);
    inputs.push_back(options.reference.tables.schema);
    check_no_input(output.option, output.file, inputs);
}

void check_outputs(const SynthOptions& options) {
    const std::vector<OutputName> outputs = outputs_of(options);
    for (std::size_t a = 0; a < outputs.size(); ++a) {
        check_input(a == 0 || outputs[a].file != "-", [&] {
            return std::string{outputs[a].option} + ": expected a file, got - (standard output)";
        });
        for (std::size_t b = 0; b < a; ++b) {
            check_input(!is_same_file(outputs[a].file, outputs[b].file), [&] {
                return std::string{outputs[b].option} + " and " + outputs[a].option +
                       ": expected two files, got " + quoted(outputs[a].file) + " twice";
            });
        }
        check_not_read(outputs[a], options);
    }
}

// Work that could be taken up is not overwritten by an arrow key.
void check_checkpoint(const SynthOptions& options) {
    const bool waits = !options.checkpoint.empty() && options.resume.empty() &&
                       std::filesystem::exists(options.checkpoint) &&
                       std::filesystem::exists(RowOutput::part_name(options.common.output));
    check_input(!waits, [&] {
        return "--checkpoint: expected no unfinished run, got one in " + quoted(options.checkpoint) +
               "; --resume goes on with it, removing the file begins anew";
    });
}

}  // namespace

void check_synth_files(const SynthOptions& options) {
    check_outputs(options);
    check_checkpoint(options);
}

SideFile::SideFile(const std::string& path) : path_{path} {
    if (!path.empty()) file_.emplace(path);
}

void SideFile::write(const std::string& text) {
    if (!file_) return;
    file_->stream() << text;
    check_written(path_, file_->stream());
}

void SideFile::commit() {
    if (file_) file_->commit();
}

}  // namespace drover::cli
