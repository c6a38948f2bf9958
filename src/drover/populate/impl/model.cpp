#include <algorithm>
#include <cmath>
#include <numeric>

#include <drover/core/thread_pool.hpp>
#include <drover/populate/impl/model.hpp>
#include <drover/zones/raking.hpp>

namespace drover::populate::impl {
namespace {

constexpr double ridge = 1e-3;           // of raking: lets totals that contradict one another give way
constexpr std::int64_t whole_first = 2;  // households per signature from which on integer parts come first

double real(std::int64_t millionths) {
    return static_cast<double>(millionths) / static_cast<double>(count_unit);
}

// Controls that tell signatures apart; the number of households does not.
std::vector<bool> telling_controls(const Input& input) {
    const std::size_t count = input.controls.size();
    std::vector<std::int64_t> times(count);
    std::vector<std::int32_t> value(count);
    std::vector<bool> varies(count);
    for (std::size_t s = 0; s < input.signature_count(); ++s) {
        const SparseRow row = input.counts[s];
        for (std::size_t e = 0; e < row.size(); ++e) {
            const std::size_t c = row.columns[e];
            if (times[c] > 0 && value[c] != row.values[e]) varies[c] = true;
            value[c] = row.values[e];
            ++times[c];
        }
    }
    for (std::size_t c = 0; c < count; ++c)
        if (times[c] > 0 && times[c] < static_cast<std::int64_t>(input.signature_count())) varies[c] = true;
    return varies;
}

// How often signatures count for these controls, in this order.
SparseRows columns_of(const Input& input, const std::vector<std::size_t>& controls) {
    std::vector<std::size_t> place(input.controls.size(), controls.size());
    for (std::size_t k = 0; k < controls.size(); ++k) place[controls[k]] = k;
    SparseRows rows{controls.size()};
    for (std::size_t s = 0; s < input.signature_count(); ++s) {
        const SparseRow row = input.counts[s];
        std::vector<std::pair<std::size_t, std::int32_t>> kept;
        for (std::size_t e = 0; e < row.size(); ++e)
            if (place[row.columns[e]] < controls.size())
                kept.emplace_back(place[row.columns[e]], row.values[e]);
        std::sort(kept.begin(), kept.end());
        for (const auto& [column, value] : kept) rows.add(column, value);
        rows.end_row();
    }
    return rows;
}

ControlLevel herded_level(const Input& input, const InputLevel& given, const std::vector<bool>& tells,
                          double heaviest) {
    std::vector<std::size_t> places;
    std::vector<std::size_t> controls;
    for (std::size_t k = 0; k < given.controls.size(); ++k) {
        if (!tells[given.controls[k]]) continue;
        places.push_back(k);
        controls.push_back(given.controls[k]);
    }
    ControlLevel level{given.units, columns_of(input, controls), {}, {}};
    for (std::size_t u = 0; u < given.names.size(); ++u) {
        for (std::size_t k = 0; k < places.size(); ++k) {
            const std::int64_t asked = given.asked[u * given.controls.size() + places[k]];
            const Int128 grid = (static_cast<Int128>(asked) << 16U) / count_unit;
            level.asked.push_back(static_cast<std::int64_t>(grid));
            const double weight = input.controls[controls[k]].importance / heaviest / (1 + real(asked));
            level.weights.push_back(std::llround(weight * 1099511627776.0));  // 2^40
        }
    }
    return level;
}

// Weights of the signatures, raked level by level, larger units first.
class RakedSample {
  public:
    RakedSample(const Input& input, const Options& options)
        : input_{input}, options_{options}, sample_(input.signature_count()) {
        for (std::size_t h = 0; h < input.household_count(); ++h)
            sample_[input.signature_of[h]] += real(input.weights[h]);
    }

