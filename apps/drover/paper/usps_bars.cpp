#include "usps_bars.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numeric>

#include <drover/baselines/manhattan_neighbour.hpp>
#include <drover/baselines/multinomial_regression.hpp>
#include <drover/baselines/restricted_boltzmann_machine.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/rbm/energy_scores.hpp>
#include <drover/rbm/herder.hpp>

#include "paper.hpp"

namespace drover::cli::paper {

namespace {

// The bars of a kind, by the first of these numbers of hidden units.
std::vector<UspsMethod> sizes_of(const char* name, UspsKind kind, std::size_t count, bool quick) {
    constexpr std::array<std::size_t, 5> sizes{50, 100, 250, 500, 1000};
    std::vector<UspsMethod> methods;
    for (std::size_t n = 0; n < count; ++n) {
        if (!quick || sizes[n] <= 100) methods.push_back({name + std::to_string(n + 1), kind, sizes[n]});
    }
    return methods;
}

bool is_herding(UspsKind kind) {
    return kind == UspsKind::herding || kind == UspsKind::safe_herding || kind == UspsKind::restarted_herding;
}

drover::rbm::FantasyStart fantasy_of(UspsKind kind) {
    if (kind == UspsKind::safe_herding) return drover::rbm::FantasyStart::lowest_case;
    return kind == UspsKind::restarted_herding ? drover::rbm::FantasyStart::restarted
                                               : drover::rbm::FantasyStart::previous;
}

}  // namespace

std::vector<UspsMethod> restarted_methods(bool quick) {
    return sizes_of("HR", UspsKind::restarted_herding, 5, quick);
}

std::vector<UspsMethod> usps_methods(bool quick) {
    std::vector<UspsMethod> methods{{"MLR", UspsKind::mlr}, {"1NN", UspsKind::neighbour}};
    const auto add = [&](const char* name, UspsKind kind, std::size_t count) {
        const std::vector<UspsMethod> own = sizes_of(name, kind, count, quick);
        methods.insert(methods.end(), own.begin(), own.end());
    };
    add("H", UspsKind::herding, 5);
    add("SH", UspsKind::safe_herding, 5);
    add("CD", UspsKind::contrastive, 3);
    methods.push_back({"PCD", UspsKind::persistent, quick ? 100U : 500U});
    return methods;
}

double UspsBar::mean() const {
    return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(errors.size());
}

double UspsBar::standard_error() const {
    if (errors.size() < 2) return 0;
    double squares = 0;
    for (const double error : errors) squares += (error - mean()) * (error - mean());
    const auto count = static_cast<double>(errors.size());
    return std::sqrt(squares / (count - 1) / count);
}

namespace {

constexpr std::size_t digit_count = UspsImages::classes;

// One split: the rows that all models score, and the labels.
struct Asked {
    std::vector<ClassSplit> split;
    std::vector<std::size_t> validation;  // numbers of images, all classes
    std::vector<std::size_t> test;

