#pragma once

#include <cstdint>
#include <ostream>
#include <streambuf>
#include <string>
#include <vector>

namespace drover {

namespace impl {

/// Writes bytes to an open file, which it owns. A failure makes the stream fail, and its reason is kept.
class DescriptorBuffer : public std::streambuf {
  public:
    DescriptorBuffer() = default;
    ~DescriptorBuffer() override;
    DescriptorBuffer(const DescriptorBuffer&) = delete;
    DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;
    DescriptorBuffer(DescriptorBuffer&&) = delete;
    DescriptorBuffer& operator=(DescriptorBuffer&&) = delete;

    void open(int descriptor);
    /// Discards what is not written yet, and releases the lock on the file, if any.
    void close();
    int descriptor() const { return descriptor_; }
    int error() const { return error_; }  ///< of the first write that failed; 0: none did

  protected:
    int_type overflow(int_type byte) override;
    std::streamsize xsputn(const char* text, std::streamsize count) override;
    int sync() override;

  private:
    bool write_out(const char* text, std::size_t count);

    std::vector<char> bytes_;
    int descriptor_ = -1;
    int error_ = 0;
};

}  // namespace impl

/// Resumable: after keep() the temporary file stays, so that a later run can continue it.
enum class OutputKind { plain, resumable };

/// When the new name of a file is synced to disk: at once, or later, by sync_folder.
enum class FolderSync { now, later };

/// A file that appears under its name only when it is complete and on disk. Until then it has a temporary
/// name in the same folder, FILE.part~ (resumable: FILE.part), and is locked: a second writer is refused.
/// commit() renames it; without commit() it is removed. A replaced file keeps its mode, and a link stays a
/// link: the file it points to is replaced. Anything but a regular file (a device, a pipe, /dev/stdout) is
/// written directly and never replaced. Throws IoError naming the file and the reason.
class OutputFile {
  public:
    explicit OutputFile(std::string path, OutputKind kind = OutputKind::plain);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    OutputFile(OutputFile&&) = delete;
    OutputFile& operator=(OutputFile&&) = delete;

    std::ostream& stream() { return stream_; }
    /// Syncs what was written so far to disk.
    void settle();
    /// The same, and gives the file its name.
    void commit(FolderSync sync = FolderSync::now);
    /// Syncs and closes the file, but does not rename it yet: fewer files are open, and the lock is released.
    void release();

    /// Keeps the temporary file, whatever happens.
    void keep() { kept_ = true; }
    /// Truncates the temporary file of an earlier run to that many bytes and continues it. Without this call
    /// it starts empty.
    void resume(std::int64_t byte_count);

    /// A device or a pipe: nothing written to it can be undone.
    bool is_direct() const { return temporary_.empty(); }

  private:
    [[noreturn]] void fail(int error) const;
    [[noreturn]] void refuse() const;
    bool is_replaced() const;
    void open_temporary(OutputKind kind);
    void lock(const std::string& name) const;
    void take_mode() const;

    std::string path_;       // as given, for messages
    std::string target_;     // the file after resolving links
    std::string temporary_;  // empty if it is not a regular file
    impl::DescriptorBuffer buffer_;
    std::ostream stream_;
    bool kept_ = false;
    bool settled_ = false;  // and closed
    bool committed_ = false;
};

/// Syncs the names of the files in a folder. Some folders cannot be synced; that is ignored.
void sync_folder(const std::string& path);

/// The file that links lead to, which need not exist. Throws IoError for links in a circle.
std::string file_behind_links(const std::string& path);
/// Whether the path means standard output: "-", /dev/stdout, a link to it.
bool is_standard_output(const std::string& path);

/// The temporary names that an OutputFile of that path may use.
std::string plain_temporary(const std::string& path);
std::string resumable_temporary(const std::string& path);

}  // namespace drover