    // The expected number of each signature in every unit. `base` has those of the level above, or is empty.
    std::vector<double> rake_level(std::size_t g, const std::vector<double>& base,
                                   std::size_t base_level) const {
        const InputLevel& level = input_.levels[g];
        const std::size_t count = sample_.size();
        const Totals totals = totals_of(g);
        std::vector<std::size_t> one_zone(level.names.size());
        for (std::size_t z = 0; z < level.units.unit_of.size(); ++z) one_zone[level.units.unit_of[z]] = z;
        std::vector<double> result(level.names.size() * count);
        for_each_index(options_.pool, level.names.size(), [&](std::size_t u) {
            std::span<const double> from = sample_;
            if (!base.empty())
                from = std::span{base}.subspan(input_.levels[base_level].units.unit_of[one_zone[u]] * count,
                                               count);
            const std::vector<double> raked = rake_unit(totals, u, from);
            std::copy(raked.begin(), raked.end(), result.begin() + static_cast<std::ptrdiff_t>(u * count));
        });
        return result;
    }

    // The same for some zones only, from the level above them.
    std::vector<double> rake_zone(std::size_t zone, std::span<const double> from) const {
        return rake_unit(totals_of(0), zone, from);
    }

    const std::vector<double>& sample() const { return sample_; }

  private:
    // What is known about the units of a level: its own controls, and sums of those inside.
    struct Totals {
        std::vector<std::size_t> controls;
        SparseRows features;
        std::vector<double> values;  // unit after unit
        std::vector<double> households;
        std::vector<std::vector<bool>> areas;  // by unit
    };

    Totals totals_of(std::size_t g) const {
        const InputLevel& outer = input_.levels[g];
        Totals totals;
        for (std::size_t inner = 0; inner <= g; ++inner)
            totals.controls.insert(totals.controls.end(), input_.levels[inner].controls.begin(),
                                   input_.levels[inner].controls.end());
        totals.features = columns_of(input_, totals.controls);
        totals.values.resize(outer.names.size() * totals.controls.size());
        std::size_t at = 0;
        for (std::size_t inner = 0; inner <= g; at += input_.levels[inner++].controls.size()) {
            const InputLevel& level = input_.levels[inner];
            std::vector<std::size_t> outer_of(level.names.size());
            for (std::size_t z = 0; z < level.units.unit_of.size(); ++z)
                outer_of[level.units.unit_of[z]] = outer.units.unit_of[z];
            for (std::size_t u = 0; u < level.names.size(); ++u)
                for (std::size_t k = 0; k < level.controls.size(); ++k)
                    totals.values[outer_of[u] * totals.controls.size() + at + k] +=
                        real(level.asked[u * level.controls.size() + k]);
        }
        totals.households.resize(outer.names.size());
        const std::size_t areas = input_.signature_area.back() + std::size_t{1};
        totals.areas.assign(outer.names.size(), std::vector<bool>(areas));
        for (std::size_t z = 0; z < outer.units.unit_of.size(); ++z) {
            totals.households[outer.units.unit_of[z]] += static_cast<double>(input_.zone_counts[z]);
            totals.areas[outer.units.unit_of[z]][input_.area_of[z]] = true;
        }
        return totals;
    }

    std::vector<double> rake_unit(const Totals& totals, std::size_t u, std::span<const double> from) const {
        std::vector<double> given(from.begin(), from.end());
        for (std::size_t s = 0; s < given.size(); ++s)
            if (!totals.areas[u][input_.signature_area[s]]) given[s] = 0;
        scale(given, totals.households[u]);
        const std::size_t count = totals.controls.size();
        std::vector<double> raked =
            zones::rake(totals.features, given, std::span{totals.values}.subspan(u * count, count),
                        {.max_iterations = 40,
                         .tolerance = 1e-6,
                         .ridge = ridge,
                         .control = {.stop = options_.control.stop, .deadline = options_.control.deadline}})
                .weights;
        scale(raked, totals.households[u]);
        return raked;
    }

