#pragma once

#include <drover/files/output.hpp>
#include <drover/job/row_sink.hpp>

namespace drover {

/// Rows in a file that appears under its name when it is complete; or, so that a run can be resumed, in
/// FILE.part, which stays as soon as a checkpoint names it. The file is this run's from the beginning: that
/// it cannot be written shows at once, and a second run is refused.
class RowFile final : public RowSink {
  public:
    RowFile(std::string path, OutputKind kind, CsvOptions csv = {},
            const RowFormat& format = row_formats.front());

    std::string name() const override { return name_; }
    void settle() override;
    void keep() override { file_.keep(); }
    void commit() override;

    /// Whether the rows that were restored had their name already, with others after the checkpoint that are
    /// made again.
    bool was_complete() const { return was_complete_; }

    static std::string part_name(const std::string& path) { return resumable_temporary(path); }

  private:
    void take(const RowBlock& block) override;
    void read_back(std::int64_t byte_count, const UseBytes& use) override;
    void start();
    void append(std::string_view bytes);
    void copy_to_part(std::int64_t byte_count);

    std::string path_;
    OutputKind kind_;
    std::string name_;
    OutputFile file_;
    bool started_ = false;
    bool was_complete_ = false;
};

/// Rows to a stream, such as standard output.
class RowStream final : public RowSink {
  public:
    /// `name` as in messages.
    RowStream(std::ostream& out, std::string name, CsvOptions csv = {},
              const RowFormat& format = row_formats.front())
        : RowSink{csv, format}, out_{out}, name_{std::move(name)} {}

    std::string name() const override { return name_; }
    void settle() override;

  private:
    void take(const RowBlock& block) override;
    void read_back(std::int64_t byte_count, const UseBytes& use) override;

    std::ostream& out_;
    std::string name_;
};

}  // namespace drover
