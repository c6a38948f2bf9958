#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>

#include <drover/core/thread_pool.hpp>

#include "../cli/terminal.hpp"
#include "table2_cells.hpp"

namespace drover::cli::paper {
namespace {

constexpr ClassifyMethod herding{"H.XXY", learn_while_herding, true};
constexpr ClassifyMethod pseudo_likelihood{"PL", fit_boltzmann_machine, true};
constexpr ClassifyMethod pseudo_likelihood_of_samples{"PL on herded samples",
                                                      fit_boltzmann_machine_to_samples, true};
constexpr ClassifyMethod neighbours{"5NN", ask_neighbours, true};
constexpr ClassifyMethod naive_bayes{"NB", fit_naive_bayes, false};
constexpr ClassifyMethod logistic_regression{"LR", fit_logistic_regression, false};
constexpr ClassifyMethod by_majority{"majority label", guess_majority, false};

std::vector<ClassifyMethod> methods_for(const DataSet& set) {
    std::vector<ClassifyMethod> methods{herding, pseudo_likelihood};
    if (set.name.starts_with("News")) methods.push_back(pseudo_likelihood_of_samples);
    methods.insert(methods.end(), {neighbours, naive_bayes, logistic_regression, by_majority});
    return methods;
}

// The chapter names the attributes of these two, but not which of them is the label.
bool label_is_unknown(const DataSet& set) {
    return set.name.starts_with("News") || set.name.starts_with("Bowling");
}

constexpr std::size_t labels_a_part = 10;

std::size_t part_count(const DataSet& set, const ClassifyMethod& method) {
    if (!label_is_unknown(set)) return 0;
    return method.shares_work ? 1 : (set.table.column_count() + labels_a_part - 1) / labels_a_part;
}

std::vector<std::size_t> labels_of_part(const Cell& cell, std::size_t part) {
    const std::size_t columns = cell.set->table.column_count();
    const std::size_t first = cell.method.shares_work ? 0 : part * labels_a_part;
    const std::size_t last = cell.method.shares_work ? columns : std::min(columns, first + labels_a_part);
    std::vector<std::size_t> labels(last - first);
    std::iota(labels.begin(), labels.end(), first);
    return labels;
}

struct Task {
    Classify classify;
    const SplitRows* rows;
    std::vector<std::size_t> labels;
    ClassifyErrors* result;
};

using Splits = std::map<const DataSet*, std::vector<SplitRows>>;

Splits split_all(const std::vector<Cell>& cells, const CellOptions& options) {
    Splits all;
    for (const Cell& cell : cells) {
        std::vector<SplitRows>& splits = all[cell.set];
        while (splits.size() < options.splits)
            splits.push_back(split_rows(*cell.set, options.seed, splits.size()));
    }
    return all;
}

std::vector<Task> tasks_of(std::vector<Cell>& cells, const Splits& splits) {
    std::vector<Task> tasks;
    for (Cell& cell : cells) {
        const std::vector<SplitRows>& rows = splits.at(cell.set);
        for (std::size_t k = 0; k < cell.splits.size(); ++k)
            tasks.push_back({cell.method.classify, &rows[k], {cell.set->label}, &cell.splits[k]});
        for (std::size_t part = 0; part < cell.label_parts.size(); ++part) {
            tasks.push_back(
                {cell.method.classify, rows.data(), labels_of_part(cell, part), &cell.label_parts[part]});
        }
    }
    return tasks;
}

// Lets many threads report finished tasks to one display.
class TaskCounter {
  public:
    explicit TaskCounter(Progress& progress) : progress_{progress} {}
    void look() { add(0); }
    void finish() { add(1); }

  private:
    void add(std::int64_t count) {
        const std::lock_guard lock{mutex_};
        done_ += count;
        progress_(done_);
    }

    Progress& progress_;
    std::mutex mutex_;
    std::int64_t done_ = 0;
};

std::vector<double> joined(const std::vector<ClassifyErrors>& parts) {
    std::vector<double> errors;
    for (const ClassifyErrors& part : parts)
        errors.insert(errors.end(), part.errors.begin(), part.errors.end());
    return errors;
}

}  // namespace

bool Cell::is_finished() const {
    const auto is_done = [](const ClassifyErrors& errors) { return !errors.errors.empty(); };
    return std::all_of(splits.begin(), splits.end(), is_done) &&
           std::all_of(label_parts.begin(), label_parts.end(), is_done);
}

std::vector<double> Cell::errors() const { return joined(splits); }
std::vector<double> Cell::errors_by_label() const { return joined(label_parts); }

std::vector<Cell> make_cells(const std::vector<DataSet>& sets, const CellOptions& options) {
    std::vector<Cell> cells;
    for (const DataSet& set : sets) {
        for (const ClassifyMethod& method : methods_for(set)) {
            cells.push_back({.set = &set,
                             .method = method,
                             .splits = std::vector<ClassifyErrors>(options.splits),
                             .label_parts = std::vector<ClassifyErrors>(part_count(set, method))});
        }
    }
    return cells;
}

std::int64_t task_count(const std::vector<Cell>& cells) {
    std::size_t count = 0;
    for (const Cell& cell : cells) count += cell.splits.size() + cell.label_parts.size();
    return static_cast<std::int64_t>(count);
}

void fill_cells(std::vector<Cell>& cells, const CellOptions& options, Progress& progress) {
    const Splits splits = split_all(cells, options);
    const std::vector<Task> tasks = tasks_of(cells, splits);
    const StopFlag& stop = progress.stop_flag();
    TaskCounter counter{progress};
    ThreadPool pool{options.threads};
    pool.for_each(tasks.size(), [&](std::size_t i) {
        if (stop.stop_requested()) return;
        *tasks[i].result = tasks[i].classify(*tasks[i].rows, {.labels = tasks[i].labels,
                                                              .samples = options.samples,
                                                              .stop = &stop,
                                                              .look = [&] { counter.look(); }});
        counter.finish();
    });
}

}  // namespace drover::cli::paper
