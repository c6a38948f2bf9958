#include <drover/classify/model_file.hpp>
#include <drover/core/thread_pool.hpp>
#include <drover/rbm/rbm.hpp>

#include "bindings.hpp"
#include "follow.hpp"

namespace drover::python {
namespace {

using Inputs = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Bits = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

SparseRows sparse_rows(const Inputs& inputs) {
    SparseRows rows{inputs.shape(1)};
    for (std::size_t i = 0; i < inputs.shape(0); ++i) {
        for (std::size_t j = 0; j < inputs.shape(1); ++j) rows.add(j, inputs(i, j));
        rows.end_row();
    }
    return rows;
}

std::vector<rbm::ObservedRow> observed_rows(const Bits& bits) {
    std::vector<rbm::ObservedRow> rows;
    for (std::size_t i = 0; i < bits.shape(0); ++i) {
        rbm::ObservedRow row{BitRow(bits.shape(1))};
        for (std::size_t j = 0; j < bits.shape(1); ++j) row.values.set(j, bits(i, j) != 0);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<std::string> numbered(const char* start, std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < count; ++j) names.push_back(start + std::to_string(j));
    return names;
}

// What the program would have learned of a table with these numbers.
InputCoding coding_of(std::vector<std::string> classes, const std::vector<std::string>& names,
                      const std::vector<double>& means, const std::vector<double>& deviations) {
    TableCoding table{.label = "class", .columns = {}};
    for (std::size_t j = 0; j < means.size(); ++j)
        table.columns.push_back({.name = names.at(j), .mean = means[j], .deviation = deviations.at(j)});
    return {.classes = std::move(classes), .inputs = std::move(table)};
}

nb::bytes bytes_of(const std::string& text) { return nb::bytes{text.data(), text.size()}; }

nb::bytes fit_voted(const Inputs& inputs, const std::vector<std::uint32_t>& labels,
                    const std::vector<std::string>& classes, const std::vector<std::string>& names,
                    const std::vector<double>& means, const std::vector<double>& deviations,
                    const VotedOptions& options, std::int64_t updates, std::size_t threads,
                    const nb::object& progress) {
    const auto train =
        std::make_shared<Examples>(Examples{sparse_rows(inputs), 1.0 / input_grid, labels, classes});
    InputCoding coding = coding_of(classes, names, means, deviations);
    return bytes_of(followed(progress, [=](Course& course) {
        ThreadPool pool{threads};
        VotedModel model{coding, start_voted(*train, options)};
        course.total = updates * static_cast<std::int64_t>(model.classifier.systems.size());
        train_voted(model.classifier, *train,
                    {.updates = updates, .pool = &pool, .control = course.control()});
        return voted_model_bytes(model);
    }));
}

nb::object vote(const nb::bytes& model, const Inputs& inputs, std::int64_t most_votes, std::size_t threads,
                const nb::object& progress) {
    const auto rows = std::make_shared<SparseRows>(sparse_rows(inputs));
    const std::string bytes{model.c_str(), model.size()};
    const Votes votes = followed(progress, [=](Course& course) {
        ThreadPool pool{threads};
        const VotedModel read = parse_voted_model(bytes, "model");
        return drover::vote(read.classifier, *rows,
                            {.votes = most_votes, .pool = &pool, .control = course.control()});
    });
    std::vector<double> shares;
    for (std::size_t i = 0; i < votes.row_count(); ++i)
        for (const double share : votes.shares(i)) shares.push_back(share);
    return nb::cast(owned_array(std::move(shares)));
}

nb::bytes fit_rbm(const Bits& bits, const rbm::Options& options, std::int64_t steps, std::size_t threads,
                  const nb::object& progress) {
    const auto cases = std::make_shared<std::vector<rbm::ObservedRow>>(observed_rows(bits));
    return bytes_of(followed(progress, [=, names = numbered("x", bits.shape(1))](Course& course) {
        ThreadPool pool{threads};
        rbm::Model model = rbm::start(names, *cases, options);
        course.total = steps;
        rbm::train(model, {.steps = steps, .pool = &pool, .control = course.control()});
        return rbm::to_bytes(model);
    }));
}

// The model goes on for so many steps, and is asked.
template <class Ask>
auto ask_rbm(const nb::bytes& model, std::int64_t steps, std::size_t threads, const nb::object& progress,
             Ask ask) {
    const std::string bytes{model.c_str(), model.size()};
    return followed(progress, [=](Course& course) {
        ThreadPool pool{threads};
        rbm::Model read = rbm::parse_model(bytes, "model");
        course.total = steps;
        return ask(read, rbm::RunOptions{.steps = steps, .pool = &pool, .control = course.control()});
    });
}

std::vector<std::uint8_t> flat(const std::vector<BitRow>& rows) {
    std::vector<std::uint8_t> bits;
    for (const BitRow& row : rows)
        for (std::size_t j = 0; j < row.size(); ++j) bits.push_back(row[j] ? 1 : 0);
    return bits;
}

void bind_rbm(nb::module_& module) {
    nb::class_<rbm::Options>(module, "RbmOptions", "How a machine is herded.")
        .def(nb::init<>())
        .def_rw("hidden_count", &rbm::Options::hidden_count)
        .def_rw("batch_size", &rbm::Options::batch_size)
        .def_rw("start_spread", &rbm::Options::start_spread)
        .def_rw("seed", &rbm::Options::seed);
    module.def("fit_rbm", fit_rbm, nb::arg("bits"), nb::arg("options"), nb::arg("steps"), nb::arg("threads"),
               nb::arg("progress").none(), "A herded machine, as the bytes of drover.rbm/2.");
    module.def(
        "rbm_features",
        [](const nb::bytes& model, const Bits& bits, std::int64_t steps, std::size_t threads,
           const nb::object& progress) {
            const auto rows = std::make_shared<std::vector<rbm::ObservedRow>>(observed_rows(bits));
            return owned_array(ask_rbm(model, steps, threads, progress,
                                       [rows](rbm::Model& read, const rbm::RunOptions& run) {
                                           return rbm::hidden_features(read, *rows, run);
                                       }));
        },
        nb::arg("model"), nb::arg("bits"), nb::arg("steps"), nb::arg("threads"), nb::arg("progress").none(),
        "Averages of the hidden units of each row, one row after the other.");
    module.def(
        "rbm_scores",
        [](const nb::bytes& model, const Bits& bits, std::int64_t steps, std::size_t threads,
           const nb::object& progress) {
            const auto rows = std::make_shared<std::vector<rbm::ObservedRow>>(observed_rows(bits));
            return owned_array(ask_rbm(model, steps, threads, progress,
                                       [rows](rbm::Model& read, const rbm::RunOptions& run) {
                                           return rbm::score(read, *rows, run).z_scores;
                                       }));
        },
        nb::arg("model"), nb::arg("bits"), nb::arg("steps"), nb::arg("threads"), nb::arg("progress").none(),
        "Averages of the standardised energies of each row.");
    module.def(
        "rbm_samples",
        [](const nb::bytes& model, std::int64_t count, std::size_t threads, const nb::object& progress) {
            return owned_array(ask_rbm(
                model, count, threads, progress,
                [](rbm::Model& read, const rbm::RunOptions& run) { return flat(rbm::sample(read, run)); }));
        },
        nb::arg("model"), nb::arg("count"), nb::arg("threads"), nb::arg("progress").none(),
        "Fantasies of the steps to come, one row after the other.");
}

}  // namespace

void bind_learn(nb::module_& module) {
    nb::class_<VotedOptions>(module, "VotedOptions", "How a classifier learns.")
        .def(nb::init<>())
        .def_rw("hidden_count", &VotedOptions::hidden_count)
        .def_rw("burn_in", &VotedOptions::burn_in)
        .def_rw("batch_size", &VotedOptions::batch_size)
        .def_rw("input_scale", &VotedOptions::input_scale)
        .def_rw("rate", &VotedOptions::rate)
        .def_rw("label_rate", &VotedOptions::label_rate)
        .def_rw("hidden_bias_rate", &VotedOptions::hidden_bias_rate)
        .def_rw("label_bias_rate", &VotedOptions::label_bias_rate)
        .def_rw("seed", &VotedOptions::seed)
        .def("set_procedure", [](VotedOptions& options, const std::string& word) {
            options.procedure = chosen<LabelProcedure>(
                "procedure", word,
                {{"joint", LabelProcedure::joint}, {"one-versus-all", LabelProcedure::one_versus_all}});
        });
    module.attr("input_grid") = input_grid;
    module.attr("input_limit") = input_limit;
    module.def("fit_voted", fit_voted, nb::arg("inputs"), nb::arg("labels"), nb::arg("classes"),
               nb::arg("names"), nb::arg("means"), nb::arg("deviations"), nb::arg("options"),
               nb::arg("updates"), nb::arg("threads"), nb::arg("progress").none(),
               "A classifier, as the bytes of drover.fit/1.");
    module.def("vote", vote, nb::arg("model"), nb::arg("inputs"), nb::arg("votes"), nb::arg("threads"),
               nb::arg("progress").none(), "Shares of the votes for each class, one row after the other.");
    bind_rbm(module);
}

}  // namespace drover::python
