#include <drover/tables/consistency.hpp>
#include <drover/tables/zeros.hpp>

namespace drover {

ZeroRule zero_rule(const TableSet& tables, Zeros zeros, const RunControl& control) {
    ZeroRule rule;
    constexpr double tolerance = 1e-9;
    rule.doubt = tables.from_microdata ? "" : doubt_in_zeros(examine(tables, tolerance, control));
    throw_if_stopped(control);
    rule.is_hard = zeros == Zeros::hard || (zeros == Zeros::automatic && rule.doubt.empty());
    rule.text = rule.is_hard ? "hard" : "soft";
    if (zeros == Zeros::automatic)
        rule.text += rule.is_hard ? ": whole counts that agree" : ": " + rule.doubt;
    return rule;
}

}  // namespace drover
