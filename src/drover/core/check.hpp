#pragma once

#include <concepts>
#include <string>
#include <utility>

#include <drover/core/error.hpp>

namespace drover {

/// Throws InputError unless `holds`. The message is a callable, built only when it is needed.
template <std::invocable Message>
void check_input(bool holds, Message&& message) {
    if (!holds) throw InputError(message());
}

/// Quotes a name for a message: "pin3".
inline std::string quoted(const std::string& name) { return '"' + name + '"'; }
/// For names that are not const, where overload resolution would prefer std::quoted.
inline std::string quoted(std::string& name) { return quoted(std::as_const(name)); }

}  // namespace drover
