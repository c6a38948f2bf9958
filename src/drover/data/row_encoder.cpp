#include <optional>

#include <drover/data/row_encoder.hpp>
#include <drover/data/row_writer.hpp>

namespace drover {
namespace {

class CsvEncoder final : public RowEncoder {
  public:
    explicit CsvEncoder(CsvOptions csv) : csv_{csv} {}

    void begin(const Schema& schema, std::string& out) override {
        width_ = schema.columns.size();
        writer_.emplace(schema, csv_);
        out += writer_->header();
    }

    void rows(std::span<const std::uint32_t> cells, std::string& out) override {
        for (std::size_t at = 0; at < cells.size(); at += width_)
            writer_->append(cells.subspan(at, width_), out);
    }

    void end(std::string& /*out*/) override {}

    void save(SealedWriter& out) const override {
        out.number(writer_->uses().size());
        for (const std::int64_t uses : writer_->uses()) out.number(static_cast<std::uint64_t>(uses));
    }

    void restore(SealedReader& in, std::int64_t row_count) override {
        std::vector<std::int64_t> uses(in.count(8));
        for (std::int64_t& count : uses) count = static_cast<std::int64_t>(in.number());
        writer_->set_uses(std::move(uses), row_count);
    }

  private:
    CsvOptions csv_;
    std::size_t width_ = 0;
    std::optional<RowWriter> writer_;
};

}  // namespace

std::unique_ptr<RowEncoder> make_csv_encoder(CsvOptions csv) { return std::make_unique<CsvEncoder>(csv); }

}  // namespace drover
