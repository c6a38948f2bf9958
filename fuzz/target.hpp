#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <drover/core/error.hpp>

namespace drover::fuzz {

/// A reader and whoever comes right behind it. Whatever the bytes are, it comes back: what is wrong with them
/// is an InputError or an IoError, which `tried` catches. Any other exception, a broken promise (`require`),
/// a sanitizer's finding or a long silence is a fault of drover.
struct Target {
    const char* name;  ///< its folder of the corpus
    void (*run)(std::string_view bytes);
};

std::vector<Target> data_targets();           ///< CSV, numbers, features, gzip, IDX
std::vector<Target> data_examples_targets();  ///< what classifiers learn from
std::vector<Target> tables_targets();  ///< published tables, microdata, rows, and the JSON files about them
std::vector<Target> tables_count_targets();  ///< microdata in parts
std::vector<Target> populate_targets();      ///< all that populate reads
std::vector<Target> finite_targets();        ///< finite models
std::vector<Target> rbm_targets();           ///< the file of rbm
std::vector<Target> classify_targets();      ///< the file of fit
std::vector<Target> cli_targets();           ///< command lines

std::vector<Target> all_targets();  ///< that the program has
/// Null if there is none of that name.
const Target* find_target(const std::vector<Target>& targets, std::string_view name);

/// Ends the process unless it holds.
void require(bool holds);

/// What the call gives; nothing if it refused its input as it should.
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

/// With the line of a format and the seal of SealedWriter: whoever makes a file up can seal it.
std::string sealed(const std::string& format, std::string_view body);
/// The texts between bytes 0x1e, at least one.
std::vector<std::string> parts_of(std::string_view bytes);
/// The first byte, for choices; 0 if there is none. Takes it off.
unsigned take_choice(std::string_view& bytes);

}  // namespace drover::fuzz
