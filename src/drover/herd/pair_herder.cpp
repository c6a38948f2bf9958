#include <drover/herd/pair_herder.hpp>

namespace drover {

BitOrbit<MarginalHerder> make_pair_herder(Moments moments, std::size_t variable_count,
                                          MarginalHerderOptions options) {
    MarginalTables pairs{std::vector<std::size_t>(variable_count, 2), all_tables(variable_count, 2)};
    return BitOrbit{MarginalHerder{
        std::move(pairs), std::move(moments), {.start = SearchStart::previous}, std::move(options)}};
}

}  // namespace drover
