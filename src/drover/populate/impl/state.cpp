#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <drover/core/check.hpp>
#include <drover/populate/impl/state.hpp>

namespace drover::populate {
namespace {

constexpr std::int64_t most_asked = std::int64_t{1} << 56U;
constexpr std::int64_t heaviest = std::int64_t{1} << 40U;
constexpr std::int64_t largest_count = 8192;  // in one household, over all controls: 2^46 * 2 * 8192 < 2^61

void expect(bool holds, const char* what) {
    check_input(holds, [&] { return Problem{Fault::range, {.function = "populate::Model"}, what}; });
}

void check_units(const zones::Level& units, std::size_t zone_count) {
    expect(units.unit_of.size() == zone_count, "a unit for every zone");
    for (const std::uint32_t unit : units.unit_of)
        expect(unit < units.unit_count, "units below their number");
}

void check_level(const ControlLevel& level, const Model& model) {
    check_units(level.units, model.zone_counts.size());
    expect(level.features.row_count() == model.signature_count, "features of every signature");
    const std::size_t cells = level.units.unit_count * level.features.column_count();
    expect(level.asked.size() == cells && level.weights.size() == cells,
           "a total and a weight for every unit and control");
    for (const std::int64_t asked : level.asked)
        expect(asked >= 0 && asked <= most_asked, "totals from 0 to 2^40");
    for (const std::int64_t weight : level.weights)
        expect(weight >= 0 && weight <= heaviest, "weights from 0 to 1");
}

void check_counts(const Model& model) {
    std::vector<std::int64_t> counted(model.signature_count);
    for (const ControlLevel& level : model.levels) {
        for (std::size_t s = 0; s < model.signature_count; ++s) {
            for (const std::int32_t value : level.features[s].values) {
                expect(value > 0, "households that count once or more, or not at all");
                counted[s] += value;
            }
        }
    }
    for (const std::int64_t count : counted)
        expect(count <= largest_count, "households that count at most 8192 times over all controls");
}

}  // namespace

void check_model(const Model& model) {
    expect(model.signature_count > 0 && model.signature_count < (std::size_t{1} << 31U),
           "1 to 2^31 signatures");
    std::int64_t households = 0;
    for (const std::int64_t count : model.zone_counts) {
        expect(count >= 0 && count < (std::int64_t{1} << 31U), "zones of 0 to 2^31 households");
        households += count;
    }
    expect(households < (std::int64_t{1} << 40U), "fewer than 2^40 households");
    expect(model.allowed.empty() || model.allowed.size() == model.zone_counts.size(),
           "allowed signatures for every zone");
    for (const Model::Range& range : model.allowed)
        expect(range.first < range.last && range.last <= model.signature_count, "a signature for every zone");
    for (const ControlLevel& level : model.levels) check_level(level, model);
    for (const Pull& pull : model.pulls) {
        check_units(pull.units, model.zone_counts.size());
        expect(pull.expected.size() == pull.units.unit_count * model.signature_count,
               "expected numbers for every unit and signature");
        expect(pull.strength >= 0 && pull.strength <= 0.25, "a pull from 0 to 1/4");
        for (const double number : pull.expected)
            expect(number >= 0 && number < 1e12, "expected numbers from 0 to 10^12");
    }
    check_counts(model);
    for (std::size_t z = 0; z < model.given.size(); ++z) {
        expect(z < model.zone_counts.size() &&
                   static_cast<std::int64_t>(model.given[z].size()) <= model.zone_counts[z],
               "no more given signatures than households");
    }
}

namespace impl {
namespace {

// In whole units of 2^16; the last part gets the rest.
std::int64_t part_of(std::int64_t error, std::int64_t part, std::int64_t whole) {
    if (part == whole) return error;
    const std::int64_t ones = error / 65536;
    return static_cast<std::int64_t>(static_cast<Int128>(ones) * part / whole) * 65536;
}

}  // namespace

std::int64_t share_of(std::int64_t value, std::int64_t part, std::int64_t whole) {
    std::int64_t product = 0;
    if (!__builtin_mul_overflow(value, part, &product)) return product / whole;
    return static_cast<std::int64_t>(static_cast<Int128>(value) * part / whole);
}

std::int64_t pressure(std::int64_t weight, std::int64_t error) {
    constexpr Int128 most = Int128{1} << 46U;
    const Int128 product = (static_cast<Int128>(weight) * error) >> 24U;
    return static_cast<std::int64_t>(std::clamp(product, -most, most));
}

State::UnitCounts State::units_of(const zones::Level& units) const {
    UnitCounts counts{std::vector<std::int64_t>(units.unit_count),
                      std::vector<std::int64_t>(units.unit_count)};
    for (std::size_t z = 0; z < units.unit_of.size(); ++z)
        counts.total[units.unit_of[z]] += model_.zone_counts[z];
    return counts;
}

// Signatures that count alike on this level are one kind there.
State::LevelCounts State::level_of(const ControlLevel& level) {
    LevelCounts result{.kind_of = {}, .kinds = SparseRows{level.features.column_count()}, .taken = {}};
    std::map<std::vector<std::int64_t>, std::uint32_t> kinds;
    for (std::size_t s = 0; s < level.features.row_count(); ++s) {
        const SparseRow row = level.features[s];
        std::vector<std::int64_t> key(row.columns.begin(), row.columns.end());
        key.insert(key.end(), row.values.begin(), row.values.end());
        const auto [entry, is_new] = kinds.emplace(std::move(key), static_cast<std::uint32_t>(kinds.size()));
        if (is_new) result.kinds.add_row(row);
        result.kind_of.push_back(entry->second);
    }
    result.taken.resize(level.asked.size());
    return result;
}

State::PullScores State::pull_of(const Pull& pull) {
    constexpr double unit = 4294967296.0;  // 2^32
    PullScores result;
    for (const double expected : pull.expected) {
        const double cost = pull.strength / std::max(expected, 1.0);
        result.costs.push_back(static_cast<std::int32_t>(std::llround(cost * unit)));
        result.slopes.push_back(static_cast<std::int32_t>(
            std::min<long long>(std::llround(2 * cost * expected * unit), INT32_MAX)));
        result.offsets.push_back(-std::int64_t{result.costs.back()});
    }
    return result;
}

State::State(Model model, Branches branches) : model_{std::move(model)}, branches_{std::move(branches)} {
    check_model(model_);
    for (const ControlLevel& level : model_.levels) {
        levels_.push_back(level_of(level));
        level_units_.push_back(units_of(level.units));
    }
    for (Pull& pull : model_.pulls) {
        pulls_.push_back(pull_of(pull));
        pull_units_.push_back(units_of(pull.units));
        pull.expected = {};
    }
    for (ControlLevel& level : model_.levels) level.features = SparseRows{level.features.column_count()};
    for (std::size_t g = 0; g < branches_.levels.size(); ++g)
        if (!branches_.levels[g].empty()) levels_[g].hidden.resize(levels_[g].taken.size());
    for (std::size_t p = 0; p < branches_.pulls.size(); ++p) {
        for (const BranchedUnit& unit : branches_.pulls[p]) {
            const auto first = pulls_[p].offsets.begin() +
                               static_cast<std::ptrdiff_t>(unit.branches.front() * model_.signature_count);
            pulls_[p].settled.insert(pulls_[p].settled.end(), first,
                                     first + static_cast<std::ptrdiff_t>(model_.signature_count));
        }
    }
}

State::Scratch State::scratch() const {
    Scratch scratch;
    std::size_t most = 0;
    for (const LevelCounts& level : levels_) {
        scratch.tables.emplace_back(level.kinds.row_count());
        scratch.levels.push_back({scratch.tables.back().data(), level.kind_of.data()});
        most = std::max(most, level.kinds.column_count());
    }
    scratch.pressures.resize(2 * most);
    scratch.pulls.resize(pulls_.size());
    return scratch;
}

void State::fill_table(std::size_t level, std::uint32_t zone, Share share, Scratch& scratch) const {
    const ControlLevel& given = model_.levels[level];
    const LevelCounts& state = levels_[level];
    const std::size_t unit = given.units.unit_of[zone];
    const std::int64_t total = level_units_[level].total[unit];
    const std::int64_t part = share == Share::whole ? total : level_units_[level].placed[unit] + 1;
    const std::size_t count = state.kinds.column_count();
    const std::span<std::int64_t> pressures = std::span{scratch.pressures}.first(count);
    const std::span<std::int64_t> costs = std::span{scratch.pressures}.subspan(count, count);
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t cell = unit * count + k;
        const std::int64_t error = share_of(given.asked[cell], part, total) - (state.taken[cell] << 16U);
        pressures[k] = 2 * pressure(given.weights[cell], error);
        costs[k] = given.weights[cell] >> 8U;
    }
    std::vector<std::int64_t>& table = scratch.tables[level];
    for (std::size_t kind = 0; kind < table.size(); ++kind) {
        const SparseRow row = state.kinds[kind];
        std::int64_t sum = 0;
        for (std::size_t e = 0; e < row.size(); ++e) {
            const std::int64_t value = row.values[e];
            sum += value * (pressures[row.columns[e]] - value * costs[row.columns[e]]);
        }
        table[kind] = sum;
    }
}

// Pulls count only while households are placed; the repair looks at the controls alone.
SignatureScores State::scores(std::uint32_t zone, Share share, Scratch& scratch) const {
    for (std::size_t g = 0; g < levels_.size(); ++g) fill_table(g, zone, share, scratch);
    if (share == Share::whole) return {scratch.levels, {}};
    for (std::size_t p = 0; p < pulls_.size(); ++p) {
        const std::size_t unit = model_.pulls[p].units.unit_of[zone];
        const UnitCounts& units = pull_units_[p];
        const std::int64_t progress = share_of(1U << 16U, units.placed[unit] + 1, units.total[unit]);
        const std::size_t first = unit * model_.signature_count;
        scratch.pulls[p] = {pulls_[p].slopes.data() + first, pulls_[p].offsets.data() + first,
                            static_cast<std::int32_t>(progress)};
    }
    return {scratch.levels, scratch.pulls};
}

std::uint32_t State::best_of(const SignatureScores& all, std::uint32_t zone) const {
    if (model_.allowed.empty())
        return best_signature(all, 0, static_cast<std::uint32_t>(model_.signature_count));
    return best_signature(all, model_.allowed[zone].first, model_.allowed[zone].last);
}

std::uint32_t State::best(std::uint32_t zone, Scratch& scratch) const {
    return best_of(scores(zone, Share::next, scratch), zone);
}

std::uint32_t State::better(std::uint32_t zone, std::uint32_t now, Scratch& scratch) const {
    const SignatureScores all = scores(zone, Share::whole, scratch);
    const std::uint32_t found = best_of(all, zone);
    return all(found) > all(now) ? found : now;
}

void State::place(std::uint32_t zone, std::uint32_t signature, std::int64_t sign) {
    for (std::size_t g = 0; g < levels_.size(); ++g) {
        LevelCounts& level = levels_[g];
        const std::size_t unit = model_.levels[g].units.unit_of[zone];
        level_units_[g].placed[unit] += sign;
        const SparseRow row = level.kinds[level.kind_of[signature]];
        for (std::size_t e = 0; e < row.size(); ++e)
            level.taken[unit * level.kinds.column_count() + row.columns[e]] += sign * row.values[e];
    }
    for (std::size_t p = 0; p < pulls_.size(); ++p) {
        const std::size_t unit = model_.pulls[p].units.unit_of[zone];
        pull_units_[p].placed[unit] += sign;
        const std::size_t at = unit * model_.signature_count + signature;
        pulls_[p].offsets[at] -= 2 * sign * pulls_[p].costs[at];
    }
}

void State::settle(Share share, std::size_t first) {
    for (std::size_t g = 0; g < branches_.levels.size(); ++g)
        for (const BranchedUnit& unit : branches_.levels[g]) settle_level(g, unit, share, first);
    if (share == Share::whole) return;  // pulls count only while households are placed
    for (std::size_t p = 0; p < branches_.pulls.size(); ++p)
        for (std::size_t u = 0; u < branches_.pulls[p].size(); ++u) settle_pull(p, u);
}

State::Lack State::lack_of(std::size_t level, const BranchedUnit& unit, std::size_t control) const {
    const std::size_t count = levels_[level].kinds.column_count();
    const UnitCounts& units = level_units_[level];
    std::int64_t total = 0;
    std::int64_t placed = 0;
    std::int64_t taken = 0;
    for (const std::uint32_t b : unit.branches) {
        total += units.total[b];
        placed += units.placed[b];
        taken += levels_[level].taken[b * count + control] + levels_[level].hidden[b * count + control];
    }
    const std::int64_t schedule =
        total == 0 ? unit.asked[control] : share_of(unit.asked[control], placed, total);
    return {schedule - (taken << 16U), static_cast<double>(unit.asked[control] - schedule) / 65536};
}

// A branch continues at its own rate, as far as the unit's total allows: its schedule is what it took, in
// proportion, plus its part of the unit's error.
void State::settle_level(std::size_t level, const BranchedUnit& unit, Share share, std::size_t first) {
    LevelCounts& state = levels_[level];
    const UnitCounts& units = level_units_[level];
    const std::size_t count = state.kinds.column_count();
    const std::size_t branch_count = unit.branches.size();
    std::int64_t all = 0;
    for (const std::uint32_t b : unit.branches) all += units.total[b];
    for (std::size_t k = 0; k < count; ++k) {
        const Lack lack = lack_of(level, unit, k);
        std::vector<double> rates(branch_count);
        double to_come = 0;
        for (std::size_t i = 0; i < branch_count; ++i) {
            const std::uint32_t b = unit.branches[i];
            std::int64_t& hidden = state.hidden[b * count + k];
            std::int64_t& taken = state.taken[b * count + k];
            taken += std::exchange(hidden, 0);
            constexpr double belief = 256;  // households' worth of the unit's own rate
            const double rate =
                all == 0 ? 0 : static_cast<double>(unit.asked[k]) / 65536 / static_cast<double>(all);
            rates[i] = (static_cast<double>(taken) + belief * rate) /
                       (static_cast<double>(units.placed[b]) + belief);
            to_come += rates[i] * static_cast<double>(units.total[b] - units.placed[b]);
        }
        std::int64_t cumulated = 0;
        for (std::size_t step = 0; step < branch_count; ++step) {
            const std::size_t i = (first + step) % branch_count;
            const std::uint32_t b = unit.branches[i];
            const std::size_t cell = b * count + k;
            const std::int64_t before = part_of(lack.error, cumulated, all);
            cumulated += units.total[b];
            const std::int64_t error = part_of(lack.error, cumulated, all) - before;
            std::int64_t& asked = model_.levels[level].asked[cell];
            if (share == Share::whole) {
                asked = (state.taken[cell] << 16U) + error;
                continue;
            }
            const double scale = to_come > 0 ? lack.asked / to_come : 0;
            asked = std::llround(rates[i] * scale * static_cast<double>(units.total[b]) * 65536);
            const std::int64_t schedule =
                units.total[b] == 0 ? 0 : share_of(asked, units.placed[b], units.total[b]);
            const std::int64_t shown = (schedule - error + (1 << 15)) >> 16U;
            state.hidden[cell] = state.taken[cell] - shown;
            state.taken[cell] = shown;
        }
    }
}

void State::settle_pull(std::size_t pull, std::size_t unit) {
    PullScores& state = pulls_[pull];
    const std::vector<std::uint32_t>& branches = branches_.pulls[pull][unit].branches;
    const std::size_t count = model_.signature_count;
    for (std::size_t s = 0; s < count; ++s) {
        const std::int64_t before = state.settled[unit * count + s];
        std::int64_t now = before;
        for (const std::uint32_t b : branches) now += state.offsets[b * count + s] - before;
        for (const std::uint32_t b : branches) state.offsets[b * count + s] = now;
        state.settled[unit * count + s] = now;
    }
}

std::vector<std::int64_t> State::branch_totals() const {
    std::vector<std::int64_t> totals;
    for (std::size_t g = 0; g < branches_.levels.size(); ++g) {
        if (branches_.levels[g].empty()) continue;
        const std::vector<std::int64_t>& asked = model_.levels[g].asked;
        totals.insert(totals.end(), asked.begin(), asked.end());
    }
    return totals;
}

bool State::restore_branch_totals(std::span<const std::int64_t> totals) {
    constexpr std::int64_t most = std::int64_t{1} << 60U;
    const auto is_possible = [](std::int64_t total) { return total >= -most && total <= most; };
    if (totals.size() != branch_totals().size() || !std::all_of(totals.begin(), totals.end(), is_possible))
        return false;
    std::size_t at = 0;
    for (std::size_t g = 0; g < branches_.levels.size(); ++g) {
        if (branches_.levels[g].empty()) continue;
        for (std::int64_t& asked : model_.levels[g].asked) asked = totals[at++];
    }
    return true;
}

Int128 State::error(std::size_t level) const {
    const ControlLevel& given = model_.levels[level];
    const std::size_t count = levels_[level].kinds.column_count();
    Int128 sum = 0;
    if (level < branches_.levels.size() && !branches_.levels[level].empty()) {
        for (const BranchedUnit& unit : branches_.levels[level])
            for (std::size_t k = 0; k < count; ++k) sum += absolute(Int128{lack_of(level, unit, k).error});
        return sum;
    }
    for (std::size_t cell = 0; cell < given.asked.size(); ++cell) {
        const std::size_t unit = cell / count;
        const std::int64_t total = level_units_[level].total[unit];
        const std::int64_t schedule =
            total == 0 ? given.asked[cell]
                       : share_of(given.asked[cell], level_units_[level].placed[unit], total);
        sum += absolute(static_cast<Int128>(schedule) - (levels_[level].taken[cell] << 16U));
    }
    return sum;
}

std::uint32_t best_signature_plain(const SignatureScores& scores, std::uint32_t first, std::uint32_t last) {
    std::uint32_t best = first;
    std::int64_t highest = scores(first);
    for (std::uint32_t s = first + 1; s < last; ++s) {
        const std::int64_t value = scores(s);
        if (value <= highest) continue;
        highest = value;
        best = s;
    }
    return best;
}

}  // namespace impl
}  // namespace drover::populate
