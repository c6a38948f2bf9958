#include <drover/tables/consistency.hpp>
#include <drover/tables/zeros.hpp>

namespace drover {

ZeroRule zero_rule(const TableSet& tables, Zeros zeros) {
    ZeroRule rule;
    rule.doubt = tables.from_microdata ? "" : doubt_in_zeros(examine(tables));
    rule.is_hard = zeros == Zeros::hard || (zeros == Zeros::automatic && rule.doubt.empty());
    rule.text = rule.is_hard ? "hard" : "soft";
    if (zeros == Zeros::automatic)
        rule.text += rule.is_hard ? ": whole counts that agree" : ": " + rule.doubt;
    return rule;
}

}  // namespace drover
