#include <drover/herd/pair_herder.hpp>

namespace drover {

BitOrbit<MarginalHerder> make_pair_herder(const Moments& moments, std::size_t variable_count,
                                          const MarginalHerderOptions& options) {
    const MarginalTables pairs{std::vector<std::size_t>(variable_count, 2), all_tables(variable_count, 2)};
    return BitOrbit{MarginalHerder{pairs, moments, {.start = SearchStart::previous}, options}};
}

}  // namespace drover
