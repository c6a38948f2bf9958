#include <drover/rbm/job.hpp>

#include "job.hpp"

namespace drover::python {
namespace {

using Bits = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

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

// The model and its steps.
std::pair<nb::bytes, std::int64_t> fit_rbm(const Bits& bits, const rbm::Options& options, std::int64_t steps,
                                           const LongRun& run) {
    const auto cases = std::make_shared<std::vector<rbm::ObservedRow>>(observed_rows(bits));
    const rbm::Model model =
        followed(run.watcher(), [=, names = numbered("x", bits.shape(1)), plan = run.plan](Course& course) {
            ThreadPool pool{plan.threads};
            rbm::Job job{
                names, std::move(*cases), options, {.steps = steps, .pool = &pool, .memory = plan.memory}};
            python::run(job, {.identity = job.identity("X"), .unit = "steps", .checkpoint_every = 100}, plan,
                        course);
            return job.result();
        });
    return {bytes_of(rbm::to_bytes(model)), model.state.t};
}

// Continues the model for `steps` steps and asks it.
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

}  // namespace

void bind_rbm(nb::module_& module) {
    nb::class_<rbm::Options>(module, "RbmOptions", "How a machine is herded.")
        .def(nb::init<>())
        .def_rw("hidden_count", &rbm::Options::hidden_count)
        .def_rw("batch_size", &rbm::Options::batch_size)
        .def_rw("start_spread", &rbm::Options::start_spread)
        .def_rw("seed", &rbm::Options::seed);
    module.def("fit_rbm", fit_rbm, nb::arg("bits"), nb::arg("options"), nb::arg("steps"), nb::arg("run"),
               "A herded machine, as the bytes of drover.rbm/2, and its steps.");
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

}  // namespace drover::python
