#pragma once

#include <functional>
#include <utility>

#include <drover/core/problem.hpp>
#include <drover/core/sha256.hpp>
#include <drover/data/row_encoder.hpp>

namespace drover {

/// Rows, valid during the call that hands them over.
struct RowBlock {
    std::span<const std::uint32_t> cells;  ///< row after row, one value number per column
    std::string_view bytes;                ///< the same as they are written; the first block has the header
};

/// Where the rows of a job go. It knows how they are written, how many bytes that made and their SHA-256, and
/// it can take over the rows of an earlier run. Used by one thread at a time.
class RowSink {
  public:
    using UseBytes = std::function<void(std::string_view bytes)>;

    explicit RowSink(CsvOptions csv = {}, const RowFormat& format = row_formats.front())
        : csv_{csv}, format_{format} {}
    RowSink(const RowSink&) = delete;
    RowSink& operator=(const RowSink&) = delete;
    RowSink(RowSink&&) = delete;
    RowSink& operator=(RowSink&&) = delete;
    virtual ~RowSink() = default;

    /// Before cells are written: what they are. The header is written with the first of them.
    void begin(const Schema& schema);
    void write(std::span<const std::uint32_t> cells);
    /// After the last row.
    void end();
    /// Rows that come with their bytes, instead of begin(), write(cells) and end().
    void write(const RowBlock& block);

    std::int64_t byte_count() const { return byte_count_; }
    /// SHA-256 of all bytes so far.
    std::string digest() const { return digest_.hex(); }

    void save(SealedWriter& out) const;
    /// Before the first write(), and after begin() if cells are written. Reads the bytes that an earlier run
    /// wrote before it was saved, after `row_count` rows, and passes them to `use`. Throws InputError unless
    /// they are the same bytes.
    void restore(SealedReader& in, std::int64_t row_count, const UseBytes& use);

    /// That the rows of an earlier run are not those of its checkpoint.
    Problem other_rows() const;

    /// What messages call the rows: the name of their file.
    virtual std::string name() const = 0;
    /// All that was written is on disk: a checkpoint is about to name it, or it is about to get its name.
    virtual void settle() {}
    /// A checkpoint names what was written: it stays, whatever happens.
    virtual void keep() {}
    /// All rows are written: they get their name.
    virtual void commit() {}

  protected:
    virtual void take(const RowBlock& block) = 0;
    /// The first bytes that an earlier run wrote. Throws InputError if there are fewer.
    virtual void read_back(std::int64_t byte_count, const UseBytes& use) = 0;
    /// Rows that are kept nowhere else.
    virtual void save_rows(SealedWriter& /*out*/) const {}
    virtual void restore_rows(SealedReader& /*in*/) {}

    const Schema& schema() const { return schema_; }
    std::unique_ptr<RowEncoder> make_encoder() const { return format_.make(csv_); }

  private:
    void pass(const RowBlock& block);

    CsvOptions csv_;
    const RowFormat& format_;
    Schema schema_;
    std::unique_ptr<RowEncoder> encoder_;  // none where rows come with their bytes
    std::string header_;                   // not written yet
    Sha256 digest_;
    std::int64_t byte_count_ = 0;
};

using TakeRows = std::function<void(const RowBlock&)>;

/// Hands rows over to a function and keeps none: they cannot be resumed.
class RowCallback final : public RowSink {
  public:
    explicit RowCallback(TakeRows take_rows, CsvOptions csv = {})
        : RowSink{csv}, take_rows_{std::move(take_rows)} {}

    std::string name() const override { return "rows"; }

  private:
    void take(const RowBlock& block) override { take_rows_(block); }
    void read_back(std::int64_t byte_count, const UseBytes& use) override;

    TakeRows take_rows_;
};

}  // namespace drover
