#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/digest.hpp>
#include <drover/core/number_text.hpp>
#include <drover/rbm/impl/file.hpp>
#include <drover/rbm/job.hpp>

namespace drover::rbm {
namespace {

// The weights three times, as they are herded, read out and written; the hidden units of the cases twice, by
// case and by unit. Everything else is small beside them.
void check_memory(const MemoryLimit& memory, std::size_t visible, std::size_t cases, const Options& options) {
    const auto hidden = static_cast<double>(options.hidden_count);
    const std::string units = std::to_string(options.hidden_count) + " hidden units";
    at(Place{.option = "hidden"}, [&] {
        memory.check("weights of " + units, static_cast<double>(visible) * hidden, 3 * sizeof(std::int32_t));
        const std::size_t batch = options.batch_size == 0 ? cases : options.batch_size;
        memory.check("states of " + units, static_cast<double>(batch) * hidden, 2.0 / 8);
    });
}

Model within(const MemoryLimit& memory, Model model) {
    check_memory(memory, model.visible_count(), model.cases.size(), model.options);
    return model;
}

Model start_within(const MemoryLimit& memory, std::vector<std::string> names, std::vector<ObservedRow> cases,
                   const Options& options) {
    check_memory(memory, names.size(), cases.size(), options);
    return start(std::move(names), std::move(cases), options);
}

Herder herder_until(const Model& model, std::int64_t last, ThreadPool* pool) {
    Options options = model.options;
    options.pool = pool;
    options.max_steps = last;
    return {model.cases, options, model.state};
}

std::int64_t checked_steps(std::int64_t steps) {
    check_input(steps >= 0, [&] {
        return Problem{.fault = Fault::range,
                       .place = {.option = "steps"},
                       .expected = "at least 0",
                       .got = std::to_string(steps)};
    });
    return steps;
}

std::string digest_of(const std::vector<ObservedRow>& cases) {
    Digest digest;
    for (const ObservedRow& seen : cases) {
        digest.add(seen.values.size());
        for (const std::uint64_t word : seen.values.words()) digest.add(word);
        digest.add(seen.is_complete() ? 0 : 1);
        if (seen.is_complete()) continue;
        for (const std::uint64_t word : seen.unknown.words()) digest.add(word);
    }
    return digest.hex();
}

}  // namespace

Job::Job(std::vector<std::string> names, std::vector<ObservedRow> cases, const Options& options,
         const JobOptions& job)
    : Job{start_within(job.memory, std::move(names), std::move(cases), options), job} {}

Job::Job(Model model, const JobOptions& job)
    : model_{within(job.memory, std::move(model))},
      first_{model_.state.t},
      last_{first_ + checked_steps(job.steps)},
      herder_{herder_until(model_, last_, job.pool)},
      positive_margins_{model_.positive_margins} {
    model_.state = {};
}

bool Job::advance(std::int64_t budget, const RunControl& control) {
    std::int64_t t = herder_.current().t;
    const std::int64_t end = t + std::min(budget, last_ - t);
    while (t < end && !control.stop_requested()) {
        const Herder::Step step = herder_.step();
        positive_margins_ += step.margin > 0 ? 1 : 0;
        t = step.t;
        control.tell(t - first_);
    }
    return t < last_;
}

JobProgress Job::progress() const { return {herder_.current().t - first_, last_ - first_}; }

void Job::save(SealedWriter& out) const { impl::write_state(out, herder_.state(), positive_margins_); }

void Job::restore(SealedReader& in) {
    impl::read_state(in, model_);
    in.expect(model_.state.t >= first_ && model_.state.t <= last_, "steps of another run");
    try {
        herder_ = herder_until(model_, last_, herder_.options().pool);
    } catch (const InputError& error) {
        in.expect(false, error.what());
    }
    positive_margins_ = model_.positive_margins;
    model_.state = {};
}

JobIdentity Job::identity(const std::string& data) const {
    const Options& options = model_.options;
    return {.product = "rbm train",
            .inputs = {{.file = data, .sha256 = digest_of(model_.cases)}},
            .options = {{"hidden", std::to_string(options.hidden_count)},
                        {"coding", name_of(unit_codings, options.coding)},
                        {"variant", name_of(variants, options.fantasy)},
                        {"growth", options.hidden_growth ? "1" : "0"},
                        {"batch", std::to_string(options.batch_size)},
                        {"spread", shortest(options.start_spread)},
                        {"seed", std::to_string(options.seed)},
                        {"steps", std::to_string(last_)}}};
}

Model Job::result() const {
    Model model = model_;
    model.state = herder_.state();
    model.positive_margins = positive_margins_;
    return model;
}

}  // namespace drover::rbm
