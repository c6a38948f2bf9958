#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <system_error>

#include <drover/core/check.hpp>
#include <drover/job/row_file.hpp>

namespace drover {
namespace {

constexpr std::int64_t bytes_at_a_time = std::int64_t{1} << 22U;

[[noreturn]] void fail_to_read(const std::string& name, int code) {
    throw IoError(name, "cannot read: " + std::generic_category().message(code != 0 ? code : EIO), code);
}

std::int64_t size_of(const std::string& name) {
    std::error_code error;
    const auto size = std::filesystem::file_size(name, error);
    return error ? 0 : static_cast<std::int64_t>(size);
}

// The first bytes of a file, block by block. Throws InputError if there are fewer.
void read_first(const std::string& name, std::int64_t byte_count, const RowSink::UseBytes& use) {
    errno = 0;
    std::ifstream file{name, std::ios::binary};
    if (!file) fail_to_read(name, errno);
    std::string block;
    for (std::int64_t left = byte_count; left > 0; left -= static_cast<std::int64_t>(block.size())) {
        block.resize(static_cast<std::size_t>(std::min(left, bytes_at_a_time)));
        file.read(block.data(), static_cast<std::streamsize>(block.size()));
        if (file.bad()) fail_to_read(name, errno);
        check_input(file.gcount() == static_cast<std::streamsize>(block.size()), [&] {
            return Problem{.fault = Fault::changed,
                           .place = {.file = name},
                           .expected = "the " + std::to_string(byte_count) + " bytes of the checkpoint",
                           .got = std::to_string(byte_count - left + file.gcount())};
        });
        use(block);
    }
}

}  // namespace

RowFile::RowFile(std::string path, OutputKind kind, CsvOptions csv, const RowFormat& format)
    : RowSink{csv, format},
      path_{std::move(path)},
      kind_{kind},
      name_{kind == OutputKind::resumable ? part_name(path_) : path_},
      file_{path_, kind} {}

// After the bytes of the checkpoint, or over what another run has left.
void RowFile::start() {
    if (!started_ && kind_ == OutputKind::resumable) file_.resume(byte_count());
    started_ = true;
}

void RowFile::append(std::string_view bytes) {
    file_.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file_.stream().flush();
    if (!file_.stream()) file_.settle();  // which says why
}

void RowFile::take(const RowBlock& block) {
    start();
    append(block.bytes);
}

void RowFile::settle() {
    start();
    file_.settle();
}

void RowFile::commit() {
    start();
    file_.commit();
}

// A finished run has its rows under their name: so many bytes of them are copied to FILE.part, which is
// removed again unless it is continued.
void RowFile::copy_to_part(std::int64_t byte_count) {
    name_ = path_;
    was_complete_ = size_of(path_) > byte_count;
    file_.resume(0);
    read_first(path_, byte_count, [&](std::string_view bytes) { append(bytes); });
}

void RowFile::read_back(std::int64_t byte_count, const UseBytes& use) {
    const std::string part = part_name(path_);
    if (size_of(part) < byte_count && std::filesystem::exists(path_)) copy_to_part(byte_count);
    check_input(size_of(part) > 0, [&] {
        return Problem{.fault = Fault::missing,
                       .place = {.file = part},
                       .expected = "the rows of the checkpoint",
                       .got = "no such file, nor " + quoted(path_)};
    });
    read_first(part, byte_count, use);
}

void RowStream::take(const RowBlock& block) {
    out_.write(block.bytes.data(), static_cast<std::streamsize>(block.bytes.size()));
    settle();
}

void RowStream::settle() {
    if (out_) {
        errno = 0;  // otherwise it tells why writing failed before
        out_.flush();
    }
    if (out_) return;
    const int error = errno != 0 ? errno : EIO;
    throw IoError(name_, "cannot write: " + std::generic_category().message(error), error);
}

void RowStream::read_back(std::int64_t /*byte_count*/, const UseBytes& /*use*/) {
    throw InputError(Problem{.fault = Fault::conflict,
                             .place = {.file = name_},
                             .expected = "a file that has the rows before the checkpoint",
                             .got = "a stream"});
}

}  // namespace drover
