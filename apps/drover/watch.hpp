#pragma once

#include <exception>

#include "terminal.hpp"

namespace drover::cli {

/// Ctrl-C: half an analysis is none, so nothing is written.
struct Interrupted : std::exception {
    const char* what() const noexcept override { return "interrupted"; }
};

}  // namespace drover::cli
