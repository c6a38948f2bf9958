#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <drover/core/choice.hpp>
#include <drover/tables/count/published.hpp>
#include <drover/tables/count/sql.hpp>
#include <drover/tables/count/stream.hpp>
#include <drover/tables/input.hpp>
#include <drover/tables/wide_groups.hpp>

namespace drover::python {

namespace nb = nanobind;

using Codes = nb::ndarray<const std::uint32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Tables that work on other threads may hold on to.
struct SharedTables {
    std::shared_ptr<const TableSet> set;
};

/// A column of a frame: its name, its texts, and which of them each row has.
using PyColumn = std::tuple<std::string, std::vector<std::string>, Codes>;
std::vector<CodedColumn> coded_columns(const std::vector<PyColumn>& columns);
/// The same for work on another thread: the arrays are Python's, and let go under its lock.
std::shared_ptr<const std::vector<PyColumn>> kept_columns(const std::vector<PyColumn>& columns);

/// Schema, then name, columns and CSV of each table.
using Published =
    std::pair<std::string, std::vector<std::tuple<std::string, std::vector<std::string>, std::string>>>;
/// Of rows that were counted as they came.
Published publish(std::shared_ptr<const CountedRows> rows, const std::string& name,
                  const InputOptions& options, const TableWriterOptions& writer, const nb::object& progress);

/// An array that owns its numbers.
template <class Number>
nb::ndarray<nb::numpy, Number, nb::ndim<1>> owned_array(std::vector<Number> numbers) {
    auto* kept = new std::vector<Number>{std::move(numbers)};
    const nb::capsule owner{kept, [](void* p) noexcept { delete static_cast<std::vector<Number>*>(p); }};
    return {kept->data(), {kept->size()}, owner};
}

inline nb::bytes bytes_of(const std::string& text) { return nb::bytes{text.data(), text.size()}; }

/// A number written out, as an exact one. Throws InputError naming what it is.
Rational exact_number(const char* what, const std::string& text);

// The parts of the module: those of the foundation, and one per product that was built.
void bind_job(nb::module_& module);
void bind_inputs(nb::module_& module);
void bind_finite(nb::module_& module);
void bind_pictures(nb::module_& module);
void bind_arrow_in(nb::module_& module);
void bind_arrow_out(nb::module_& module);
#define DROVER_PRODUCT(name) void bind_##name(nb::module_& module);
#include <drover/built_products.def>
#undef DROVER_PRODUCT

}  // namespace drover::python
