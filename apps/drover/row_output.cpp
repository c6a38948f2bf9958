#include <cerrno>
#include <filesystem>
#include <ostream>
#include <system_error>

#include <drover/core/check.hpp>

#include "row_output.hpp"

namespace drover::cli {
namespace {

constexpr std::int64_t block_size = std::int64_t{1} << 22U;  // bytes read at a time

[[noreturn]] void fail(const std::string& name, const char* what, int code) {
    throw IoError(name + ": cannot " + what + ": " + std::generic_category().message(code != 0 ? code : EIO));
}

}  // namespace

RowOutput::RowOutput(const std::string& path, std::ostream& standard, bool resumable)
    : path_{path}, standard_{standard}, resumable_{resumable} {
    if (path != "-" && !resumable) file_ = std::make_unique<OutputFile>(path);
}

RowOutput::~RowOutput() {
    if (!part_.is_open() || keep_) return;
    part_.close();
    std::error_code ignored;
    std::filesystem::remove(part_name(path_), ignored);
}

void RowOutput::open_part(std::ios::openmode mode) {
    errno = 0;
    part_.open(part_name(path_), std::ios::binary | mode);
    if (!part_) fail(part_name(path_), "open", errno);
}

void RowOutput::start() {
    if (resumable_) open_part(std::ios::trunc);
}

std::ostream& RowOutput::stream() {
    if (file_) return file_->stream();
    return resumable_ ? part_ : standard_;
}

void RowOutput::write(std::string_view text) {
    stream().write(text.data(), static_cast<std::streamsize>(text.size()));
    check_written(path_, stream());
}

void RowOutput::keep_part() {
    check_written(path_, stream());
    keep_ = true;
}

void RowOutput::commit() {
    check_written(path_, stream());
    if (file_) file_->commit();
    if (!resumable_) return;
    part_.close();
    std::error_code error;
    std::filesystem::rename(part_name(path_), path_, error);
    if (error) fail(path_, "write", error.value());
}

ReadBlock RowOutput::part_blocks(std::int64_t byte_count) const {
    const std::string name = part_name(path_);
    check_input(std::filesystem::exists(name), [&] {
        return name + ": expected the rows of the checkpoint, got no such file (a finished run leaves none)";
    });
    errno = 0;
    const auto part = std::make_shared<std::ifstream>(name, std::ios::binary);
    if (!*part) fail(name, "read", errno);
    return [name, part, left = byte_count, byte_count](std::string& block) mutable {
        block.resize(static_cast<std::size_t>(std::min(left, block_size)));
        part->read(block.data(), static_cast<std::streamsize>(block.size()));
        if (part->bad()) fail(name, "read", errno);
        check_input(part->gcount() == static_cast<std::streamsize>(block.size()), [&] {
            return name + ": expected the " + std::to_string(byte_count) + " bytes of the checkpoint, got " +
                   std::to_string(byte_count - left + part->gcount());
        });
        left -= static_cast<std::int64_t>(block.size());
        return !block.empty();
    };
}

void RowOutput::resume(std::int64_t byte_count) {
    const std::string name = part_name(path_);
    std::error_code error;
    std::filesystem::resize_file(name, static_cast<std::uintmax_t>(byte_count), error);
    if (error) fail(name, "cut to the checkpoint", error.value());
    open_part(std::ios::app);
    keep_ = true;
}

}  // namespace drover::cli
