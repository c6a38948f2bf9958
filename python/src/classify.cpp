#include <drover/classify/model_file.hpp>
#include <drover/core/thread_pool.hpp>

#include "bindings.hpp"
#include "follow.hpp"

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

nb::bytes fit_voted(const Inputs& inputs, const std::vector<std::uint32_t>& labels,
                    const std::vector<std::string>& classes, const std::vector<std::string>& names,
                    const std::vector<double>& means, const std::vector<double>& deviations,
                    const classify::Options& options, std::int64_t updates, std::size_t threads,
                    const nb::object& progress) {
    const auto train =
        std::make_shared<Examples>(Examples{sparse_rows(inputs), 1.0 / input_grid, labels, classes});
    InputCoding coding = coding_of(classes, names, means, deviations);
    return bytes_of(followed(progress, [=](Course& course) {
        ThreadPool pool{threads};
        classify::Model model{coding, classify::start(*train, options)};
        course.total = updates * static_cast<std::int64_t>(model.classifier.systems.size());
        classify::train(model.classifier, *train,
                        {.updates = updates, .pool = &pool, .control = course.control()});
        return classify::to_bytes(model);
    }));
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
    module.def("fit_voted", fit_voted, nb::arg("inputs"), nb::arg("labels"), nb::arg("classes"),
               nb::arg("names"), nb::arg("means"), nb::arg("deviations"), nb::arg("options"),
               nb::arg("updates"), nb::arg("threads"), nb::arg("progress").none(),
               "A classifier, as the bytes of drover.fit/1.");
    module.def("vote", vote, nb::arg("model"), nb::arg("inputs"), nb::arg("votes"), nb::arg("threads"),
               nb::arg("progress").none(), "Shares of the votes for each class, one row after the other.");
}

}  // namespace drover::python
