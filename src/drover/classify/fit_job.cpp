#include <algorithm>

#include <drover/classify/fit_job.hpp>
#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>

namespace drover::classify {
namespace {

// Evenly spaced: votes of all updates cost more than the updates themselves.
Examples compared_cases(const Examples& train) {
    const std::size_t count = train.rows.row_count();
    const std::size_t most = std::min<std::size_t>(count, 2000);
    std::vector<std::size_t> chosen;
    for (std::size_t n = 0; n < most; ++n) chosen.push_back(n * count / most);
    return examples_at(train, chosen);
}

}  // namespace

FitJob::FitJob(const Examples& train, const Options& options, const FitJobOptions& job)
    : train_{train},
      given_{options},
      case_digest_{digest_of(train)},
      options_{job},
      stage_{job.tune ? Stage::tune : Stage::train} {
    if (job.tune) {
        tune_ = std::make_unique<TuneJob>(
            train, options, JobOptions{.updates = trial_updates(), .pool = job.pool, .memory = job.memory});
    } else {
        begin_training(options);
    }
}

FitJob::FitJob(const Examples& train, Classifier begun, const FitJobOptions& job)
    : train_{train},
      given_{begun.options},
      case_digest_{begun.case_digest},
      options_{job},
      stage_{Stage::train},
      training_{std::make_unique<classify::Job>(
          train, std::move(begun),
          JobOptions{.updates = job.updates, .pool = job.pool, .memory = job.memory})} {
    check_input(!job.tune, [] {
        return Problem{.fault = Fault::conflict,
                       .place = {.option = "tune"},
                       .expected = "a new classifier",
                       .got = "one that was begun"};
    });
}

FitJob::~FitJob() = default;

void FitJob::begin_training(const Options& options) {
    training_ = std::make_unique<classify::Job>(
        train_, options,
        JobOptions{.updates = options_.updates, .pool = options_.pool, .memory = options_.memory});
}

// About as much work as the training itself.
std::int64_t FitJob::trial_updates() const {
    return std::max(options_.updates / 10, std::min<std::int64_t>(options_.updates, 2000));
}

bool FitJob::next_stage() {
    if (stage_ == Stage::tune) {
        begin_training(tune_->result().options);
        stage_ = Stage::train;
        return true;
    }
    if (stage_ == Stage::compare || options_.keep == 0) return false;
    begin_comparing();
    return true;
}

void FitJob::begin_comparing() {
    replayed_ = summarize(training_->result()).replayed;
    stage_ = Stage::compare;
}

bool FitJob::advance(std::int64_t budget, const RunControl& control) {
    if (stage_ == Stage::tune) return tune_->advance(budget, control);
    if (stage_ == Stage::train) return training_->advance(budget, control);
    return !comparison_ && !compare(control);
}

JobProgress FitJob::progress() const {
    if (stage_ == Stage::tune) return tune_->progress();
    if (stage_ == Stage::train) return training_->progress();
    return {comparison_ ? replayed_ : 0, replayed_};
}

bool FitJob::compare(const RunControl& control) {
    const Classifier& complete = training_->result();
    Classifier small = classify::compact(complete, options_.keep);
    const Examples cases = compared_cases(train_);
    const Votes all = vote(complete, cases.rows, {.pool = options_.pool, .control = control});
    if (all.stopped) return false;
    const Votes few =
        vote(small, cases.rows,
             {.pool = options_.pool, .control = {.stop = control.stop, .deadline = control.deadline}});
    if (few.stopped) return false;
    comparison_ = Comparison{.kept = small.systems.front().kept.size(),
                             .cases = cases.labels.size(),
                             .difference = difference_of(all, few),
                             .full_error = error_of(all, cases.labels),
                             .error = error_of(few, cases.labels)};
    compact_ = std::move(small);
    return true;
}

void FitJob::save(SealedWriter& out) const {
    out.number(static_cast<std::uint64_t>(stage_));
    if (tune_) tune_->save(out);
    if (training_) training_->save(out);
}

void FitJob::restore(SealedReader& in) {
    const auto stage = static_cast<Stage>(in.up_to(options_.keep > 0 ? 2 : 1));
    in.expect(stage != Stage::tune || options_.tune, "a stage of another run");
    if (tune_) {
        tune_->restore(in);
        in.expect(stage == Stage::tune || !tune_->result().stopped, "a tuning without its end");
    }
    if (stage == Stage::tune) return;
    if (!training_) begin_training(tune_->result().options);
    training_->restore(in);
    const JobProgress trained = training_->progress();
    in.expect(stage == Stage::train || trained.done == trained.total, "a training without its end");
    stage_ = Stage::train;
    if (stage == Stage::compare) begin_comparing();
}

JobIdentity FitJob::identity(const std::string& data) const {
    const auto number = [](auto value) { return std::to_string(value); };
    return {.product = "fit",
            .inputs = {{.file = data, .sha256 = case_digest_}},
            .options = {{"hidden", number(given_.hidden_count)},
                        {"procedure", name_of(label_procedures, given_.procedure)},
                        {"updates", number(options_.updates)},
                        {"burn_in", number(given_.burn_in)},
                        {"batch", number(given_.batch_size)},
                        {"input_scale", shortest(given_.input_scale)},
                        {"rate", shortest(given_.rate)},
                        {"label_rate", shortest(given_.label_rate)},
                        {"hidden_bias_rate", shortest(given_.hidden_bias_rate)},
                        {"label_bias_rate", shortest(given_.label_bias_rate)},
                        {"bias_halving", number(given_.bias_halving)},
                        {"no_normalise", given_.normalise ? "0" : "1"},
                        {"tune", options_.tune ? "1" : "0"},
                        {"keep", number(options_.keep)},
                        {"seed", number(given_.seed)}}};
}

std::optional<FitResult> FitJob::result() && {
    if (!training_) return {};
    FitResult found{.classifier = std::move(*training_).result()};
    found.summary = summarize(found.classifier);
    if (tune_) found.tuning = tune_->result();
    if (comparison_) found.classifier = std::move(*compact_);
    found.comparison = comparison_;
    return found;
}

}  // namespace drover::classify
