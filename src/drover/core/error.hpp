#pragma once

#include <cerrno>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <drover/core/problem.hpp>

namespace drover {

/// The caller's data or a parameter is wrong. what() says where, what was expected and what was found, with
/// options named by their fields.
class InputError : public std::invalid_argument {
  public:
    explicit InputError(Problem problem)
        : std::invalid_argument{to_text(problem)},
          problem_{std::make_shared<const Problem>(std::move(problem))} {}
    /// A problem of which nothing but the text is known.
    explicit InputError(std::string text) : InputError{Problem{.text = std::move(text)}} {}

    const Problem& problem() const { return *problem_; }

  private:
    std::shared_ptr<const Problem> problem_;  // copies of an exception may not throw
};

/// A file could not be read or written.
class IoError : public std::runtime_error {
  public:
    /// `error_number` as in <cerrno>, 0 where the system gave none. ENOENT makes the fault `missing`.
    IoError(std::string file, std::string text, int error_number = 0)
        : IoError{Problem{.fault = error_number == ENOENT ? Fault::missing : Fault::file,
                          .place = {.file = std::move(file)},
                          .text = std::move(text)},
                  error_number} {}
    explicit IoError(Problem problem, int error_number = 0)
        : std::runtime_error{to_text(problem)},
          problem_{std::make_shared<const Problem>(std::move(problem))},
          error_number_{error_number} {}
    /// A problem of which nothing but the text is known.
    explicit IoError(std::string text) : IoError{Problem{.fault = Fault::file, .text = std::move(text)}} {}

    const Problem& problem() const { return *problem_; }
    int error_number() const { return error_number_; }

  private:
    std::shared_ptr<const Problem> problem_;
    int error_number_;
};

/// Calls `call`, and adds what only the caller knows of the place to the problem that it may throw:
///     at({.file = path}, [&] { return parse_binary_csv(text); });
template <class Call>
decltype(auto) at(const Place& place, Call&& call) {
    try {
        return std::forward<Call>(call)();
    } catch (const InputError& error) {
        throw InputError(completed(error.problem(), place));
    }
}

/// The same with a place that is made only when it is needed.
template <class MakePlace, class Call>
requires std::is_invocable_r_v<Place, MakePlace>
decltype(auto) at(MakePlace&& place, Call&& call) {
    try {
        return std::forward<Call>(call)();
    } catch (const InputError& error) {
        throw InputError(completed(error.problem(), place()));
    }
}

}  // namespace drover
