#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <drover/core/error.hpp>

namespace drover::fuzz {

/// A reader and the code that uses its result. Whatever the bytes are, it returns: invalid ones cause an
/// InputError or an IoError, which `tried` catches. Any other exception, a failed `require`, a sanitizer's
/// finding or a hang is a bug of drover.
struct Target {
    const char* name;  ///< its folder of the corpus
    void (*run)(std::string_view bytes);
};

std::vector<Target> data_targets();           ///< CSV, numbers, features, gzip, IDX
std::vector<Target> data_examples_targets();  ///< training data of classifiers
std::vector<Target> tables_targets();  ///< published tables, microdata, rows, and the JSON files about them
std::vector<Target> tables_count_targets();  ///< microdata in parts
std::vector<Target> populate_targets();      ///< all inputs of populate
std::vector<Target> finite_targets();        ///< finite models
std::vector<Target> rbm_targets();           ///< the file of rbm
std::vector<Target> classify_targets();      ///< the file of fit
std::vector<Target> cli_targets();           ///< command lines

std::vector<Target> all_targets();  ///< that the program has
/// Null if there is no target of that name.
const Target* find_target(const std::vector<Target>& targets, std::string_view name);

/// Ends the process unless it holds.
void require(bool holds);

/// The result of the call; nothing if it rejected its input as it should.
template <class Call>
auto tried(Call call) -> std::optional<decltype(call())> {
    try {
        return call();
    } catch (const InputError&) {
        return {};
    } catch (const IoError&) {
        return {};
    }
}

/// With the line of a format and the seal of SealedWriter: anyone who forges a file can also seal it.
std::string sealed(const std::string& format, std::string_view body);
/// The texts between bytes 0x1e, at least one.
std::vector<std::string> parts_of(std::string_view bytes);
/// Removes and returns the first byte, for choices; 0 if there is none.
unsigned take_choice(std::string_view& bytes);

}  // namespace drover::fuzz
