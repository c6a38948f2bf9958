#include <drover/version.hpp>

#include "bindings.hpp"
#include "follow.hpp"

namespace drover::python {
namespace {

void translate_io(const std::exception_ptr& error, void* /*payload*/) {
    try {
        std::rethrow_exception(error);
    } catch (const IoError& io) {
        PyErr_SetString(PyExc_OSError, io.what());
    }
}

}  // namespace
}  // namespace drover::python

NB_MODULE(_core, module) {
    using namespace drover::python;
    module.doc() = "The calls of drover/synth/synth.hpp, of what learns, and of orbits.";
    module.attr("version") = drover::version;
    nb::exception<drover::InputError>(module, "InputError", PyExc_ValueError).attr("__doc__") =
        "Something is wrong with tables, rows or options; the message names the place.";
    nb::register_exception_translator(translate_io);
    module.def("wait_for_work", &wait_for_work,
               "Waits for work that was interrupted and has not stopped yet.");
    bind_inputs(module);
    bind_synthesis(module);
    bind_checks(module);
    bind_learn(module);
    bind_orbits(module);
    bind_arrow_in(module);
    bind_arrow_out(module);
}
