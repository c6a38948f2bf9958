#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <ostream>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/herd/record/divergence.hpp>
#include <drover/number/philox.hpp>
#include <drover/plot/panels.hpp>

#include "../cli/terminal.hpp"
#include "entropy_choice.hpp"
#include "paper.hpp"

namespace drover::cli::paper {
namespace {

// The chapter's open question: how close does herding come to the entropy of maximum entropy?
struct EntropyOptions {
    PaperOptions paper;
    std::int64_t samples = 100'000;
    std::int64_t models = 20;  // random ones of 10 variables
};

void describe(OptionList& list, EntropyOptions& options) {
    list.count("--samples", options.samples, "Steps of each herder").within(1, most_samples);
    list.count("--models", options.models, "Random models of 10 variables").within(0, 10'000);
    describe(list, options.paper);
}

constexpr std::size_t model_variables = 10;

// The result of one choice on one distribution, compared with maximum entropy with the same moments.
struct EntropyRun {
    double entropy = 0;
    double kl = 0;               // KL(herded || maximum entropy)
    double total_variation = 0;  // between the two
    std::int64_t distinct = 0;
    std::int64_t positive_margins = 0;
};

EntropyRun measure_run(const HerdedStates& herded, std::span<const double> reference) {
    const std::vector<double> p = shares(herded.counts);
    EntropyRun run{.entropy = entropy(p), .kl = kl_divergence(p, reference)};
    for (std::size_t s = 0; s < p.size(); ++s) run.total_variation += std::abs(p[s] - reference[s]) / 2;
    run.distinct = std::count_if(p.begin(), p.end(), [](double share) { return share > 0; });
    run.positive_margins = herded.positive_margins;
    return run;
}

StateDistribution states_of(const BinaryTable& table) {
    StateDistribution states{table.column_count(),
                             std::vector<std::int64_t>(std::size_t{1} << table.column_count())};
    for (const BitRow& row : table) ++states.counts[row.index()];
    return states;
}

// A random Boltzmann machine with normal biases and couplings, its probabilities as counts of a million.
StateDistribution random_model(std::uint64_t seed, std::uint64_t number) {
    const std::size_t n = model_variables;
    const CounterRandom random{seed, 100 + number};
    std::vector<double> p(std::size_t{1} << n);
    for (std::size_t s = 0; s < p.size(); ++s) {
        double log_weight = 0;
        std::uint64_t draw = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const double sign = sign_of((s >> i) % 2 == 1) > 0 ? 1 : -1;
            log_weight += 0.5 * random.normal(draw++) * sign;
            for (std::size_t j = i + 1; j < n; ++j) {
                const double other = (s >> j) % 2 == 1 ? 1 : -1;
                log_weight += 0.3 * random.normal(draw++) * sign * other;
            }
        }
        p[s] = std::exp(log_weight);
    }
    const double sum = std::accumulate(p.begin(), p.end(), 0.0);
    StateDistribution states{n, {}};
    for (const double weight : p) states.counts.push_back(std::llround(1e6 * weight / sum));
    return states;
}

std::string describe(const Choice& choice) {
    return name_of(choice.coding) + ", " + name_of(choice.rates) + ", start " + name_of(choice.start) + ", " +
           name_of(choice.search);
}

// A piece of work with a slot for its result.
struct Job {
    const StateDistribution* target;
    const std::vector<double>* reference;
    Choice choice;
    std::uint64_t seed;
};

// The results of the jobs done: all, unless interrupted.
std::vector<EntropyRun> run_jobs(const std::vector<Job>& jobs, const EntropyOptions& options,
                                 Progress& progress) {
    std::vector<HerdedStates> herded(jobs.size());
    std::size_t done = 0;
    ThreadPool pool{options.paper.common.threads};
    const StopFlag& stop = progress.stop_flag();
    // Progress writes to a terminal: only between batches, from this thread.
    const std::size_t batch = 4 * pool.thread_count();
    while (done < jobs.size()) {
        const std::size_t count = std::min(batch, jobs.size() - done);
        pool.for_each(count, [&](std::size_t k) {
            const Job& job = jobs[done + k];
            herded[done + k] = herd_pairs_of(*job.target, job.choice, options.samples, job.seed, stop);
        });
        if (progress.stopped()) break;  // some of this batch are incomplete
        done += count;
        progress(static_cast<std::int64_t>(done));
    }
    std::vector<EntropyRun> runs;
    for (std::size_t k = 0; k < done; ++k) runs.push_back(measure_run(herded[k], *jobs[k].reference));
    return runs;
}

struct Models {
    std::vector<StateDistribution> targets;
    std::vector<std::vector<double>> references;
};

Models make_models(const EntropyOptions& options) {
    Models models;
    for (std::int64_t m = 0; m < options.models; ++m) {
        models.targets.push_back(random_model(options.paper.common.seed, static_cast<std::uint64_t>(m)));
        models.references.push_back(maximum_entropy_of_pairs(models.targets.back()));
    }
    return models;
}

// The result of a choice over the random models: how far it is from maximum entropy.
struct ModelSummary {
    Choice choice;
    double gap = 0;  // mean of KL(herded || maximum entropy)
    double error = 0;
    double share_of_best = 0;  // models in which no choice of the same search came closer
};

std::vector<ModelSummary> summarise(const std::vector<Choice>& choices, const std::vector<EntropyRun>& runs,
                                    std::size_t model_count) {
    std::vector<ModelSummary> summaries;
    if (model_count == 0) return summaries;
    for (std::size_t c = 0; c < choices.size(); ++c) {
        ModelSummary summary{.choice = choices[c]};
        double squares = 0;
        std::size_t best = 0;
        for (std::size_t m = 0; m < model_count; ++m) {
            const double gap = runs[m * choices.size() + c].kl;
            summary.gap += gap;
            squares += gap * gap;
            bool is_best = true;
            for (std::size_t d = 0; d < choices.size(); ++d) {
                if (choices[d].search == choices[c].search && runs[m * choices.size() + d].kl < gap)
                    is_best = false;
            }
            best += is_best ? 1 : 0;
        }
        const auto count = static_cast<double>(model_count);
        summary.gap /= count;
        const double variance = std::max(0.0, squares / count - summary.gap * summary.gap);
        summary.error = std::sqrt(variance / count);
        summary.share_of_best = static_cast<double>(best) / count;
        summaries.push_back(summary);
    }
    return summaries;
}

// All that is printed.
struct EntropyStudy {
    std::vector<DataSet> sets;
    double data_entropy = 0;
    double pairs_entropy = 0;    // maximum, with the data's pairs
    double triples_entropy = 0;  // with its triples
    double data_to_pairs = 0;    // KL(data || maximum entropy)
    double data_to_triples = 0;
    std::vector<Choice> choices;
    std::vector<EntropyRun> runs;  // one per choice, on the data's pairs; fewer if interrupted
    std::optional<EntropyRun> triples_exact;
    std::optional<EntropyRun> triples_local;
    std::size_t model_count = 0;  // random models herded with every choice
    std::vector<ModelSummary> models;
    bool stopped = false;
};

std::optional<EntropyRun> triples_run(const StateDistribution& data, std::span<const double> reference,
                                      SearchChoice search, const EntropyOptions& options,
                                      const StopFlag& stop) {
    const HerdedStates herded = herd_triples_of(data, search, options.samples, stop);
    if (stop.stop_requested()) return std::nullopt;
    return measure_run(herded, reference);
}

EntropyStudy study(const EntropyOptions& options, Streams& streams) {
    EntropyStudy result;
    result.sets.push_back(data_set("abalone", data_folder(options.paper.data), options.paper.common.seed));
    const StateDistribution data = states_of(joint_table(result.sets[0]));
    const std::vector<double> p = shares(data.counts);
    const std::vector<double> pairs = maximum_entropy_of_pairs(data);
    const std::vector<double> triples = maximum_entropy_of_triples(data);
    result.data_entropy = entropy(p);
    result.pairs_entropy = entropy(pairs);
    result.triples_entropy = entropy(triples);
    result.data_to_pairs = kl_divergence(p, pairs);
    result.data_to_triples = kl_divergence(p, triples);

    result.choices = all_choices({StartChoice::zero, StartChoice::moments, StartChoice::random});
    const std::vector<Choice> model_choices = all_choices({StartChoice::moments});
    const Models models = make_models(options);
    std::vector<Job> jobs;
    for (const Choice& choice : result.choices)
        jobs.push_back({&data, &pairs, choice, options.paper.common.seed});
    for (std::size_t m = 0; m < models.targets.size(); ++m) {
        for (const Choice& choice : model_choices)
            jobs.push_back({&models.targets[m], &models.references[m], choice, m});
    }
    Progress progress{"paper entropy", static_cast<std::int64_t>(jobs.size()), options.paper.common, streams};
    std::vector<EntropyRun> runs = run_jobs(jobs, options, progress);
    const StopFlag& stop = progress.stop_flag();
    result.triples_exact = triples_run(data, triples, SearchChoice::exact, options, stop);
    result.triples_local = triples_run(data, triples, SearchChoice::local, options, stop);
    const std::size_t data_runs = std::min(runs.size(), result.choices.size());
    const auto models_begin = runs.begin() + static_cast<std::ptrdiff_t>(data_runs);
    result.runs.assign(runs.begin(), models_begin);
    result.model_count = (runs.size() - data_runs) / model_choices.size();
    result.models = summarise(model_choices, {models_begin, runs.end()}, result.model_count);
    result.stopped = stop.stop_requested();
    return result;
}

void write_data_table(std::ostream& out, const EntropyStudy& study) {
    TextTable table{{"herding of", "coding", "rates", "start", "search", "entropy", "KL to MAXENT",
                     "TV to MAXENT", "states", "margins > 0"},
                    {0, 1, 2, 3, 4}};
    const auto add = [&](const std::string& of, const std::vector<std::string>& how, const EntropyRun& run) {
        table.add({of, how[0], how[1], how[2], how[3], rounded(run.entropy, 5), rounded(run.kl, 3),
                   rounded(run.total_variation, 3), std::to_string(run.distinct),
                   std::to_string(run.positive_margins)});
    };
    for (std::size_t c = 0; c < study.runs.size(); ++c) {
        const Choice& choice = study.choices[c];
        add("pairs",
            {name_of(choice.coding), name_of(choice.rates), name_of(choice.start), name_of(choice.search)},
            study.runs[c]);
    }
    if (study.triples_exact)
        add("triples", {"indicators", "equal", "moments", "exact"}, *study.triples_exact);
    if (study.triples_local)
        add("triples", {"indicators", "equal", "moments", "local"}, *study.triples_local);
    table.write(out);
}

void write_model_table(std::ostream& out, const EntropyStudy& study) {
    out << '\n'
        << study.model_count << " random Boltzmann machine" << (study.model_count == 1 ? "" : "s") << " of "
        << model_variables
        << " variables (normal biases of 0.5, couplings of 0.3, as +-1), from w_0 = moments:\n\n";
    TextTable table{{"coding", "rates", "search", "mean KL to MAXENT", "standard error", "best in"},
                    {0, 1, 2}};
    for (const ModelSummary& model : study.models) {
        table.add({name_of(model.choice.coding), name_of(model.choice.rates), name_of(model.choice.search),
                   rounded(model.gap, 3), study.model_count > 1 ? rounded(model.error, 2) : "-",
                   rounded(100 * model.share_of_best, 3) + " %"});
    }
    table.write(out);
}

// The mean over the starts, so that no lucky start decides.
struct MeanGap {
    Choice choice;
    double gap = 0;
    double error = 0;  // of the mean, over the starts
};

std::vector<MeanGap> mean_gaps(const EntropyStudy& study, SearchChoice search) {
    std::vector<MeanGap> gaps;
    for (const Choice& choice : all_choices({StartChoice::moments})) {
        if (choice.search != search) continue;
        MeanGap mean{.choice = choice};
        double count = 0;
        double squares = 0;
        for (std::size_t c = 0; c < study.choices.size(); ++c) {
            const Choice& other = study.choices[c];
            if (other.search != search || other.coding != choice.coding || other.rates != choice.rates)
                continue;
            mean.gap += study.runs[c].kl;
            squares += study.runs[c].kl * study.runs[c].kl;
            ++count;
        }
        mean.gap /= count;
        if (count > 1)
            mean.error = std::sqrt(std::max(0.0, squares / count - mean.gap * mean.gap) / (count - 1));
        gaps.push_back(mean);
    }
    return gaps;
}

template <class Gaps>
auto closest(const Gaps& gaps) {
    return *std::min_element(gaps.begin(), gaps.end(),
                             [](const auto& a, const auto& b) { return a.gap < b.gap; });
}

std::string coding_and_rates(const Choice& choice) {
    return name_of(choice.coding) + " with rates " + name_of(choice.rates);
}

// The conclusion as text: which choice came closest on the data, and whether it also does on the models.
void write_answer(std::ostream& out, const EntropyStudy& study) {
    for (const SearchChoice search : {SearchChoice::exact, SearchChoice::local}) {
        const MeanGap best = closest(mean_gaps(study, search));
        out << "\nWith " << name_of(search) << " search, " << coding_and_rates(best.choice)
            << " came closest to maximum entropy on " << study.sets[0].name << ": KL " << rounded(best.gap, 3)
            << ", mean over the starts.";
        std::vector<ModelSummary> models;
        for (const ModelSummary& model : study.models) {
            if (model.choice.search == search) models.push_back(model);
        }
        if (models.empty()) continue;
        const ModelSummary first = closest(models);
        const bool same =
            first.choice.coding == best.choice.coding && first.choice.rates == best.choice.rates;
        out << "\n"
            << (same ? "It also did" : "This did not carry over: " + coding_and_rates(first.choice) + " did")
            << " on the random models, with KL " << rounded(first.gap, 3) << ", best in "
            << rounded(100 * first.share_of_best, 3) << " % of them.";
    }
    out << '\n';
}

void write_study(std::ostream& out, const EntropyStudy& study, const EntropyOptions& options) {
    write_identity(out, study.sets);
    out << "Entropy in nats, from " << options.samples << " steps; seed " << options.paper.common.seed
        << "\n\n";
    TextTable entropies{{"distribution", "entropy", "KL(data || it)"}};
    entropies.add({"data", rounded(study.data_entropy, 6), "0"});
    entropies.add({"MAXENT pairs", rounded(study.pairs_entropy, 6), rounded(study.data_to_pairs, 3)});
    entropies.add({"MAXENT triples", rounded(study.triples_entropy, 6), rounded(study.data_to_triples, 3)});
    entropies.write(out);
    out << '\n';
    write_data_table(out, study);
    if (!study.models.empty()) write_model_table(out, study);
    if (study.stopped) {
        out << "\nInterrupted: unfinished results are missing.\n";
    } else {
        write_answer(out, study);
    }
}

void add_choice(Report& report, const Choice& choice) {
    report.add("coding", "", name_of(choice.coding));
    report.add("rates", "", name_of(choice.rates));
    report.add("start", "", name_of(choice.start));
    report.add("search", "", name_of(choice.search));
}

std::vector<Result> results_of(const EntropyStudy& study) {
    std::vector<Result> results;
    const auto add = [&](const char* of, const Choice& choice, double reference, const EntropyRun& run) {
        Result result{.dataset = study.sets[0].name,
                      .method = std::string{of} + ' ' + describe(choice),
                      .ours = run.entropy};
        result.positive_margins = run.positive_margins;
        add_choice(result.more, choice);
        result.more.add("entropy_of_maxent", "", reference);
        result.more.add("kl_to_maxent", "", run.kl);
        result.more.add("tv_to_maxent", "", run.total_variation);
        result.more.add("distinct_states", "", run.distinct);
        results.push_back(std::move(result));
    };
    for (std::size_t c = 0; c < study.runs.size(); ++c)
        add("H.XX", study.choices[c], study.pairs_entropy, study.runs[c]);
    if (study.triples_exact)
        add("H.XXX", {.search = SearchChoice::exact}, study.triples_entropy, *study.triples_exact);
    if (study.triples_local)
        add("H.XXX", {.search = SearchChoice::local}, study.triples_entropy, *study.triples_local);
    return results;
}

Report json_of(const EntropyStudy& study, const EntropyOptions& options) {
    Report report = item_report("entropy", options.paper, study.sets);
    echo(report, options);
    report.add("interrupted", "", study.stopped);
    report.add("entropy_of_data", "", study.data_entropy);
    report.add("entropy_of_maxent_pairs", "", study.pairs_entropy);
    report.add("entropy_of_maxent_triples", "", study.triples_entropy);
    report.add("kl_of_data_to_maxent_pairs", "", study.data_to_pairs);
    report.add("kl_of_data_to_maxent_triples", "", study.data_to_triples);
    add_rows(report, results_of(study));
    std::vector<Report> models;
    for (const ModelSummary& model : study.models) {
        Report row;
        add_choice(row, model.choice);
        row.add("mean_kl_to_maxent", "", model.gap);
        row.add("standard_error", "", model.error);
        row.add("share_of_best", "", model.share_of_best);
        models.push_back(std::move(row));
    }
    report.add("random_models", "", models);
    return report;
}

// KL to maximum entropy for every coding and rate with one search, on the data and on the models.
BarChart gap_chart(const EntropyStudy& study, SearchChoice search) {
    BarChart chart{.title = "What herding with " + name_of(search) +
                            " search lacks of the largest entropy; bars: standard errors",
                   .height = 450};
    chart.y.label = "KL(herding || MAXENT)";
    chart.groups = {{.name = study.sets[0].name + ", mean over the starts"}};
    for (const MeanGap& mean : mean_gaps(study, search)) {
        chart.categories.push_back(name_of(mean.choice.coding) + ", " + name_of(mean.choice.rates));
        chart.groups[0].values.push_back(mean.gap);
        chart.groups[0].spreads.push_back(mean.error);
    }
    if (study.models.empty()) return chart;
    chart.groups.push_back({.name = "random models, mean"});
    for (const ModelSummary& model : study.models) {
        if (model.choice.search != search) continue;
        chart.groups[1].values.push_back(model.gap);
        chart.groups[1].spreads.push_back(model.error);
    }
    return chart;
}

Panels picture(const EntropyStudy& study) {
    return {.title = "Herding against maximum entropy",
            .charts = {gap_chart(study, SearchChoice::exact), gap_chart(study, SearchChoice::local)}};
}

ExitCode run_entropy(const EntropyOptions& options, Streams& streams) {
    const EntropyStudy result = study(options, streams);
    if (!result.stopped) write_picture(options.paper.svg, streams, picture(result));
    write_result(options.paper.common, streams, json_of(result, options),
                 [&](std::ostream& out) { write_study(out, result, options); });
    return result.stopped ? ExitCode::interrupted : ExitCode::ok;
}

}  // namespace

Command entropy_item() {
    return {.name = "entropy",
            .summary = "How close herding comes to maximum entropy, and by which choices",
            .footer = "Example: drover paper entropy --data DIR --models 5",
            .task = task<run_entropy>};
}

}  // namespace drover::cli::paper
