#include <algorithm>

#include <drover/classify/classify.hpp>
#include <drover/core/check.hpp>
#include <drover/core/impl/shared_progress.hpp>
#include <drover/data/split.hpp>
#include <drover/number/philox.hpp>

namespace drover::classify {
namespace {

constexpr std::uint64_t order_stream = 30;
constexpr std::int64_t updates_between_checks = 64;

// The cases as a system sees them: of one length, in the shuffled order.
struct TrainingOrder {
    std::vector<std::size_t> order;
    SparseRows rows;
    std::vector<std::uint32_t> labels;
};

TrainingOrder training_order_of(const Classifier& model, const Examples& train) {
    const std::size_t n = train.rows.row_count();
    TrainingOrder training_order;
    training_order.order = random_split(n, n, CounterRandom{model.options.seed, order_stream}).train;
    training_order.rows = model.norm.apply(rows_at(train.rows, training_order.order));
    for (const std::size_t i : training_order.order) training_order.labels.push_back(train.labels[i]);
    return training_order;
}

// For system k of one-versus-all: 1 for its class.
std::vector<std::uint32_t> labels_for(const Classifier& model, const TrainingOrder& training_order,
                                      std::size_t k) {
    std::vector<std::uint32_t> labels = training_order.labels;
    if (model.options.procedure == LabelProcedure::joint) return labels;
    for (std::uint32_t& label : labels) label = label == k ? 1 : 0;
    return labels;
}

void record(System& system, const ConditionalRbmHerder::Step& step, const TrainingOrder& training_order) {
    system.counts.push_back(static_cast<std::uint32_t>(step.mistakes.size()));
    for (const std::uint32_t row : step.mistakes.rows)
        system.list.rows.push_back(static_cast<std::uint32_t>(training_order.order[row]));
    const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    append(system.list.predicted, step.mistakes.predicted);
    append(system.list.hidden, step.mistakes.hidden);
    for (const std::int64_t sum : step.relaxed) system.relaxing.push_back(static_cast<std::int16_t>(sum));
}

class SystemTraining {
  public:
    SystemTraining(System& system, const Options& options, const TrainingOrder& training_order,
                   std::vector<std::uint32_t> labels, ThreadPool* pool,
                   std::atomic<std::int64_t>* pass_mistakes)
        : system_{system},
          options_{options},
          order_{training_order},
          pass_mistakes_{pass_mistakes},
          labels_{std::move(labels)},
          herder_{ConditionalWeights{system.shape, system.rates, system.weights,
                                     largest_sum(training_order.rows)},
                  training_order.rows,
                  labels_,
                  {.batch_size = options.batch_size,
                   .relaxation = {.halving = options.bias_halving},
                   .first = system.updates,
                   .clean_batches = static_cast<std::size_t>(system.clean_batches),
                   .pool = pool}} {}

    /// Until this number of updates, or until nothing moves.
    void run(std::int64_t updates, const RunControl& control, drover::impl::SharedProgress& progress) {
        std::int64_t untold = 0;
        while (system_.updates < updates && !system_.is_settled) {
            if (untold >= updates_between_checks) {
                progress.add(untold);
                untold = 0;
                if (control.stop_requested()) break;
            }
            update();
            ++untold;
        }
        progress.add(untold);
        system_.weights = herder_.weights().values();
    }

  private:
    void update() {
        if (system_.updates == options_.burn_in) system_.start = herder_.weights().values();
        const auto step = herder_.step();
        ++system_.updates;
        const auto mistakes = static_cast<std::int64_t>(step.mistakes.size());
        system_.mistakes += mistakes;
        system_.open_mistakes += mistakes;
        if (system_.updates > options_.burn_in) record(system_, step, order_);
        const auto batches = static_cast<std::int64_t>(herder_.batch_count());
        if (system_.updates % batches == 0) end_pass();
        system_.clean_batches = static_cast<std::int64_t>(herder_.clean_batches());
        system_.is_settled = system_.clean_batches >= batches && step.relaxed.empty();
        if (system_.is_settled && system_.counts.empty()) vote_once();
    }

    void end_pass() {
        if (pass_mistakes_ != nullptr) *pass_mistakes_ += system_.open_mistakes - system_.pass_mistakes;
        system_.pass_mistakes = system_.open_mistakes;
        system_.open_mistakes = 0;
    }

    // The weights no longer change: the last ones get a vote, as from one more update without mistakes.
    void vote_once() {
        system_.start = herder_.weights().values();
        system_.counts.push_back(0);
    }

    System& system_;
    const Options& options_;
    const TrainingOrder& order_;
    std::atomic<std::int64_t>* pass_mistakes_;
    std::vector<std::uint32_t> labels_;
    ConditionalRbmHerder herder_;
};

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

bool train(Classifier& model, const Examples& train, const RunOptions& run) {
    check_input(digest_of(train) == model.case_digest, [] {
        return std::string{"classify: expected the examples that training started with, got others"};
    });
    const bool is_compact = std::any_of(model.systems.begin(), model.systems.end(),
                                        [](const System& system) { return !system.kept.empty(); });
    check_input(!is_compact,
                [] { return std::string{"classify: a compact model cannot be trained further"}; });
    const TrainingOrder training_order = training_order_of(model, train);
    std::int64_t done = 0;
    for (const System& system : model.systems) done = std::max(done, system.updates);
    if (run.pass_mistakes != nullptr) {
        *run.pass_mistakes = 0;
        for (const System& system : model.systems) *run.pass_mistakes += system.pass_mistakes;
    }
    drover::impl::SharedProgress progress{run.control.progress};
    const bool is_joint = model.systems.size() == 1;
    for_each_index(is_joint ? nullptr : run.pool, model.systems.size(), [&](std::size_t k) {
        System& system = model.systems[k];
        SystemTraining training{system,
                                model.options,
                                training_order,
                                labels_for(model, training_order, k),
                                is_joint ? run.pool : nullptr,
                                run.pass_mistakes};
        training.run(done + run.updates, run.control, progress);
    });
    keep_mistaken_cases(model, train);
    return !run.control.stop_requested();
}

}  // namespace drover::classify
