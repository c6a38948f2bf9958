#include <algorithm>
#include <type_traits>

#include <drover/core/check.hpp>
#include <drover/dynamics/survey_job.hpp>

namespace drover::dynamics {
namespace {

template <class Value>
void put_field(SealedWriter& out, const Value& value) {
    if constexpr (std::is_same_v<Value, double>) {
        out.real(value);
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
        out.number(value ? 1 : 0);
        out.real(value.value_or(0));
    } else {
        out.number(static_cast<std::uint64_t>(value));
    }
}

template <class Value>
void take_field(SealedReader& in, Value& value) {
    if constexpr (std::is_same_v<Value, double>) {
        value = in.real();
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
        const bool has_value = in.up_to(1) == 1;
        const double number = in.real();
        in.expect(has_value || number == 0, "a number of nothing");
        if (has_value) value = number;
    } else if constexpr (std::is_same_v<Value, RouteKind>) {
        value = static_cast<RouteKind>(in.up_to(static_cast<std::uint64_t>(RouteKind::other)));
    } else if constexpr (std::is_same_v<Value, Sameness>) {
        value = static_cast<Sameness>(in.up_to(static_cast<std::uint64_t>(Sameness::undecided)));
    } else {
        value = static_cast<Value>(in.up_to(INT64_MAX));
    }
}

// Of a table on one thread: the points, the boxes of every start, the words.
void check_memory(const SurveyOptions& options, std::size_t threads) {
    const std::size_t features =
        *std::max_element(options.feature_counts.begin(), options.feature_counts.end());
    options.memory.check("dynamics survey: steps of all threads",
                         static_cast<double>(options.steps) * static_cast<double>(threads),
                         static_cast<double>(8 * features + 16 * options.start_count + 32));
}

}  // namespace

SurveyJob::SurveyJob(SurveyOptions options, ThreadPool* pool, std::function<void(const TableRecord&)> use)
    : options_{std::move(options)}, pool_{pool}, use_{std::move(use)} {
    check_survey(options_);
    check_memory(options_, pool == nullptr ? 1 : pool->thread_count());
}

bool SurveyJob::advance(std::int64_t budget, const RunControl& control) {
    for (; budget > 0 && records_.size() < options_.job_count(); --budget) {
        if (ahead_.empty()) measure_more(control);
        if (control.stop_requested()) {
            while (!ahead_.empty()) hand_over();
            break;
        }
        hand_over();
        control.tell(progress().done);
    }
    return records_.size() < options_.job_count();
}

// Enough for all threads, up to the first that was stopped.
void SurveyJob::measure_more(const RunControl& control) {
    const std::size_t threads = pool_ == nullptr ? 1 : pool_->thread_count();
    const std::size_t count =
        std::min(threads == 1 ? 1 : 2 * threads, options_.job_count() - records_.size());
    std::vector<std::optional<TableRecord>> found(count);
    for_each_index(pool_, count, [&](std::size_t k) {
        try {
            throw_if_stopped(control);
            found[k] = survey_table(options_, records_.size() + k, control);
        } catch (const Stopped&) {  // it is missing among those found
        }
    });
    for (std::size_t k = 0; k < count && found[k]; ++k) ahead_.push_back(*found[k]);
    std::reverse(ahead_.begin(), ahead_.end());
}

void SurveyJob::hand_over() {
    records_.push_back(ahead_.back());
    ahead_.pop_back();
    if (use_) use_(records_.back());
}

JobProgress SurveyJob::progress() const {
    return {static_cast<std::int64_t>(records_.size()), static_cast<std::int64_t>(options_.job_count())};
}

void SurveyJob::save(SealedWriter& out) const {
    out.number(records_.size());
    for (const TableRecord& record : records_)
        fields(record, [&](const char* /*name*/, const auto& value) { put_field(out, value); });
}

void SurveyJob::restore(SealedReader& in) {
    constexpr std::size_t least_bytes = 19 * 8;  // of a record
    records_.resize(in.count(least_bytes));
    in.expect(records_.size() <= options_.job_count(), "more tables than are to be measured");
    for (std::size_t number = 0; number < records_.size(); ++number) {
        TableRecord& record = records_[number];
        fields(record, [&](const char* /*name*/, auto& value) { take_field(in, value); });
        const TableRecord expected = first_fields(options_, number);
        in.expect(record.number == expected.number && record.state_count == expected.state_count &&
                      record.feature_count == expected.feature_count,
                  "a table of another survey");
    }
}

}  // namespace drover::dynamics
