#pragma once

#include <string>
#include <tuple>

#include <drover/synth/check.hpp>

#include "bindings.hpp"

namespace drover::python {

/// What a check found, as texts: JSON, the cells as CSV, a page, and what people read.
using Findings = std::tuple<std::string, std::string, std::string, std::string>;

inline Findings texts_of(const drover::synth::CheckResult& found) {
    return {to_json(found), found.cells, to_html(found), to_text(found)};
}

void bind_checks(nb::module_& module);
void bind_verify(nb::module_& module);

}  // namespace drover::python