    static void scale(std::vector<double>& weights, double total) {
        double sum = 0;
        for (const double weight : weights) sum += weight;
        for (double& weight : weights) weight = sum > 0 ? weight * total / sum : 0;
    }

    const Input& input_;
    const Options& options_;
    std::vector<double> sample_;
};

// Use j of n comes at (j + 1/2) / n: kinds of households spread evenly.
std::vector<std::uint32_t> spread(const std::vector<double>& expected) {
    std::vector<std::pair<double, std::uint32_t>> turns;
    for (std::uint32_t s = 0; s < expected.size(); ++s) {
        const auto uses = static_cast<std::int64_t>(std::floor(expected[s] + 1e-9));
        for (std::int64_t use = 0; use < uses; ++use)
            turns.emplace_back((static_cast<double>(use) + 0.5) / static_cast<double>(uses), s);
    }
    std::sort(turns.begin(), turns.end());
    std::vector<std::uint32_t> order;
    for (const auto& [at, signature] : turns) order.push_back(signature);
    return order;
}

void give_whole_parts(HerdedModel& herded, const Input& input, const RakedSample& sample,
                      const std::vector<double>& base, std::size_t base_level, ThreadPool* pool) {
    const auto count = static_cast<std::int64_t>(input.signature_count());
    std::vector<std::size_t> large;
    for (std::size_t z = 0; z < input.zone_counts.size(); ++z)
        if (input.zone_counts[z] >= whole_first * count) large.push_back(z);
    if (large.empty()) return;
    herded.model.given.resize(input.zone_counts.size());
    for_each_index(pool, large.size(), [&](std::size_t k) {
        const std::size_t z = large[k];
        std::span<const double> from = sample.sample();
        if (!base.empty())
            from = std::span{base}.subspan(input.levels[base_level].units.unit_of[z] * sample.sample().size(),
                                           sample.sample().size());
        std::vector<std::uint32_t> first = spread(sample.rake_zone(z, from));
        first.resize(std::min(first.size(), static_cast<std::size_t>(input.zone_counts[z])));
        herded.model.given[z] = std::move(first);
    });
    herded.notes.push_back(std::to_string(large.size()) + " large " + input.levels.front().name +
                           ": whole parts of raked weights come first");
}

std::vector<Model::Range> allowed_signatures(const Input& input) {
    std::vector<Model::Range> of_area(input.signature_area.back() + std::size_t{1});
    for (std::uint32_t s = 0; s < input.signature_area.size(); ++s) {
        Model::Range& range = of_area[input.signature_area[s]];
        if (range.last == 0) range.first = s;
        range.last = s + 1;
    }
    if (of_area.size() == 1) return {};
    std::vector<Model::Range> result;
    for (const std::uint32_t area : input.area_of) result.push_back(of_area[area]);
    return result;
}

}  // namespace

HerdedModel herded_model(const Input& input, const Options& options) {
    throw_if_stopped(options.control);
    HerdedModel herded;
    Model& model = herded.model;
    model.signature_count = input.signature_count();
    model.zone_counts = input.zone_counts;
    model.allowed = allowed_signatures(input);
    const std::vector<bool> tells = telling_controls(input);
    double heaviest = 0;
    for (std::size_t c = 0; c < input.controls.size(); ++c)
        if (tells[c]) heaviest = std::max(heaviest, input.controls[c].importance);
    for (std::size_t g = 0; g < input.levels.size(); ++g) {
        model.levels.push_back(herded_level(input, input.levels[g], tells, heaviest));
        herded.levels.push_back(g);
    }
    const RakedSample sample{input, options};
    std::vector<double> base;
    std::size_t base_level = 0;
    for (std::size_t g = input.levels.size(); g-- > 1;) {
        base = sample.rake_level(g, base, base_level);
        base_level = g;
        if (options.pull > 0) model.pulls.push_back({input.levels[g].units, base, options.pull});
    }
    give_whole_parts(herded, input, sample, base, base_level, options.pool);
    return herded;
}

}  // namespace drover::populate::impl
