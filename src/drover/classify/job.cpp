#include <algorithm>

#include <drover/classify/impl/training.hpp>
#include <drover/classify/job.hpp>
#include <drover/classify/summary.hpp>
#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>

namespace drover::classify {
namespace {

Classifier start_in_memory(const Examples& train, const Options& options, const MemoryLimit& memory) {
    impl::check_memory(train, options, memory);
    return start(train, options);
}

}  // namespace

// The first weights and the current ones; everything else may be small beside them.
void impl::check_memory(const Examples& train, const Options& options, const MemoryLimit& memory,
                        std::size_t copies) {
    const auto classes = static_cast<double>(train.classes.size());
    const auto inputs = static_cast<double>(train.rows.column_count());
    const double systems = options.procedure == LabelProcedure::joint ? 1 : classes;
    const auto hidden = static_cast<double>(options.hidden_count);
    at(Place{.option = "hidden"}, [&] {
        memory.check("weights of " + std::to_string(options.hidden_count) + " units",
                     static_cast<double>(copies) * systems * (inputs + classes) * hidden,
                     2 * sizeof(std::int64_t));
    });
}

Job::Job(const Examples& train, const Options& options, const JobOptions& job)
    : Job{train, start_in_memory(train, options, job.memory), job} {}

Job::Job(const Examples& train, Classifier begun, const JobOptions& job)
    : train_{train}, options_{job}, model_{std::move(begun)} {
    const std::int64_t taken = summarize(model_).updates;
    check_input(job.updates >= std::max<std::int64_t>(1, taken), [&] {
        return Problem{.fault = Fault::range,
                       .place = {.option = "updates"},
                       .expected = taken > 0 ? "at least the " + std::to_string(taken) + " so far"
                                             : std::string{"at least 1"},
                       .got = std::to_string(job.updates)};
    });
    training_ = std::make_unique<impl::Training>(model_, train_, job.updates, job.pool);
}

Job::~Job() = default;

bool Job::advance(std::int64_t budget, const RunControl& control) {
    return training_->advance(budget, control, training_->done());
}

JobProgress Job::progress() const {
    JobProgress now{training_->done(), options_.updates * static_cast<std::int64_t>(model_.systems.size())};
    if (const auto error = summarize(model_).training_error())
        now.note = "training error " + rounded(100 * *error, 3) + " %";
    return now;
}

void Job::save(SealedWriter& out) const { training_->save(out); }

void Job::restore(SealedReader& in) {
    training_.reset();
    impl::read_training(in, model_, options_.updates);
    training_ = std::make_unique<impl::Training>(model_, train_, options_.updates, options_.pool);
}

const Classifier& Job::result() & {
    training_->update_model();
    return model_;
}

Classifier Job::result() && {
    training_->update_model();
    training_.reset();
    return std::move(model_);
}

}  // namespace drover::classify
