#include <drover/core/check.hpp>
#include <drover/job/row_sink.hpp>

namespace drover {

void RowSink::begin(const Schema& schema) {
    schema_ = schema;
    encoder_ = make_encoder();
    encoder_->begin(schema_, header_);
}

void RowSink::write(std::span<const std::uint32_t> cells) {
    std::string bytes = std::exchange(header_, {});
    encoder_->rows(cells, bytes);
    pass({cells, bytes});
}

void RowSink::end() {
    if (!encoder_) return;
    std::string bytes = std::exchange(header_, {});
    encoder_->end(bytes);
    if (!bytes.empty()) pass({{}, bytes});
}

void RowSink::write(const RowBlock& block) { pass(block); }

void RowSink::pass(const RowBlock& block) {
    take(block);
    digest_.add(block.bytes);
    byte_count_ += static_cast<std::int64_t>(block.bytes.size());
}

void RowSink::save(SealedWriter& out) const {
    out.number(static_cast<std::uint64_t>(byte_count_));
    out.text(digest());
    if (encoder_) encoder_->save(out);
    save_rows(out);
}

void RowSink::restore(SealedReader& in, std::int64_t row_count, const UseBytes& use) {
    const auto byte_count = static_cast<std::int64_t>(in.up_to(INT64_MAX));
    const std::string digest = in.text();
    if (encoder_) at({.file = in.name()}, [&] { encoder_->restore(in, row_count); });
    restore_rows(in);
    if (byte_count > 0) {
        header_.clear();
        read_back(byte_count, [&](std::string_view bytes) {
            digest_.add(bytes);
            byte_count_ += static_cast<std::int64_t>(bytes.size());
            use(bytes);
        });
    }
    check_input(byte_count_ == byte_count && this->digest() == digest, [&] { return other_rows(); });
}

Problem RowSink::other_rows() const {
    return {.fault = Fault::changed,
            .place = {.file = name()},
            .expected = "the rows of the checkpoint",
            .got = "others"};
}

void RowCallback::read_back(std::int64_t /*byte_count*/, const UseBytes& /*use*/) {
    throw InputError(Problem{.fault = Fault::conflict,
                             .place = {.file = name()},
                             .expected = "a file or memory that has those before the checkpoint",
                             .got = "a function that takes them"});
}

}  // namespace drover
