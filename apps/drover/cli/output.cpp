#include <ostream>

#include <drover/core/check.hpp>

#include "common.hpp"
#include "hold_interrupts.hpp"
#include "output.hpp"

namespace drover::cli {

Output::Output(const std::string& path, std::ostream& standard) : path_{path}, standard_{standard} {
    if (is_wanted() && path != "-") file_.emplace(path);
}

void Output::check_written() {
    if (is_wanted()) cli::check_written(path_, stream());
}

void Output::settle() {
    check_written();
    if (file_) file_->settle();
}

void Output::commit() {
    check_written();
    if (file_) file_->commit();
}

void check_model_path(const std::string& path) {
    check_input(!is_standard_output(path),
                [&] { return "-o: expected a file for the model, got " + quoted(path); });
}

ModelFile::ModelFile(std::string path) : path_{std::move(path)} { file_.emplace(path_); }

void ModelFile::write(const std::string& bytes) {
    if (!file_) file_.emplace(path_);
    const HoldInterrupts hold;
    file_->stream() << bytes;
    file_->commit();
    const bool is_direct = file_->is_direct();
    file_.reset();
    if (!is_direct) file_.emplace(path_);
}

}  // namespace drover::cli
