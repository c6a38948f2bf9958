#include <array>
#include <stdexcept>

#include <drover/version.hpp>

#include "bindings.hpp"
#include "job.hpp"
#include "problem.hpp"

namespace drover::python {
namespace {

void translate(const std::exception_ptr& error, void* /*payload*/) {
    try {
        std::rethrow_exception(error);
    } catch (const IoError& io) {
        raise(io);
    } catch (const InputError& input) {
        raise(input);
    } catch (const TimeIsUp& late) {
        PyErr_SetString(PyExc_TimeoutError, late.what());
    } catch (const Stopped&) {
        PyErr_SetString(PyExc_TimeoutError, "time: it was up before there was a result");
    } catch (const std::length_error&) {
        PyErr_SetString(PyExc_MemoryError, "out of memory: an argument asks for more than can be held");
    }
}

constexpr std::array parts{
    &bind_job, &bind_inputs, &bind_finite, &bind_pictures, &bind_arrow_in, &bind_arrow_out,
#define DROVER_PRODUCT(name) &bind_##name,
#include <drover/built_products.def>
#undef DROVER_PRODUCT
};

}  // namespace
}  // namespace drover::python

NB_MODULE(_core, module) {
    using namespace drover::python;
    module.doc() = "The calls of drover/drover.hpp, of what learns, and of orbits.";
    module.attr("version") = drover::version;
    nb::register_exception_translator(translate);
    module.def("work_count", &work_count,
               "How many calls work, those that were interrupted and have not stopped yet too.");
    module.def("wait_for_work", &wait_for_work,
               "Waits for work that was interrupted and has not stopped yet.");
    for (const auto& bind : parts) bind(module);
}
