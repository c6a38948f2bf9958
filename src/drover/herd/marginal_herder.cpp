#include <drover/herd/impl/fused_tables.hpp>
#include <drover/herd/marginal_herder.hpp>

namespace drover {

MarginalHerder::MarginalHerder(const MarginalTables& tables, const Moments& moments,
                               const CategoryAscentOptions& search, const MarginalHerderOptions& options)
    : FusedHerder{impl::FusedTables{tables, moments, search, options}, tables.first_state(),
                  options.max_steps} {}

std::int64_t MarginalHerder::broken_rows() const { return parts().broken_rows(); }
bool MarginalHerder::fix(CategoryRow values) { return parts().fix(std::move(values)); }
std::vector<std::int64_t> MarginalHerder::hits() const { return parts().hits(); }

MarginalState MarginalHerder::state() const {
    return {current().t, parts().starts(), current().state, hits()};
}

void MarginalHerder::restore(const MarginalState& state) {
    parts().restore(state);
    resume(state.t, state.row);
}

template class FusedHerder<impl::FusedTables, MarginalTables>;

}  // namespace drover
