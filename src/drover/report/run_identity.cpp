#include <algorithm>

#include <drover/core/check.hpp>
#include <drover/core/message_text.hpp>
#include <drover/report/run_identity.hpp>

namespace drover {

void check_same_run(const std::string& name, const RunIdentity& checkpoint, const RunIdentity& now) {
    for (std::size_t k = 0; k < std::max(checkpoint.options.size(), now.options.size()); ++k) {
        const bool both = k < checkpoint.options.size() && k < now.options.size();
        check_input(both && checkpoint.options[k] == now.options[k], [&] {
            const auto& option = k < now.options.size() ? now.options[k] : checkpoint.options[k];
            return name + ": expected a checkpoint of the same run, got one with another --" + option.first;
        });
    }
    check_input(checkpoint.inputs.size() == now.inputs.size(), [&] {
        return name + ": expected a checkpoint of " + std::to_string(now.inputs.size()) +
               " input files, got " + std::to_string(checkpoint.inputs.size());
    });
    for (std::size_t k = 0; k < now.inputs.size(); ++k) {
        check_input(checkpoint.inputs[k].sha256 == now.inputs[k].sha256, [&] {
            return now.inputs[k].file + ": expected the contents it had at the checkpoint " + quoted(name) +
                   ", got others";
        });
    }
}

}  // namespace drover
