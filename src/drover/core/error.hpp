#pragma once

#include <stdexcept>

namespace drover {

/// The caller's data or a parameter is wrong. The message says where, what was expected and what was found.
class InputError : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

/// A file could not be read or written.
class IoError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace drover
