#include <algorithm>
#include <limits>

#include <drover/classify/impl/file.hpp>
#include <drover/classify/impl/training.hpp>
#include <drover/core/check.hpp>
#include <drover/core/impl/shared_progress.hpp>
#include <drover/data/split.hpp>
#include <drover/number/philox.hpp>

namespace drover::classify {

using impl::Training;

// The cases as a system sees them: of one length, in the shuffled order.
struct Training::TrainingOrder {
    TrainingOrder(const Classifier& model, const Examples& train);

    std::vector<std::size_t> order;
    SparseRows rows;
    std::vector<std::uint32_t> labels;
};

namespace {

constexpr std::uint64_t order_stream = 30;
constexpr std::int64_t updates_between_reports = 64;

}  // namespace

Training::TrainingOrder::TrainingOrder(const Classifier& model, const Examples& train) {
    const std::size_t n = train.rows.row_count();
    order = random_split(n, n, CounterRandom{model.options.seed, order_stream}).train;
    rows = model.norm.apply(rows_at(train.rows, order));
    for (const std::size_t i : order) labels.push_back(train.labels[i]);
}

// ---- one system ---------------------------------------------------------------------------------------

class Training::SystemTraining {
  public:
    SystemTraining(const Classifier& model, System& system, std::vector<std::uint32_t> labels,
                   const TrainingOrder& order, ThreadPool* pool)
        : system_{system},
          burn_in_{model.options.burn_in},
          order_{order},
          labels_{std::move(labels)},
          herder_{ConditionalWeights{system.shape, system.rates, system.weights, largest_sum(order.rows)},
                  order.rows,
                  labels_,
                  {.batch_size = model.options.batch_size,
                   .relaxation = {.halving = model.options.bias_halving},
                   .first = system.updates,
                   .clean_batches = static_cast<std::size_t>(system.clean_batches),
                   .pool = pool}} {}

    std::vector<std::int64_t> weights() const { return herder_.weights().values(); }

    /// So many updates, fewer if nothing moves any longer or the control asks for a stop.
    void run(std::int64_t updates, const RunControl& control, drover::impl::SharedProgress& progress) {
        std::int64_t untold = 0;
        for (; updates > 0 && !system_.is_settled && !control.stop_requested(); --updates) {
            update();
            if (++untold < updates_between_reports) continue;
            progress.add(untold);
            untold = 0;
        }
        progress.add(untold);
    }

  private:
    void update() {
        if (system_.updates == burn_in_) system_.start = weights();
        const auto step = herder_.step();
        ++system_.updates;
        const auto mistakes = static_cast<std::int64_t>(step.mistakes.size());
        system_.mistakes += mistakes;
        system_.open_mistakes += mistakes;
        if (system_.updates > burn_in_) record(step);
        const auto batches = static_cast<std::int64_t>(herder_.batch_count());
        if (system_.updates % batches == 0) {
            system_.pass_mistakes = system_.open_mistakes;
            system_.open_mistakes = 0;
        }
        system_.clean_batches = static_cast<std::int64_t>(herder_.clean_batches());
        system_.is_settled = system_.clean_batches >= batches && step.relaxed.empty();
        if (system_.is_settled && system_.counts.empty()) vote_once();
    }

    void record(const ConditionalRbmHerder::Step& step) {
        system_.counts.push_back(static_cast<std::uint32_t>(step.mistakes.size()));
        for (const std::uint32_t row : step.mistakes.rows)
            system_.list.rows.push_back(static_cast<std::uint32_t>(order_.order[row]));
        const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
        append(system_.list.predicted, step.mistakes.predicted);
        append(system_.list.hidden, step.mistakes.hidden);
        for (const std::int64_t sum : step.relaxed)
            system_.relaxing.push_back(static_cast<std::int16_t>(sum));
    }

    // The weights no longer change: the last ones get a vote, as from one more update without mistakes.
    void vote_once() {
        system_.start = weights();
        system_.counts.push_back(0);
    }

