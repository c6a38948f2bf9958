#pragma once

#include <drover/core/error.hpp>

namespace drover::python {

/// Sets Python's InputError, and OSError and its like, with the parts of the problem as attributes and
/// options named by their keywords.
void raise(const InputError& error);
void raise(const IoError& error);

}  // namespace drover::python
