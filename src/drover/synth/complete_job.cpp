#include <drover/core/check.hpp>
#include <drover/core/paced_watch.hpp>
#include <drover/synth/complete_job.hpp>
#include <drover/synth/impl/partial_rows.hpp>
#include <drover/synth/impl/run.hpp>

namespace drover::synth {

class CompleteJob::Impl {
  public:
    Impl(const TableSet& tables, const Options& options)
        : run_{tables, options, impl::Task::complete_rows}, csv_{options.csv}, control_{options.control} {}

    void follow(RunControl control) { control_ = std::move(control); }

    void run(const TableText& partial, const TakeRows& take) {
        impl::PartialRows rows{partial.text, partial.file, run_.schema(), csv_};
        std::vector<std::uint32_t> cells;
        std::string filled;
        std::string out = rows.header();
        PacedWatch watch{control_};
        while (!interrupted_ && rows.next()) {
            interrupted_ = !watch.goes_on(row_count());
            const std::optional<CategoryRow> row = completed(rows);
            if (!row) {
                rows.append_as_given(out);
                continue;
            }
            filled.clear();
            const std::span shown = run_.shown_rows(*row);
            run_.writer().append(shown, filled);
            rows.append(filled, out);
            cells.insert(cells.end(), shown.begin(), shown.end());
            run_.record(*row);
            if (row_count() % impl::chunk_rows != 0) continue;
            run_.hand_over({cells, out}, take);
            cells.clear();
            out.clear();
        }
        check_input(row_count() > 0 || unfilled_rows_ == 0, [&] { return first_unfilled_; });
        run_.hand_over({cells, out}, take);
    }

    std::int64_t row_count() const { return run_.generator().row_count(); }
    bool interrupted() const { return interrupted_; }

    Result result() const {
        Result made = run_.result();
        made.unfilled_rows = unfilled_rows_;
        made.first_unfilled = first_unfilled_;
        made.interrupted = interrupted_;
        return made;
    }

  private:
    // Nothing where no row may have the values given.
    std::optional<CategoryRow> completed(const impl::PartialRows& rows) {
        const std::vector<std::size_t>& columns = run_.plan().columns;
        CategoryRow given(columns.size());
        for (std::size_t j = 0; j < columns.size(); ++j) given[columns[j]] = rows.given()[j];
        try {
            return run_.generator().complete(given);
        } catch (const InputError& error) {
            if (++unfilled_rows_ == 1) first_unfilled_ = rows.place() + ": the values given: " + error.what();
            return std::nullopt;
        }
    }

    impl::Run run_;
    CsvOptions csv_;
    RunControl control_;
    std::int64_t unfilled_rows_ = 0;
    std::string first_unfilled_;
    bool interrupted_ = false;
};

CompleteJob::CompleteJob(const TableSet& tables, const Options& options)
    : impl_{std::make_unique<Impl>(tables, options)} {}
CompleteJob::CompleteJob(CompleteJob&& other) noexcept = default;
CompleteJob& CompleteJob::operator=(CompleteJob&& other) noexcept = default;
CompleteJob::~CompleteJob() = default;

void CompleteJob::follow(RunControl control) { impl_->follow(std::move(control)); }
void CompleteJob::run(const TableText& partial, const TakeRows& take) { impl_->run(partial, take); }
std::int64_t CompleteJob::row_count() const { return impl_->row_count(); }
bool CompleteJob::interrupted() const { return impl_->interrupted(); }
Result CompleteJob::result() const { return impl_->result(); }

}  // namespace drover::synth
