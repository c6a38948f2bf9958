#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/paced_watch.hpp>
#include <drover/synth/complete_job.hpp>
#include <drover/synth/impl/partial_rows.hpp>
#include <drover/synth/impl/run.hpp>

namespace drover::synth {
namespace {

// Lines that end outside quotes, without the header: blank ones are among them.
std::int64_t count_rows(std::string_view text) {
    std::int64_t lines = 0;
    bool is_quoted = false;
    for (const char c : text) {
        if (c == '"') is_quoted = !is_quoted;
        if (c == '\n' && !is_quoted) ++lines;
    }
    if (!text.empty() && text.back() != '\n') ++lines;
    return std::max<std::int64_t>(1, lines - 1);
}

}  // namespace

class CompleteJob::Impl {
  public:
    Impl(const TableSet& tables, const TableText& partial, const Options& options, RowSink& rows)
        : run_{tables, options, impl::Task::complete_rows, rows},
          partial_{partial.text, partial.file, run_.schema(), options.csv},
          encoder_{make_csv_encoder(options.csv)},
          out_{partial_.header()},
          total_{count_rows(partial.text)} {
        std::string unused;
        encoder_->begin(run_.schema(), unused);
    }

    bool advance(std::int64_t budget, const RunControl& control) {
        if (!run_.generator().burn_in(control)) return true;
        PacedWatch watch{control};
        const std::int64_t end = read_ + std::min(budget, INT64_MAX - read_);
        while (has_more_ && read_ < end && watch.goes_on(read_)) {
            has_more_ = partial_.next();
            if (has_more_) fill_row();
        }
        if (!has_more_) hand_over();
        return has_more_;
    }

    JobProgress progress() const {
        return {.done = read_, .total = has_more_ ? std::max(total_, read_) : read_};
    }

    void save(SealedWriter& out) {
        hand_over();
        out.number(static_cast<std::uint64_t>(read_));
        out.number(unfilled_.size());
        for (const std::int64_t row : unfilled_) out.number(static_cast<std::uint64_t>(row));
        out.text(first_unfilled_);
        encoder_->save(out);
        run_.save(out);
    }

    void restore(SealedReader& in);

    Result result() {
        if (read_ == 0) throw Stopped{};
        check_input(run_.generator().row_count() > 0 || unfilled_.empty(), [&] { return first_unfilled_; });
        hand_over();
        Result made = run_.result();
        made.unfilled_rows = static_cast<std::int64_t>(unfilled_.size());
        made.first_unfilled = first_unfilled_;
        return made;
    }

  private:
    void fill_row() {
        ++read_;
        const std::optional<CategoryRow> row = completed();
        if (!row) {
            partial_.append_as_given(out_);
            return;
        }
        std::string filled;
        const std::span shown = run_.shown_rows(*row);
        encoder_->rows(shown, filled);
        partial_.append(filled, out_);
        cells_.insert(cells_.end(), shown.begin(), shown.end());
        run_.record(*row);
        if (run_.generator().row_count() % impl::chunk_rows == 0) hand_over();
    }

    // Nothing where no row may have the values given.
    std::optional<CategoryRow> completed() {
        const std::vector<std::size_t>& columns = run_.plan().columns;
        CategoryRow given(columns.size());
        for (std::size_t j = 0; j < columns.size(); ++j) given[columns[j]] = partial_.given()[j];
        try {
            return run_.generator().complete(given);
        } catch (const InputError& error) {
            if (unfilled_.empty())
                first_unfilled_ = to_text(partial_.place()) + ": the values given: " + error.what();
            unfilled_.push_back(read_ - 1);
            return std::nullopt;
        }
    }

    void hand_over() {
        if (out_.empty()) return;
        run_.sink().write({cells_, out_});
        cells_.clear();
        out_.clear();
    }

    impl::Run run_;
    impl::PartialRows partial_;
    std::unique_ptr<RowEncoder> encoder_;
    std::vector<std::uint32_t> cells_;  // these and the next wait to be handed over
    std::string out_;
    std::int64_t total_;
    std::int64_t read_ = 0;
    bool has_more_ = true;
    std::vector<std::int64_t> unfilled_;  // their numbers, from 0
    std::string first_unfilled_;
};

void CompleteJob::Impl::restore(SealedReader& in) {
    const auto read = static_cast<std::int64_t>(in.up_to(INT64_MAX));
    while (read_ < read) {
        in.expect(partial_.next(), "more rows than there are");
        ++read_;
    }
    unfilled_.resize(in.count(8));
    std::int64_t last = -1;
    for (std::int64_t& row : unfilled_) {
        row = static_cast<std::int64_t>(in.up_to(INT64_MAX));
        in.expect(row > last && row < read, "rows that are not in their order");
        last = row;
    }
    first_unfilled_ = in.text();
    in.expect(first_unfilled_.empty() == unfilled_.empty(), "a row that was not filled, without a reason");
    const std::int64_t filled = read - static_cast<std::int64_t>(unfilled_.size());
    at({.file = in.name()}, [&] { encoder_->restore(in, filled); });
    run_.restore(in, filled, [next = std::size_t{0}, this](std::int64_t row) mutable {
        if (next == unfilled_.size() || unfilled_[next] != row) return true;
        ++next;
        return false;
    });
    in.expect(run_.generator().row_count() == filled, "another number of rows than was read");
    if (run_.sink().byte_count() > 0) out_.clear();
}

CompleteJob::CompleteJob(const TableSet& tables, const TableText& partial, const Options& options,
                         RowSink& rows)
    : impl_{std::make_unique<Impl>(tables, partial, options, rows)} {}
CompleteJob::~CompleteJob() = default;

bool CompleteJob::advance(std::int64_t budget, const RunControl& control) {
    return impl_->advance(budget, control);
}
JobProgress CompleteJob::progress() const { return impl_->progress(); }
void CompleteJob::save(SealedWriter& out) const { impl_->save(out); }
void CompleteJob::restore(SealedReader& in) { impl_->restore(in); }
Result CompleteJob::result() const { return impl_->result(); }

}  // namespace drover::synth
