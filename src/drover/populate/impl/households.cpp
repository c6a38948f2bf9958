#include <algorithm>
#include <numeric>

#include <drover/core/check.hpp>
#include <drover/number/decimal.hpp>
#include <drover/number/int128.hpp>
#include <drover/populate/impl/parts.hpp>

namespace drover::populate::impl {
namespace {

// Controls of one level such that every household of the sample counts for exactly one of them, once: their
// sum is a number of households.
struct Partition {
    std::size_t level = 0;
    std::vector<std::size_t> places;  // among the controls of the level
};

class Partitions {
  public:
    explicit Partitions(const Input& input) : input_{input} {
        counted_.assign(input.controls.size(), std::vector<std::int32_t>(input.signature_count()));
        for (std::size_t s = 0; s < input.signature_count(); ++s) {
            const SparseRow row = input.counts[s];
            for (std::size_t e = 0; e < row.size(); ++e) counted_[row.columns[e]][s] = row.values[e];
        }
        for (std::size_t g = 0; g < input.levels.size(); ++g) find(g);
    }

    const std::vector<Partition>& all() const { return all_; }

    std::string name(const Partition& partition) const {
        const InputLevel& level = input_.levels[partition.level];
        const std::string first = input_.controls[level.controls[partition.places.front()]].name;
        const std::string last = input_.controls[level.controls[partition.places.back()]].name;
        return first == last ? first : first + " to " + last;
    }

    std::int64_t sum(const Partition& partition, std::size_t unit) const {
        const InputLevel& level = input_.levels[partition.level];
        std::int64_t sum = 0;
        for (const std::size_t place : partition.places)
            sum += level.asked[unit * level.controls.size() + place];
        return sum;
    }

  private:
    // Consecutive controls, as long as no household counts for two of them.
    void find(std::size_t g) {
        const std::vector<std::size_t>& controls = input_.levels[g].controls;
        Partition open{g, {}};
        std::vector<std::int32_t> taken(input_.signature_count());
        for (std::size_t place = 0; place < controls.size(); ++place) {
            const std::vector<std::int32_t>& counted = counted_[controls[place]];
            bool is_apart = !input_.controls[controls[place]].about_persons;
            for (std::size_t s = 0; s < taken.size() && is_apart; ++s) is_apart = taken[s] + counted[s] <= 1;
            if (!is_apart) {
                open.places.clear();
                std::fill(taken.begin(), taken.end(), 0);
                if (input_.controls[controls[place]].about_persons) continue;
            }
            open.places.push_back(place);
            for (std::size_t s = 0; s < taken.size(); ++s) taken[s] += counted[s];
            if (std::count(taken.begin(), taken.end(), 1) != static_cast<std::ptrdiff_t>(taken.size()))
                continue;
            all_.push_back(open);
            open.places.clear();
            std::fill(taken.begin(), taken.end(), 0);
        }
    }

