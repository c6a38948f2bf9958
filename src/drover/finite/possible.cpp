#include <drover/finite/possible.hpp>
#include <drover/number/cone.hpp>

namespace drover {

bool is_mix_of_states(const StateTable& features, const WideMoments& moments) {
    const std::size_t width = features.feature_count() + 1;
    std::vector<Int128> rays;
    for (std::size_t s = 0; s < features.state_count(); ++s) {
        rays.insert(rays.end(), features.row(s).begin(), features.row(s).end());
        rays.push_back(1);
    }
    std::vector<Int128> target = moments.counts;
    target.push_back(moments.total);
    return cone_contains(MatrixView<const Int128>{std::span<const Int128>{rays}, width}, target);
}

}  // namespace drover
