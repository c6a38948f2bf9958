#include <drover/core/thread_pool.hpp>
#include <drover/dynamics/partition.hpp>

#include "finite_model.hpp"
#include "follow.hpp"

namespace drover::python {
using namespace drover::dynamics;
namespace {

nb::dict partition(const FiniteModel& model, PartitionOptions options, std::size_t threads,
                   const nb::object& progress) {
    Partition found = followed(progress, [=](Course& course) mutable {
        ThreadPool pool{threads};
        options.control = course.control();
        const auto cell_steps = static_cast<std::int64_t>(options.max_length + options.settling);
        return find_partition(model.exact(options.orbit_steps + options.burn_in, ModelNeed::moments,
                                          {.cell_steps = cell_steps}),
                              options, &pool);
    });
    nb::dict result;
    result["plane"] = owned_array(std::move(found.plane));
    result["bounded"] = owned_array(std::move(found.bounded));
    result["radius"] = found.radius;
    result["square"] = owned_array(std::move(found.square));
    result["settled"] = owned_array(std::move(found.settled));
    result["words"] = owned_array(std::move(found.words.counts));
    return result;
}

}  // namespace

void bind_partition(nb::module_& module) {
    nb::class_<PartitionOptions>(module, "PartitionOptions", "Which cells of the plane are counted.")
        .def(nb::init<>())
        .def_rw("max_length", &PartitionOptions::max_length)
        .def_rw("plane_length", &PartitionOptions::plane_length)
        .def_rw("settling", &PartitionOptions::settling)
        .def_rw("orbit_steps", &PartitionOptions::orbit_steps)
        .def_rw("burn_in", &PartitionOptions::burn_in)
        .def_rw("max_cells", &PartitionOptions::max_cells);
    module.def("partition", partition, nb::arg("model"), nb::arg("options"), nb::arg("threads"),
               nb::arg("progress").none(), "Cells of the plane of weights, by the length of their words.");
}

}  // namespace drover::python
