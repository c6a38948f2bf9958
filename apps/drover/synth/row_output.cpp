#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>

#include <drover/core/check.hpp>

#include "row_output.hpp"

namespace drover::cli::synth {

using namespace drover::synth;
namespace {

constexpr std::int64_t block_size = std::int64_t{1} << 22U;  // bytes read at a time

[[noreturn]] void fail(const std::string& name, int code) {
    throw IoError(name + ": cannot read: " + std::generic_category().message(code != 0 ? code : EIO));
}

// The first bytes of a file, block by block. Throws InputError if there are fewer.
ReadBlock first_blocks(const std::string& name, std::int64_t byte_count) {
    errno = 0;
    const auto file = std::make_shared<std::ifstream>(name, std::ios::binary);
    if (!*file) fail(name, errno);
    return [name, file, left = byte_count, byte_count](std::string& block) mutable {
        block.resize(static_cast<std::size_t>(std::min(left, block_size)));
        file->read(block.data(), static_cast<std::streamsize>(block.size()));
        if (file->bad()) fail(name, errno);
        check_input(file->gcount() == static_cast<std::streamsize>(block.size()), [&] {
            return name + ": expected the " + std::to_string(byte_count) + " bytes of the checkpoint, got " +
                   std::to_string(byte_count - left + file->gcount());
        });
        left -= static_cast<std::int64_t>(block.size());
        return !block.empty();
    };
}

}  // namespace

RowOutput::RowOutput(const std::string& path, std::ostream& standard, bool resumable)
    : path_{path}, standard_{standard}, resumable_{resumable} {
    if (path != "-" && !resumable) file_ = std::make_unique<OutputFile>(path);
}

void RowOutput::start() {
    if (resumable_) resume(0);
}

void RowOutput::write(std::string_view text) {
    stream().write(text.data(), static_cast<std::streamsize>(text.size()));
    check_written(path_, stream());
}

void RowOutput::settle() {
    check_written(path_, stream());
    if (file_) file_->settle();
}

void RowOutput::commit() {
    check_written(path_, stream());
    if (file_) file_->commit();
}

std::string RowOutput::reopen(std::int64_t byte_count) {
    std::string name = part_name(path_);
    std::error_code none;
    const auto part_size = std::filesystem::file_size(name, none);
    const bool is_there = !none && part_size >= static_cast<std::uintmax_t>(byte_count);
    if (is_there || !std::filesystem::exists(path_)) return name;
    file_ = std::make_unique<OutputFile>(path_, OutputKind::resumable);
    file_->resume(0);  // over what a killed run has left of this copy
    const ReadBlock read = first_blocks(path_, byte_count);
    for (std::string block; read(block);) write(block);
    check_written(path_, stream());
    return path_;
}

ReadBlock RowOutput::part_blocks(std::int64_t byte_count) const {
    const std::string name = part_name(path_);
    check_input(std::filesystem::exists(name), [&] {
        return name + ": expected the rows of the checkpoint, got no such file, nor " + quoted(path_);
    });
    return first_blocks(name, byte_count);
}

void RowOutput::resume(std::int64_t byte_count) {
    if (!file_) file_ = std::make_unique<OutputFile>(path_, OutputKind::resumable);
    file_->resume(byte_count);
}

}  // namespace drover::cli::synth
