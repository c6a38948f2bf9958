#include <drover/classify/job.hpp>
#include <drover/classify/model_file.hpp>
#include <drover/classify/summary.hpp>
#include <drover/classify/tuning.hpp>

#include "job.hpp"

namespace drover::python {
namespace {

using Inputs = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

SparseRows sparse_rows(const Inputs& inputs) {
    SparseRows rows{inputs.shape(1)};
    for (std::size_t i = 0; i < inputs.shape(0); ++i) {
        for (std::size_t j = 0; j < inputs.shape(1); ++j) rows.add(j, inputs(i, j));
        rows.end_row();
    }
    return rows;
}

// What the program would have learned from a table with these numbers.
InputCoding coding_of(std::vector<std::string> classes, const std::vector<std::string>& names,
                      const std::vector<double>& means, const std::vector<double>& deviations) {
    TableCoding table{.label = "class", .columns = {}};
    for (std::size_t j = 0; j < means.size(); ++j)
        table.columns.push_back({.name = names.at(j), .mean = means[j], .deviation = deviations.at(j)});
    return {.classes = std::move(classes), .inputs = std::move(table)};
}

// What a classifier learns from.
struct TrainingSet {
    std::shared_ptr<const Examples> examples;
    PyInputs digest;
};

TrainingSet training_set(const Inputs& inputs, const std::vector<std::uint32_t>& labels,
                         const std::vector<std::string>& classes) {
    auto examples =
        std::make_shared<Examples>(Examples{sparse_rows(inputs), 1.0 / input_grid, labels, classes});
    const std::string digest = classify::digest_of(*examples);
    return {std::move(examples), {{"X", digest, ""}}};
}

// The model and its updates.
std::pair<nb::bytes, std::int64_t> fit_voted(const TrainingSet& set, const std::vector<std::string>& names,
                                             const std::vector<double>& means,
                                             const std::vector<double>& deviations,
                                             const classify::Options& options, std::int64_t updates,
                                             const LongRun& run, const NamedTexts& texts) {
    InputCoding coding = coding_of(set.examples->classes, names, means, deviations);
    const JobKind kind{.identity = identity_of("classify", 1, set.digest, texts),
                       .unit = "updates",
                       .checkpoint_every = 1000};
    classify::Model model =
        followed(run.watcher(), [=, train = set.examples, plan = run.plan](Course& course) {
            ThreadPool pool{plan.threads};
            classify::Job job{*train, options, {.updates = updates, .pool = &pool, .memory = plan.memory}};
            python::run(job, kind, plan, course);
            if (!summarize(job.result()).can_vote) fail_late(job, kind, plan);
            return classify::Model{coding, std::move(job).result()};
        });
    return {bytes_of(classify::to_bytes(model)), summarize(model.classifier).updates};
}

// What was changed, its error, and whether it was kept.
using PyTrial = std::tuple<std::string, double, bool>;

// The best options, and all trials.
std::pair<classify::Options, std::vector<PyTrial>> tune_voted(const TrainingSet& set,
                                                              const classify::Options& options,
                                                              std::int64_t updates, const LongRun& run,
                                                              const NamedTexts& texts) {
    const JobKind kind{
        .identity = identity_of("tune", 1, set.digest, texts), .unit = "updates", .checkpoint_every = 1000};
    const classify::Tuning tuning = followed(run.watcher(), [=, train = set.examples,
                                                             plan = run.plan](Course& course) {
        ThreadPool pool{plan.threads};
        classify::TuneJob job{*train, options, {.updates = updates, .pool = &pool, .memory = plan.memory}};
        python::run(job, kind, plan, course);
        if (job.result().trials.empty()) fail_late(job, kind, plan);
        return job.result();
    });
    std::vector<PyTrial> trials;
    for (const classify::Trial& trial : tuning.trials)
        trials.emplace_back(trial.what, trial.error, trial.is_better);
    return {tuning.options, std::move(trials)};
}

nb::object vote(const nb::bytes& model, const Inputs& inputs, std::int64_t most_votes, std::size_t threads,
                const nb::object& progress) {
    const auto rows = std::make_shared<SparseRows>(sparse_rows(inputs));
    const std::string bytes{model.c_str(), model.size()};
    const classify::Votes votes = followed(progress, [=](Course& course) {
        ThreadPool pool{threads};
        const classify::Model read = classify::parse_model(bytes, "model");
        return classify::vote(read.classifier, *rows,
                              {.votes = most_votes, .pool = &pool, .control = course.control()});
    });
    std::vector<double> shares;
    for (std::size_t i = 0; i < votes.row_count(); ++i)
        for (const double share : votes.shares(i)) shares.push_back(share);
    return nb::cast(owned_array(std::move(shares)));
}

}  // namespace

void bind_classify(nb::module_& module) {
    nb::class_<classify::Options>(module, "VotedOptions", "How a classifier learns.")
        .def(nb::init<>())
        .def_rw("hidden_count", &classify::Options::hidden_count)
        .def_rw("burn_in", &classify::Options::burn_in)
        .def_rw("batch_size", &classify::Options::batch_size)
        .def_rw("input_scale", &classify::Options::input_scale)
        .def_rw("rate", &classify::Options::rate)
        .def_rw("label_rate", &classify::Options::label_rate)
        .def_rw("hidden_bias_rate", &classify::Options::hidden_bias_rate)
        .def_rw("label_bias_rate", &classify::Options::label_bias_rate)
        .def_rw("seed", &classify::Options::seed)
        .def("set_procedure", [](classify::Options& options, const std::string& choice) {
            options.procedure = choose(classify::label_procedures, choice, "procedure");
        });
    module.attr("input_grid") = input_grid;
    module.attr("input_limit") = input_limit;
    nb::class_<TrainingSet>(module, "TrainingSet", "What a classifier learns from.");
    module.def("training_set", training_set, nb::arg("inputs"), nb::arg("labels"), nb::arg("classes"));
    module.def("fit_voted", fit_voted, nb::arg("training_set"), nb::arg("names"), nb::arg("means"),
               nb::arg("deviations"), nb::arg("options"), nb::arg("updates"), nb::arg("run"),
               nb::arg("texts"), "A classifier, as the bytes of drover.fit/1, and its updates.");
    module.def("tune_voted", tune_voted, nb::arg("training_set"), nb::arg("options"), nb::arg("updates"),
               nb::arg("run"), nb::arg("texts"),
               "The best options; and what was tried, with its error and whether it was kept.");
    module.def("vote", vote, nb::arg("model"), nb::arg("inputs"), nb::arg("votes"), nb::arg("threads"),
               nb::arg("progress").none(), "Shares of the votes for each class, one row after the other.");
}

}  // namespace drover::python