    System& system_;
    std::int64_t burn_in_;
    const TrainingOrder& order_;
    std::vector<std::uint32_t> labels_;
    ConditionalRbmHerder herder_;
};

namespace {

// For system k of one-versus-all: 1 for its class.
std::vector<std::uint32_t> labels_for(const Classifier& model, std::vector<std::uint32_t> labels,
                                      std::size_t k) {
    if (model.options.procedure == LabelProcedure::joint) return labels;
    for (std::uint32_t& label : labels) label = label == k ? 1 : 0;
    return labels;
}

// Scales too far apart for integer weights show only while the weights are made and moved.
template <class Call>
void with_scales(const Call& call) {
    try {
        call();
    } catch (const InputError& error) {
        throw InputError(
            Problem{.fault = Fault::impossible,
                    .place = {.option = "input_scale"},
                    .text = std::string{"expected another scale or other rates: "} + error.what()});
    }
}

// All cases that any system ever misclassified, in their order.
void keep_mistaken_cases(Classifier& model, const Examples& train) {
    std::vector<std::size_t> numbers;
    for (const System& system : model.systems)
        numbers.insert(numbers.end(), system.list.rows.begin(), system.list.rows.end());
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    model.rows = model.norm.apply(rows_at(train.rows, numbers));
    model.numbers.assign(numbers.begin(), numbers.end());
    model.labels.clear();
    for (const std::size_t i : numbers) model.labels.push_back(train.labels[i]);
}

}  // namespace

// ---- all systems --------------------------------------------------------------------------------------

std::vector<std::int64_t> impl::share_budget(std::int64_t budget, const std::vector<std::int64_t>& done,
                                             const std::vector<std::int64_t>& left) {
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < left.size(); ++k)
        if (left[k] > 0) open.push_back(k);
    std::stable_sort(open.begin(), open.end(),
                     [&](std::size_t a, std::size_t b) { return done[a] < done[b]; });
    std::vector<std::int64_t> shares(left.size());
    const std::int64_t equal =
        std::max<std::int64_t>(1, budget / std::max<std::int64_t>(1, static_cast<std::int64_t>(open.size())));
    for (const std::size_t k : open) {
        shares[k] = std::min({equal, left[k], budget});
        budget -= shares[k];
    }
    return shares;
}

Training::Training(Classifier& model, const Examples& train, std::int64_t updates, ThreadPool* pool)
    : model_{model}, train_{train}, updates_{updates}, pool_{pool} {
    check_input(digest_of(train) == model.case_digest, [] {
        return Problem{
            Fault::range, {.key = "classify"}, "the examples that training started with", "others"};
    });
    const bool is_compact = std::any_of(model.systems.begin(), model.systems.end(),
                                        [](const System& system) { return !system.kept.empty(); });
    check_input(!is_compact, [] {
        return Problem{.fault = Fault::other,
                       .place = {.key = "classify"},
                       .text = "a compact model cannot be trained further"};
    });
    order_ = std::make_unique<TrainingOrder>(model, train);
    const bool is_joint = model.systems.size() == 1;
    systems_.resize(model.systems.size());
    with_scales([&] {
        for_each_index(is_joint ? nullptr : pool, systems_.size(), [&](std::size_t k) {
            systems_[k] = std::make_unique<SystemTraining>(model, model.systems[k],
                                                           labels_for(model, order_->labels, k), *order_,
                                                           is_joint ? pool : nullptr);
        });
    });
}

Training::~Training() = default;

std::int64_t Training::left(const System& system) const {
    return system.is_settled ? 0 : std::max<std::int64_t>(0, updates_ - system.updates);
}

std::int64_t Training::done() const {
    std::int64_t sum = 0;
    for (const System& system : model_.systems) sum += updates_ - left(system);
    return sum;
}

bool Training::advance(std::int64_t budget, const RunControl& control, std::int64_t told) {
    std::vector<std::int64_t> done;
    std::vector<std::int64_t> open;
    for (const System& system : model_.systems) {
        done.push_back(system.updates);
        open.push_back(left(system));
    }
    const std::vector<std::int64_t> shares = share_budget(budget, done, open);
    drover::impl::SharedProgress progress{control.progress
                                              ? [&](std::int64_t now) { control.tell(told + now); }
                                              : std::function<void(std::int64_t)>{}};
    with_scales([&] {
        for_each_index(systems_.size() == 1 ? nullptr : pool_, systems_.size(),
                       [&](std::size_t k) { systems_[k]->run(shares[k], control, progress); });
    });
    return std::any_of(model_.systems.begin(), model_.systems.end(),
                       [&](const System& system) { return left(system) > 0; });
}

void Training::update_model() {
    for (std::size_t k = 0; k < systems_.size(); ++k) model_.systems[k].weights = systems_[k]->weights();
    keep_mistaken_cases(model_, train_);
}

void Training::save(SealedWriter& out) const {
    for (std::size_t k = 0; k < systems_.size(); ++k)
        write_progress(out, model_.systems[k], systems_[k]->weights());
}

void impl::read_training(SealedReader& in, Classifier& model, std::int64_t updates) {
    for (System& system : model.systems) {
        read_progress(
            in, model, [&](std::uint32_t row) { return row < model.case_count; }, system);
        in.expect(system.updates <= updates, "updates of another run");
        const std::int64_t votes =
            std::max<std::int64_t>(system.updates - model.options.burn_in, system.is_settled ? 1 : 0);
        in.expect(static_cast<std::int64_t>(system.counts.size()) == std::max<std::int64_t>(votes, 0),
                  "votes of another number");
    }
}

bool train(Classifier& model, const Examples& train, const RunOptions& run) {
    std::int64_t done = 0;
    for (const System& system : model.systems) done = std::max(done, system.updates);
    Training training{model, train, done + run.updates, run.pool};
    training.advance(std::numeric_limits<std::int64_t>::max(), run.control, 0);
    training.update_model();
    return !run.control.stop_requested();
}

}  // namespace drover::classify
