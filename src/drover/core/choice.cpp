#include <drover/core/choice.hpp>
#include <drover/core/closest_name.hpp>

namespace drover {

void throw_unknown_choice(const std::vector<std::string>& names, const std::string& name,
                          const std::string& option) {
    std::string expected;
    for (const std::string& known : names) expected += (expected.empty() ? "" : ", ") + quoted(known);
    throw InputError(Problem{
        Fault::unknown, {.option = option}, "one of " + expected, quoted(name), did_you_mean(name, names)});
}

}  // namespace drover
