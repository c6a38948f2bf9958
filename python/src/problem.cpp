#include <string>
#include <string_view>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "problem.hpp"

namespace drover::python {
namespace {

namespace nb = nanobind;

// The keyword is the field, but for the number of rows.
std::string keyword_name(std::string_view field, std::string_view value) {
    const std::string keyword{field == "rows" ? std::string_view{"n"} : field};
    return value.empty() ? keyword : keyword + "=\"" + std::string{value} + '"';
}

// Not all that comes from files is UTF-8.
nb::object text_of(const std::string& text) {
    PyObject* const decoded =
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
    return nb::steal(decoded);
}

nb::object known(const std::string& text) { return text.empty() ? nb::none() : text_of(text); }
nb::object known(std::int64_t number) { return number == 0 ? nb::none() : nb::object{nb::int_(number)}; }

// pydrover._errors makes the exception: it knows which names are those of arguments.
void raise_by(const char* make, const Problem& problem, int error_number) {
    const Place& place = problem.place;
    nb::dict parts;
    parts["fault"] = text_of(std::string{name_of(problem.fault)});
    parts["file"] = known(place.file);
    parts["row"] = known(place.row);
    parts["line"] = known(place.line);
    parts["column"] = known(place.column);
    parts["argument"] = place.option.empty() ? nb::none() : text_of(keyword_name(place.option, ""));
    const auto text = [problem](const std::string& file) {
        Problem named = problem;
        if (!named.place.file.empty()) named.place.file = file;
        return text_of(to_text(named, &keyword_name));
    };
    const nb::object error =
        nb::module_::import_("pydrover._errors").attr(make)(nb::cpp_function(text), parts, error_number);
    PyErr_SetObject(error.type().ptr(), error.ptr());
}

}  // namespace

void raise(const InputError& error) { raise_by("input_error", error.problem(), 0); }
void raise(const IoError& error) { raise_by("io_error", error.problem(), error.error_number()); }

}  // namespace drover::python
