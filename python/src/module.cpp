#include <array>
#include <stdexcept>
#include <string_view>

#include <drover/version.hpp>

#include "bindings.hpp"
#include "job.hpp"

namespace drover::python {
namespace {

// The keyword for a field of the library's options.
std::string keyword(std::string_view field, std::string_view value) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> others{
        {{"rows", "n"}, {"hidden", "n_hidden"}}};
    std::string name{field};
    for (const auto& [from, to] : others)
        if (field == from) name = to;
    return value.empty() ? name : name + "=\"" + std::string{value} + '"';
}

nb::object or_none(const std::string& text) {
    return text.empty() ? nb::object{nb::none()} : nb::object{nb::str{text.data(), text.size()}};
}

// An exception that says what is wrong as data, too.
void raise(const nb::handle& type, const Problem& problem) {
    const Place& place = problem.place;
    const std::string text = to_text(problem, keyword);
    const nb::object error = type(nb::str{text.data(), text.size()});
    error.attr("fault") = nb::str{name_of(problem.fault).data(), name_of(problem.fault).size()};
    error.attr("file") = or_none(place.file);
    error.attr("row") = place.row > 0 ? nb::object{nb::int_{place.row}} : nb::object{nb::none()};
    error.attr("column") = or_none(place.column);
    error.attr("argument") =
        place.option.empty() ? nb::object{nb::none()} : or_none(keyword(place.option, ""));
    PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(const std::exception_ptr& error, void* /*payload*/) {
    try {
        std::rethrow_exception(error);
    } catch (const IoError& io) {
        raise(io.problem().fault == Fault::missing ? PyExc_FileNotFoundError : PyExc_OSError, io.problem());
    } catch (const InputError& input) {
        raise(nb::module_::import_("pydrover._errors").attr("InputError"), input.problem());
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
    module.def(
        "with_keywords", [](const std::string& text) { return drover::with_options(text, keyword); },
        nb::arg("text"), "The text with options, which are in braces, named as keywords.");
    module.def("work_count", &work_count,
               "How many calls work, those that were interrupted and have not stopped yet too.");
    module.def("wait_for_work", &wait_for_work,
               "Waits for work that was interrupted and has not stopped yet.");
    for (const auto& bind : parts) bind(module);
}