    explicit Asked(std::vector<ClassSplit> all) : split{std::move(all)} {
        for (const ClassSplit& own : split) {
            validation.insert(validation.end(), own.validation.begin(), own.validation.end());
            test.insert(test.end(), own.test.begin(), own.test.end());
        }
    }
    std::vector<std::size_t> rows() const {
        std::vector<std::size_t> all = validation;
        all.insert(all.end(), test.begin(), test.end());
        return all;
    }
};

std::vector<std::size_t> labels_of(const std::vector<std::size_t>& images) {
    std::vector<std::size_t> labels;
    for (const std::size_t image : images) labels.push_back(image / UspsImages::per_class);
    return labels;
}

std::vector<BitRow> rows_of(const UspsImages& images, const std::vector<std::size_t>& numbers) {
    std::vector<BitRow> rows;
    for (const std::size_t number : numbers) rows.push_back(images.binary.table.rows()[number]);
    return rows;
}

// The scores of all rows under the model of one class.
struct ClassScores {
    std::vector<double> z_scores;
    std::int64_t positive_margins = 0;
    double seconds = 0;
    bool is_finished = false;  // not stopped on the way
};

ClassScores herd_class(const UspsImages& images, const Asked& asked, std::size_t c, const UspsMethod& method,
                       const UspsJob& job) {
    const auto observed = [&](const std::vector<std::size_t>& numbers) {
        std::vector<drover::rbm::ObservedRow> rows;
        for (BitRow& row : rows_of(images, numbers)) rows.push_back({std::move(row)});
        return rows;
    };
    drover::rbm::Herder herder{observed(asked.split[c].train),
                               {.hidden_count = method.hidden,
                                .fantasy = fantasy_of(method.kind),
                                .seed = job.seed,
                                .max_steps = job.steps}};
    const drover::rbm::Rows rows{observed(asked.rows()), UspsImages::pixels};
    drover::rbm::EnergyScores scores{rows.size()};
    ClassScores found;
    for (std::int64_t t = 0; t < job.steps && !job.stop->stop_requested(); ++t) {
        const bool counts = t >= job.steps / 2;
        const std::vector<std::int64_t> energies =
            counts ? herder.energies(rows) : std::vector<std::int64_t>{};
        if (herder.step().margin > 0) ++found.positive_margins;
        if (counts) scores.record(herder.batch_energies(), energies);
    }
    found.z_scores = scores.result();
    return found;
}

ClassScores learn_class(const UspsImages& images, const Asked& asked, std::size_t c, const UspsMethod& method,
                        const UspsJob& job) {
    const std::vector<BitRow> train = rows_of(images, asked.split[c].train);
    std::vector<BitRow> all = rows_of(images, asked.rows());
    const std::size_t row_count = all.size();
    all.insert(all.end(), train.begin(), train.end());
    const baselines::RestrictedBoltzmannMachineOptions options =
        method.kind == UspsKind::persistent
            ? baselines::persistent_settings(method.hidden, job.seed)
            : baselines::RestrictedBoltzmannMachineOptions{.hidden_count = method.hidden, .seed = job.seed};
    baselines::RestrictedBoltzmannMachine machine{train, options};
    drover::rbm::EnergyScores scores{row_count};
    for (std::int64_t t = 0; t < job.steps && !job.stop->stop_requested(); ++t) {
        if (t >= job.steps / 2) {
            const std::vector<double> energies = machine.free_energies(all);
            const std::span<const double> view{energies};
            scores.record(view.subspan(row_count), view.first(row_count));
        }
        machine.step();
    }
    return {.z_scores = scores.result()};
}

// Rows of one number per class: z-scores of the models.
std::vector<double> features_of(const std::vector<ClassScores>& models, std::size_t first,
                                std::size_t count) {
    std::vector<double> features;
    for (std::size_t i = first; i < first + count; ++i) {
        for (const ClassScores& model : models) features.push_back(model.z_scores[i]);
    }
    return features;
}

double error_of_scores(const Asked& asked, const std::vector<ClassScores>& models) {
    const std::vector<double> train = features_of(models, 0, asked.validation.size());
    const std::vector<double> test = features_of(models, asked.validation.size(), asked.test.size());
    baselines::MultinomialRegression regression;
    regression.fit({train, digit_count}, labels_of(asked.validation), digit_count);
    return error_of(regression, {test, digit_count}, labels_of(asked.test));
}

// ---- on pixels ----------------------------------------------------------------------------------------

std::vector<std::size_t> training_images(const Asked& asked) {
    std::vector<std::size_t> all;
    for (const ClassSplit& own : asked.split) all.insert(all.end(), own.train.begin(), own.train.end());
    return all;
}

std::vector<double> pixels_of(const UspsImages& images, const std::vector<std::size_t>& numbers) {
    std::vector<double> pixels;
    for (const BitRow& row : rows_of(images, numbers)) {
        for (std::size_t j = 0; j < row.size(); ++j) pixels.push_back(row[j] ? 1 : -1);
    }
    return pixels;
}

double error_of_pixels(const UspsImages& images, const Asked& asked) {
    const std::vector<std::size_t> train = training_images(asked);
    const std::vector<double> pixels = pixels_of(images, train);
    const std::vector<double> test = pixels_of(images, asked.test);
    baselines::MultinomialRegression regression{{.l2 = 10}};
    regression.fit({pixels, UspsImages::pixels}, labels_of(train), digit_count);
    return error_of(regression, {test, UspsImages::pixels}, labels_of(asked.test));
}

double error_of_neighbour(const UspsImages& images, const Asked& asked) {
    const std::vector<std::size_t> train = training_images(asked);
    std::vector<std::uint8_t> grey;
    for (const std::size_t i : train)
        grey.insert(grey.end(), images.image(i), images.image(i) + UspsImages::pixels);
    baselines::ManhattanNeighbour neighbour;
    neighbour.fit({grey, UspsImages::pixels}, labels_of(train));
    std::size_t wrong = 0;
    for (const std::size_t i : asked.test) {
        if (neighbour.predict({images.image(i), UspsImages::pixels}) != i / UspsImages::per_class) ++wrong;
    }
    return static_cast<double>(wrong) / static_cast<double>(asked.test.size());
}

// ---- the work -----------------------------------------------------------------------------------------

// One class of a bar and split, or all classes of a bar on pixels.
struct Piece {
    std::size_t bar;
    std::size_t split;
    std::size_t c;
    double weight;  // approximate cost
};

struct BarWork {
    const UspsImages& images;
    const std::vector<UspsMethod>& methods;
    const UspsJob& job;
    std::vector<Asked> splits;
    std::vector<Piece> pieces;
    // By bar, split and class.
    std::vector<std::vector<std::vector<ClassScores>>> scores;
    std::vector<std::vector<double>> pixel_errors;
    std::mutex mutex;
    double done = 0;
    double total = 0;

