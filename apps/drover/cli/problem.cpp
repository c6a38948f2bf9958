#include <algorithm>
#include <ostream>

#include <drover/core/message_text.hpp>
#include <drover/report/problem_json.hpp>

#include "problem.hpp"

namespace drover::cli {
namespace {

std::string first_name(const Option& option) { return option.names.substr(0, option.names.find(',')); }

// "FEATURES f.csv, --rates r.csv"
std::string files_read(const OptionList& options) {
    std::string files;
    for (const FileUse& input : options.file_uses().inputs)
        files += (files.empty() ? "" : ", ") + input.option + ' ' + input.path;
    return files;
}

}  // namespace

OptionName flag_names(const OptionList& options) {
    return [&options](std::string_view field, std::string_view value) {
        const auto& all = options.options();
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const Option& option) { return option.field_name() == field; });
        std::string flag = "--" + std::string{field};
        std::replace(flag.begin(), flag.end(), '_', '-');
        if (found != all.end()) flag = first_name(*found);
        return value.empty() ? flag : flag + ' ' + std::string{value};
    };
}

void write_problem(Streams& streams, Problem problem, const OptionList& options) {
    const bool is_of_function = !problem.place.function.empty();
    problem.place.function.clear();
    std::string text = to_text(problem, flag_names(options));
    const std::string files = is_of_function && problem.place.file.empty() ? files_read(options) : "";
    if (!files.empty()) text.insert(0, files + ": ");
    text = message_text(text);
    if (streams.json) {
        streams.err << problem_json(problem, text) << '\n';
    } else {
        streams.err << "drover: " << text << '\n';
    }
}

}  // namespace drover::cli
