#pragma once

#include <optional>
#include <string>

#include <drover/core/check.hpp>
#include <drover/herd/maximize/coordinate_ascent.hpp>
#include <drover/herd/maximize/maximizer.hpp>
#include <drover/lattice/geometry.hpp>

namespace drover::lattice {

/// InputError if the colours of a checkerboard would meet around a torus, because a side is odd.
inline void check_site_order(SiteOrder order, const Lattice& lattice) {
    const bool is_even = lattice.rows() % 2 == 0 && lattice.columns() % 2 == 0;
    check_input(order == SiteOrder::raster || lattice.boundary() == Boundary::open || is_even, [&] {
        return Problem{Fault::range,
                       {.key = "checkerboard order"},
                       "even sides on a torus",
                       std::to_string(lattice.rows()) + " x " + std::to_string(lattice.columns()),
                       "use raster order"};
    });
}

/// A model over the sites of a lattice that can give one site its best value.
template <class F, class W>
concept SiteModel = FeatureMap<F, W> &&
    requires(const F& f, typename F::State& s, const W& w, std::size_t i, std::uint64_t seed) {
    { f.lattice() } -> std::same_as<const Lattice&>;
    { f.has_corners() } -> std::same_as<bool>;
    { f.improve(w, s, i) } -> std::same_as<typename W::Value>;  // the gain; 0 if the value stays
    { f.random_state(seed, seed) } -> std::same_as<typename F::State>;
};

struct AscentOptions {
    SiteOrder order = SiteOrder::raster;
    std::optional<std::int64_t> sweeps = {};    ///< the most sweeps; nothing: until a sweep changes nothing
    SearchStart start = SearchStart::previous;  ///< or fresh
    std::uint64_t seed = 0;                     ///< for SearchStart::fresh
};

/// InputError for what Ascent cannot do: fewer than one sweep, or SearchStart::given.
inline void check_ascent(const AscentOptions& options) {
    check_input(!options.sweeps || *options.sweeps >= 1, [&] {
        return Problem{Fault::range, {.key = "lattice"}, "at least 1 sweep", std::to_string(*options.sweeps)};
    });
    check_input(options.start != SearchStart::given, [] {
        return Problem{Fault::other, {.key = "lattice"}, "the start previous or fresh"};
    });
}

/// Gives each site its best value in turn, sweep after sweep; ties keep the current value. In checkerboard
/// order sites of one colour do not interact, unless far pairs join them; they take turns by number, and each
/// sees the changes before it. The k-th fresh start is random_state(seed, k) of the model.
class Ascent {
  public:
    Ascent() = default;
    explicit Ascent(AscentOptions options) : options_{options} { check_ascent(options_); }

    template <class F, Weights W>
    requires SiteModel<F, W>
    typename W::Value maximize(const F& f, const W& w, typename F::State& s) {
        check_site_order(options_.order, f.lattice());
        if (options_.start == SearchStart::fresh) s = f.random_state(options_.seed, fresh_count_++);
        check_input(s.size() == f.lattice().site_count(), [&] {
            return Problem{Fault::range,
                           {.key = "lattice"},
                           "a start of " + std::to_string(f.lattice().site_count()) + " sites",
                           std::to_string(s.size())};
        });
        typename W::Value score = f.score(w, s);
        for (std::int64_t k = 0; !options_.sweeps || k < *options_.sweeps; ++k) {
            const typename W::Value gain = sweep(f, w, s);
            if (gain == typename W::Value{}) break;
            score += gain;
        }
        return score;
    }

    const AscentOptions& options() const { return options_; }

  private:
    template <class F, class W>
    typename W::Value sweep(const F& f, const W& w, typename F::State& s) const {
        typename W::Value gain{};
        if (options_.order == SiteOrder::raster) {
            for (std::size_t i = 0; i < s.size(); ++i) gain += f.improve(w, s, i);
            return gain;
        }
        for (std::size_t colour = 0; colour < (f.has_corners() ? 4U : 2U); ++colour) {
            for (std::size_t i = 0; i < s.size(); ++i) {
                const std::size_t row = i / f.lattice().columns();
                const std::size_t column = i % f.lattice().columns();
                const std::size_t own = f.has_corners() ? row % 2 * 2 + column % 2 : (row + column) % 2;
                if (own == colour) gain += f.improve(w, s, i);
            }
        }
        return gain;
    }

    AscentOptions options_;
    std::uint64_t fresh_count_ = 0;
};

}  // namespace drover::lattice