    BarWork(const UspsImages& all, const std::vector<UspsMethod>& bars, const UspsJob& what)
        : images{all},
          methods{bars},
          job{what},
          scores(bars.size(), {what.splits, std::vector<ClassScores>(digit_count)}),
          pixel_errors(bars.size(), std::vector<double>(what.splits)) {
        for (std::size_t s = 0; s < job.splits; ++s) splits.emplace_back(usps_split(job.seed, s));
        for (std::size_t s = 0; s < job.splits; ++s) {
            for (std::size_t b = 0; b < methods.size(); ++b) {
                const bool learns =
                    methods[b].kind == UspsKind::contrastive || methods[b].kind == UspsKind::persistent;
                const double weight = static_cast<double>(methods[b].hidden) * (learns ? 3 : 1) + 20;
                for (std::size_t c = 0; c < (methods[b].hidden == 0 ? 1 : digit_count); ++c)
                    pieces.push_back({b, s, c, weight});
            }
        }
        // The longest first, so that no thread is left with one at the end.
        std::stable_sort(pieces.begin(), pieces.end(),
                         [](const Piece& a, const Piece& b) { return a.weight > b.weight; });
        for (const Piece& piece : pieces) total += piece.weight;
    }

    void run(const Piece& piece) {
        if (job.stop->stop_requested()) return;
        const UspsMethod& method = methods[piece.bar];
        const Asked& asked = splits[piece.split];
        ClassScores& found = scores[piece.bar][piece.split][piece.c];
        const Stopwatch watch;
        if (method.kind == UspsKind::mlr) {
            pixel_errors[piece.bar][piece.split] = error_of_pixels(images, asked);
        } else if (method.kind == UspsKind::neighbour) {
            pixel_errors[piece.bar][piece.split] = error_of_neighbour(images, asked);
        } else if (is_herding(method.kind)) {
            found = herd_class(images, asked, piece.c, method, job);
        } else {
            found = learn_class(images, asked, piece.c, method, job);
        }
        found.seconds = watch.seconds();
        found.is_finished = !job.stop->stop_requested();
        const std::lock_guard lock{mutex};
        done += piece.weight;
        if (job.progress) job.progress(static_cast<std::int64_t>(1000 * done / total));
    }

    // Of all splits and classes.
    bool is_finished(std::size_t b) const {
        return std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
            return piece.bar != b || scores[b][piece.split][piece.c].is_finished;
        });
    }

    UspsBar bar(std::size_t b) const {
        UspsBar found{.method = methods[b], .errors = {}};
        std::int64_t positive = 0;
        for (std::size_t s = 0; s < job.splits; ++s) {
            const std::vector<ClassScores>& models = scores[b][s];
            for (const ClassScores& model : models) {
                positive += model.positive_margins;
                found.seconds += model.seconds / static_cast<double>(job.splits);
            }
            found.errors.push_back(methods[b].hidden == 0 ? pixel_errors[b][s]
                                                          : error_of_scores(splits[s], models));
        }
        if (is_herding(methods[b].kind)) {
            found.positive_margins = positive / static_cast<std::int64_t>(job.splits);
            found.steps = job.steps * static_cast<std::int64_t>(digit_count);
        }
        return found;
    }
};

}  // namespace

std::vector<UspsBar> usps_bars(const UspsImages& images, const std::vector<UspsMethod>& methods,
                               const UspsJob& job) {
    BarWork work{images, methods, job};
    ThreadPool pool{job.threads};
    pool.for_each(work.pieces.size(), [&](std::size_t p) { work.run(work.pieces[p]); });
    std::vector<UspsBar> bars;
    for (std::size_t b = 0; b < methods.size(); ++b) {
        if (work.is_finished(b)) bars.push_back(work.bar(b));
    }
    return bars;
}

}  // namespace drover::cli::paper
