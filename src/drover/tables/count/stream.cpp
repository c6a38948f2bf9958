#include <algorithm>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/data/csv_blocks.hpp>
#include <drover/data/impl/microdata_stream.hpp>
#include <drover/tables/count/stream.hpp>
#include <drover/tables/wide.hpp>

namespace drover {
namespace {

constexpr std::size_t rows_at_once = std::size_t{1} << 16U;

}  // namespace

class TableStream::Parts {
  public:
    Parts(std::string name, TableChoice choice, const std::optional<SchemaFile>& schema, CsvOptions csv,
          ScratchStore store)
        : name_{std::move(name)},
          choice_{std::move(choice)},
          options_{microdata_options(choice_, schema, csv)},
          store_{std::move(store)},
          blocks_{name_, csv},
          head_{name_, {}} {}

    void add_block(std::string_view block) {
        const std::string_view records = blocks_.add(block);
        if (!records.empty()) add_records(records);
    }

    void add_batch(std::span<const CodedColumn> batch) {
        if (!stream_) begin(names_of(batch));
        if (batch.empty() || batch.front().codes.empty()) return;
        const std::size_t rows = checked_row_count(batch, name_);
        for (std::size_t row = 0; row < rows; row += rows_at_once) {
            stream_->add(batch, row, std::min(rows_at_once, rows - row));
            count();
        }
    }

    const TableText& head() const { return head_; }

    CountedRows finish() {
        if (!stream_ || !blocks_.rest().empty()) add_records(std::string{blocks_.rest()});
        check_input(stream_.has_value(), [&] {
            return Problem{Fault::missing, {.file = name_}, "a header line", "an empty file"};
        });
        count();
        impl::MicrodataCoding coding = stream_->coding();
        stream_.reset();
        counted_->finish(std::move(coding.schema), std::move(coding.categories));
        return std::move(*counted_);
    }

  private:
    void begin(const std::vector<std::string>& header) {
        stream_.emplace(header, name_, options_);
        Schema names;
        for (const std::string& column : stream_->names()) names.columns.push_back({.name = column});
        counted_.emplace(names.columns.size(), chosen_tables(choice_, names), stream_->is_weighted(), store_);
    }

    void add_records(std::string_view records) {
        // One row more than a guess uses, so that it knows whether there are more.
        if (!stream_ || stream_->row_count() <= static_cast<std::int64_t>(guessed_rows))
            head_.text += records;
        if (reader_) {
            reader_->resume(records);
        } else {
            reader_.emplace(records, name_, options_.csv);
        }
        if (!stream_) {
            if (!reader_->next()) return;
            begin({reader_->fields().begin(), reader_->fields().end()});
        }
        while (reader_->next()) {
            stream_->add(reader_->fields());
            if (stream_->waiting_count() == rows_at_once) count();
        }
    }

    void count() {
        if (stream_->waiting_count() == 0) return;
        const std::vector<std::uint32_t> cells = stream_->take_cells();
        const std::vector<Rational> weights = stream_->take_weights();
        counted_->add(cells, weights, stream_->value_counts());
    }

    std::string name_;
    TableChoice choice_;
    MicrodataOptions options_;
    ScratchStore store_;
    CsvBlocks blocks_;
    TableText head_;
    std::optional<CsvReader> reader_;
    std::optional<impl::MicrodataStream> stream_;
    std::optional<CountedRows> counted_;
};

TableStream::TableStream(std::string name, TableChoice choice, const std::optional<SchemaFile>& schema,
                         CsvOptions csv, ScratchStore store)
    : parts_{std::make_unique<Parts>(std::move(name), std::move(choice), schema, csv, std::move(store))} {}

TableStream::~TableStream() = default;

void TableStream::add(std::string_view text) { parts_->add_block(text); }
void TableStream::add(std::span<const CodedColumn> batch) { parts_->add_batch(batch); }
const TableText& TableStream::head() const { return parts_->head(); }
CountedRows TableStream::finish() { return parts_->finish(); }

}  // namespace drover