    const Input& input_;
    std::vector<std::vector<std::int32_t>> counted_;
    std::vector<Partition> all_;
};

Rational trust_of(const std::string& level, const ReadOptions& reading) {
    for (const auto& [name, trust] : reading.trust)
        if (name == level) return trust;
    return 1;
}

std::int64_t whole(std::int64_t count, const InputLevel& level, std::size_t unit, const std::string& name) {
    check_input(count % count_unit == 0, [&] {
        return Problem{Fault::type,
                       {.key = name},
                       "a whole number of households for " + level.name + " " + quoted(level.names[unit]),
                       count_text(count)};
    });
    return count / count_unit;
}

// The number of a larger unit is divided among its zones in proportion to their own, the largest remainders
// first.
void scale_zones(Input& input, const InputLevel& level, const std::vector<std::int64_t>& totals) {
    std::vector<std::vector<std::size_t>> zones(level.names.size());
    for (std::size_t z = 0; z < input.zone_counts.size(); ++z) zones[level.units.unit_of[z]].push_back(z);
    for (std::size_t u = 0; u < zones.size(); ++u) {
        std::int64_t sum = 0;
        for (const std::size_t z : zones[u]) sum += input.zone_counts[z];
        check_input(sum > 0 || totals[u] == 0, [&] {
            return Problem{Fault::missing,
                           {.option = "trust"},
                           "households in the zones of " + level.name + " " + quoted(level.names[u]),
                           "none for the " + std::to_string(totals[u]) + " it has"};
        });
        if (sum == 0) continue;
        std::int64_t left = totals[u];
        std::vector<std::pair<std::int64_t, std::size_t>> rests;
        for (const std::size_t z : zones[u]) {
            const Int128 product = static_cast<Int128>(input.zone_counts[z]) * totals[u];
            input.zone_counts[z] = static_cast<std::int64_t>(product / sum);
            left -= input.zone_counts[z];
            rests.emplace_back(-static_cast<std::int64_t>(product % sum), z);
        }
        std::sort(rests.begin(), rests.end());
        for (std::size_t k = 0; k < static_cast<std::size_t>(left); ++k) ++input.zone_counts[rests[k].second];
    }
}

const Partition& zone_total(const Input& input, const Partitions& partitions, const std::string& wanted) {
    const std::vector<Partition>& all = partitions.all();
    const auto is_wanted = [&](const Partition& partition) {
        if (partition.level != 0) return false;
        if (wanted.empty()) return true;
        return partition.places.size() == 1 &&
               input.controls[input.levels[0].controls[partition.places.front()]].name == wanted;
    };
    const auto single = std::find_if(all.begin(), all.end(), [&](const Partition& partition) {
        return is_wanted(partition) && partition.places.size() == 1;
    });
    const auto found = single != all.end() ? single : std::find_if(all.begin(), all.end(), is_wanted);
    check_input(found != all.end(), [&] {
        return wanted.empty() ? Problem{Fault::missing,
                                        {.key = "controls"},
                                        "one of households on the level " + input.levels[0].name +
                                            " that every household of the sample counts for, or several that "
                                            "divide them",
                                        "none"}
                              : Problem{Fault::unknown,
                                        {.option = "total"},
                                        "a control of " + input.levels[0].name +
                                            " that every household of the sample counts for once",
                                        quoted(wanted)};
    });
    return *found;
}

void note_contradictions(Input& input, const Partitions& partitions, const Partition& winner) {
    for (const Partition& partition : partitions.all()) {
        const InputLevel& level = input.levels[partition.level];
        std::vector<std::int64_t> placed(level.names.size());
        for (std::size_t z = 0; z < input.zone_counts.size(); ++z)
            placed[level.units.unit_of[z]] += input.zone_counts[z];
        std::int64_t units = 0;
        std::int64_t sum = 0;
        std::size_t worst = 0;
        std::int64_t largest = 0;
        for (std::size_t u = 0; u < level.names.size(); ++u) {
            const std::int64_t off = std::abs(partitions.sum(partition, u) - placed[u] * count_unit);
            units += off > 0 ? 1 : 0;
            sum += off;
            if (off > largest) worst = u;
            largest = std::max(largest, off);
        }
        if (units == 0) continue;
        input.notes.push_back("household totals contradict: " + partitions.name(partition) + " of " +
                              level.name + " and " + partitions.name(winner) + " of " +
                              input.levels[winner.level].name + " differ in " + std::to_string(units) +
                              " of " + std::to_string(level.names.size()) + " units by " + count_text(sum) +
                              " households, most in " + quoted(level.names[worst]) + " (" +
                              count_text(partitions.sum(partition, worst)) + " against " +
                              std::to_string(placed[worst]) + "); " + input.levels[winner.level].name +
                              " wins; a trust of 2 for " + level.name + " would let " + level.name + " win");
    }
}

void note_empty_zones(Input& input) {
    const InputLevel& zones = input.levels.front();
    std::int64_t empty = 0;
    std::int64_t asking = 0;
    std::string first;
    for (std::size_t z = 0; z < input.zone_counts.size(); ++z) {
        if (input.zone_counts[z] > 0) continue;
        ++empty;
        const auto begin = zones.asked.begin() + static_cast<std::ptrdiff_t>(z * zones.controls.size());
        const bool asks = std::any_of(begin, begin + static_cast<std::ptrdiff_t>(zones.controls.size()),
                                      [](std::int64_t count) { return count > 0; });
        if (asks && asking++ == 0) first = zones.names[z];
    }
    if (empty > 0)
        input.notes.push_back(std::to_string(empty) + " of " + std::to_string(zones.names.size()) + " " +
                              zones.name + " have no households" +
                              (asking == 0
                                   ? ""
                                   : "; " + std::to_string(asking) + " of them ask for something else, " +
                                         quoted(first) + " first, and get nothing"));
}

}  // namespace

void count_households(Input& input, const ReadOptions& reading) {
    const Partitions partitions{input};
    const Partition& finest = zone_total(input, partitions, reading.total);
    const InputLevel& zones = input.levels.front();
    for (std::size_t z = 0; z < zones.names.size(); ++z)
        input.zone_counts.push_back(whole(partitions.sum(finest, z), zones, z, partitions.name(finest)));
    const Partition* winner = &finest;
    for (const Partition& partition : partitions.all())
        if (trust_of(input.levels[winner->level].name, reading) <
            trust_of(input.levels[partition.level].name, reading))
            winner = &partition;
    if (winner->level != 0) {
        const InputLevel& level = input.levels[winner->level];
        std::vector<std::int64_t> totals;
        for (std::size_t u = 0; u < level.names.size(); ++u)
            totals.push_back(whole(partitions.sum(*winner, u), level, u, partitions.name(*winner)));
        scale_zones(input, level, totals);
    }
    const std::int64_t households =
        std::accumulate(input.zone_counts.begin(), input.zone_counts.end(), std::int64_t{0});
    check_input(households > 0, [&] {
        return Problem{Fault::missing,
                       {.key = partitions.name(*winner)},
                       "at least one household in all zones together",
                       "none"};
    });
    check_input(households <= 1'000'000'000, [&] {
        return Problem{Fault::range,
                       {.key = partitions.name(*winner)},
                       "at most 10^9 households",
                       std::to_string(households)};
    });
    note_contradictions(input, partitions, *winner);
    note_empty_zones(input);
}

}  // namespace drover::populate::impl
