#pragma once

#include <cstdint>
#include <ostream>
#include <streambuf>
#include <string>
#include <vector>

namespace drover {

namespace impl {

/// Bytes to an open file, which it owns. A failure is a failure of the stream, and its reason is kept.
class DescriptorBuffer : public std::streambuf {
  public:
    DescriptorBuffer() = default;
    ~DescriptorBuffer() override;
    DescriptorBuffer(const DescriptorBuffer&) = delete;
    DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;
    DescriptorBuffer(DescriptorBuffer&&) = delete;
    DescriptorBuffer& operator=(DescriptorBuffer&&) = delete;

    void open(int descriptor);
    /// Without what is not written yet; the lock on the file, if there is one, goes with it.
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

/// Resumable: what is written stays where it is written, once keep() was called, so that a later run can go
/// on.
enum class OutputKind { plain, resumable };

/// When the new name of a file is brought to disk: at once, or later, by sync_folder.
enum class FolderSync { now, later };

/// A file that appears under its name only when it is whole, and on disk. It is written beside it under one
/// temporary name, FILE.part~ (resumable: FILE.part), which is locked meanwhile: a second writer is refused.
/// commit() renames it; without that it is removed. The mode of a file that is replaced stays, and a link
/// stays a link: the file behind it is replaced. What is no ordinary file (a device, a pipe, /dev/stdout) is
/// written directly and never renamed over. Throws IoError naming the file and the reason.
class OutputFile {
  public:
    explicit OutputFile(std::string path, OutputKind kind = OutputKind::plain);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    OutputFile(OutputFile&&) = delete;
    OutputFile& operator=(OutputFile&&) = delete;

    std::ostream& stream() { return stream_; }
    /// What was written so far is on disk.
    void settle();
    /// The same, and the file under its name.
    void commit(FolderSync sync = FolderSync::now);
    /// Settled for good, but not yet under its name: a file less is open, and the lock is gone.
    void release();

    /// The temporary file stays, whatever happens.
    void keep() { kept_ = true; }
    /// What an earlier run has left is cut to so many bytes, and gone on with. Begun anew otherwise.
    void resume(std::int64_t byte_count);

    /// A device or a pipe: nothing of it can be taken back.
    bool is_direct() const { return temporary_.empty(); }

  private:
    [[noreturn]] void fail(int error) const;
    [[noreturn]] void refuse() const;
    bool is_replaced() const;
    void open_temporary(OutputKind kind);
    void lock(const std::string& name) const;
    void take_mode() const;

    std::string path_;       // as given, for messages
    std::string target_;     // the file behind links
    std::string temporary_;  // empty where it is no ordinary file
    impl::DescriptorBuffer buffer_;
    std::ostream stream_;
    bool kept_ = false;
    bool settled_ = false;  // and closed
    bool committed_ = false;
};

/// Names of files in it are on disk. Some folders cannot be synced: nothing can be done about that.
void sync_folder(const std::string& path);

/// The file behind links, which need not exist. Throws IoError for links in a circle.
std::string file_behind_links(const std::string& path);
/// Whether writing to it is writing to standard output: "-", /dev/stdout, a link to it.
bool is_standard_output(const std::string& path);

/// Names under which an OutputFile of that path may be written first.
std::string plain_temporary(const std::string& path);
std::string resumable_temporary(const std::string& path);

}  // namespace drover
