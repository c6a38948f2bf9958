#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>

#include <drover/core/check.hpp>
#include <drover/herd/impl/bit_fields.hpp>
#include <drover/number/philox.hpp>
#include <drover/rbm/impl/engine.hpp>

namespace drover::rbm {

using impl::CaseBits;

void CaseBits::put(std::size_t i, const BitRow& row) {
    for (std::size_t w = 0; w < words; ++w)
        bits[i * words + w] = static_cast<std::uint32_t>(row.words()[w / 2] >> (32 * (w % 2)));
}

BitRow impl::row_of(std::span<const std::uint32_t> words, std::size_t unit_count) {
    BitRow row(unit_count);
    for (std::size_t k = 0; k < unit_count; ++k) row.set(k, ((words[k / 32] >> (k % 32)) & 1U) != 0);
    return row;
}

BitRow CaseBits::row(std::size_t i, std::size_t unit_count) const {
    return row_of({bits.data() + i * words, words}, unit_count);
}

namespace {

void put_bytes(const std::uint32_t* words, std::size_t groups, std::uint8_t* bytes) {
    for (std::size_t g = 0; g < groups; ++g)
        bytes[g] = static_cast<std::uint8_t>(words[g / 4] >> (8 * (g % 4)));
}

}  // namespace

void CaseBits::to_bytes(std::size_t case_count, std::size_t unit_count,
                        std::vector<std::uint8_t>& bytes) const {
    const std::size_t groups = (unit_count + 7) / 8;
    bytes.resize(case_count * groups);
    for (std::size_t i = 0; i < case_count; ++i)
        put_bytes(bits.data() + i * words, groups, bytes.data() + i * groups);
}

void CaseBits::to_bytes(std::span<const std::size_t> chosen, std::size_t unit_count,
                        std::vector<std::uint8_t>& bytes) const {
    const std::size_t groups = (unit_count + 7) / 8;
    bytes.resize(chosen.size() * groups);
    for (std::size_t i = 0; i < chosen.size(); ++i)
        put_bytes(bits.data() + chosen[i] * words, groups, bytes.data() + i * groups);
}

// ---- rows ---------------------------------------------------------------------------------------------

namespace {

void check_rows(const char* who, std::span<const ObservedRow> rows, std::size_t visible_count) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        check_input(rows[i].values.size() == visible_count, [&] {
            return Problem{Fault::range,
                           {.key = "case " + std::to_string(i + 1), .function = who},
                           std::to_string(visible_count) + " visible units",
                           std::to_string(rows[i].values.size())};
        });
        const std::size_t marks = rows[i].unknown.size();
        check_input(marks == 0 || marks == visible_count, [&] {
            return Problem{Fault::range,
                           {.key = "case " + std::to_string(i + 1), .function = who},
                           std::to_string(visible_count) + " marks of unknown units or none",
                           std::to_string(marks)};
        });
    }
}

std::vector<std::size_t> partial_rows(std::span<const ObservedRow> rows) {
    std::vector<std::size_t> partial;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].is_complete()) partial.push_back(i);
    }
    return partial;
}

// Unknown values become 0.
void clear_unknown(std::vector<ObservedRow>& rows) {
    for (ObservedRow& row : rows) {
        for (std::size_t j = 0; j < row.unknown.size(); ++j) {
            if (row.unknown[j]) row.values.set(j, false);
        }
    }
}

}  // namespace

Rows::Rows(std::vector<ObservedRow> rows, std::size_t visible_count)
    : visible_count_{visible_count}, rows_{std::move(rows)} {
    check_rows("rbm", rows_, visible_count);
    clear_unknown(rows_);
    partial_ = partial_rows(rows_);
    const std::size_t groups = (visible_count + 7) / 8;
    bytes_.resize(rows_.size() * groups);
    for (std::size_t i = 0; i < rows_.size(); ++i)
        drover::impl::pack_row(rows_[i].values, bytes_.data() + i * groups);
}

// ---- start --------------------------------------------------------------------------------------------

namespace {

constexpr std::int64_t finest_scale = 256;                    // at least; the grid of the start weights
constexpr std::int64_t weight_limit = std::int64_t{1} << 30;  // of magnitudes
constexpr std::size_t no_place = static_cast<std::size_t>(-1);

// Sums of +-1 over the cases all have the same parity, so their differences are even: half the scale is
// enough, and the 16-bit tables reach twice as far. Half of the scaled batch size must be an integer, too.
WeightUnit unit_of(std::size_t batch_size, UnitCoding coding) {
    const auto size = static_cast<std::int64_t>(batch_size);
    WeightUnit unit{.multiply = 1, .divide = coding == UnitCoding::signs ? 2 : 1};
    while (size * unit.multiply % 2 != 0 || size * unit.multiply / unit.divide < finest_scale)
        unit.multiply *= 2;
    return unit;
}

std::vector<ObservedRow> checked(std::vector<ObservedRow> cases, const Options& options) {
    check_input(!cases.empty(), [] {
        return Problem{Fault::missing, {.key = "rbm"}, "at least one case", "none"};
    });
    check_input(cases.size() <= 100'000'000, [] {
        return Problem{Fault::range, {.key = "rbm"}, "at most 100000000 cases"};
    });
    check_input(options.batch_size <= cases.size(), [&] {
        return Problem{Fault::range,
                       {.key = "rbm"},
                       "a batch size of at most the " + std::to_string(cases.size()) + " cases",
                       std::to_string(options.batch_size)};
    });
    check_rows("rbm", cases, cases.front().values.size());
    check_input(options.start_spread >= 0 && options.start_spread <= 1'000'000, [] {
        return Problem{Fault::range, {.key = "rbm"}, "a start_spread from 0 to 1000000"};
    });
    clear_unknown(cases);
    return cases;
}

}  // namespace

Herder::Engine::Engine(std::vector<ObservedRow> given, const Options& asked, const HerderState* from)
    : model{given.empty() ? 1 : given.front().values.size(), asked.hidden_count, asked.coding},
      cases{checked(std::move(given), asked)},
      options{asked},
      unit{unit_of(asked.batch_size == 0 ? cases.size() : asked.batch_size, asked.coding)},
      fields{
          PackedWeights{visible(), hidden(),
                        static_cast<std::int64_t>(asked.batch_size == 0 ? cases.size() : asked.batch_size) *
                            unit.multiply / unit.divide},
          asked.coding},
      fantasy{model.first_state()},
      batch_size{asked.batch_size == 0 ? cases.size() : asked.batch_size},
      partial_{partial_rows(cases)},
      partial_at_(cases.size(), no_place),
      batch_x_{batch_size, visible()} {
    for (std::size_t p = 0; p < partial_.size(); ++p) {
        partial_at_[partial_[p]] = p;
        guesses_.push_back(cases[partial_[p]].values);
    }
    begin(from);
}

void Herder::Engine::begin(const HerderState* from) {
    if (from != nullptr) {
        take(*from);
    } else {
        start_weights();
    }
    fields.measure();
    check_steps(options.max_steps - t);
}

void Herder::Engine::check_steps(std::int64_t steps) const {
    std::int64_t largest = 0;
    const PackedWeights& w = fields.weights();
    for (std::size_t a = 0; a < w.size(); ++a) largest = std::max(largest, std::abs(w[a]));
    const double move = 2 * static_cast<double>(w.scale());
    check_step_limit(model.feature_count(), model.feature_count(), steps,
                     static_cast<double>(weight_limit - largest) / move, sizeof(std::int32_t));
}

void Herder::Engine::start_weights() {
    PackedWeights& w = fields.weights();
    const CounterRandom random{options.seed};
    const double spread = options.start_spread * static_cast<double>(w.scale());
    for (std::size_t j = 0; j < visible(); ++j) {
        for (std::size_t k = 0; k < hidden(); ++k) {
            const double drawn = std::clamp(spread * random.normal(j * hidden() + k), -1e9, 1e9);
            w.row(j)[k] = static_cast<std::int32_t>(std::llround(drawn));
        }
        std::int64_t known = 0;
        std::int64_t sum = 0;
        for (const ObservedRow& seen : cases) {
            if (seen.is_unknown(j)) continue;
            ++known;
            sum += model.value(seen.values[j]);
        }
        if (known == 0) continue;
        const std::int64_t twice = 2 * sum * w.scale();  // rounded to the nearest, halves away from 0
        const std::int64_t half = twice < 0 ? -known : known;
        w.visible()[j] = static_cast<std::int32_t>((twice + half) / (2 * known));
    }
}

void Herder::Engine::take(const HerderState& from) {
    const auto expect = [](bool holds, const char* what) {
        check_input(holds, [&] {
            return Problem{.fault = Fault::other,
                           .place = {.key = "rbm"},
                           .text = std::string{"the state does not fit: "} + what};
        });
    };
    PackedWeights& w = fields.weights();
    expect(from.t >= 0, "the step is below 0");
    expect(from.weights.size() == model.feature_count(), "another number of weights");
    expect(from.fantasy.x.size() == visible() && from.fantasy.z.size() == hidden(),
           "a fantasy of another size");
    expect(from.guesses.size() == guesses_.size(), "another number of incomplete cases");
    for (std::size_t p = 0; p < guesses_.size(); ++p) {
        const ObservedRow& seen = cases[partial_[p]];
        expect(from.guesses[p].size() == visible(), "a case of another size");
        for (std::size_t j = 0; j < visible(); ++j)
            expect(seen.is_unknown(j) || seen.values[j] == from.guesses[p][j], "a case of other values");
    }
    for (const std::int32_t weight : from.weights)
        expect(weight > -weight_limit && weight < weight_limit, "a weight is too large");
    t = from.t;
    fantasy = from.fantasy;
    guesses_ = from.guesses;
    const auto* next = from.weights.data();
    std::copy_n(next, visible(), w.visible().begin());
    std::copy_n(next + visible(), hidden(), w.hidden().begin());
    next += visible() + hidden();
    for (std::size_t j = 0; j < visible(); ++j, next += hidden())
        std::copy_n(next, hidden(), w.row(j).begin());
}

HerderState Herder::Engine::state() const {
    HerderState found{.t = t, .fantasy = fantasy, .guesses = guesses_, .weights = {}};
    found.weights.reserve(model.feature_count());
    for (std::size_t a = 0; a < model.feature_count(); ++a)
        found.weights.push_back(static_cast<std::int32_t>(fields.weights()[a]));
    return found;
}

// ---- imputation ---------------------------------------------------------------------------------------

// As Machine::impute.
void Herder::Engine::impute(State& s, const BitRow& unknown) {
    fields.impute_hidden(s);
    while (fields.settle_visible(s, &unknown) && fields.settle_hidden(s)) {
    }
}

void Herder::Engine::put_hidden(impl::HiddenBatch& seen, std::size_t i, const BitRow& z) const {
    for (std::size_t w = 0; w < fields.words(); ++w) {
        const std::uint64_t word = w / 2 < z.words().size() ? z.words()[w / 2] : 0;
        seen.bits[i * fields.words() + w] = static_cast<std::uint32_t>(word >> (32 * (w % 2)));
    }
}

std::vector<BitRow> Herder::Engine::hidden_of(const impl::HiddenBatch& seen) const {
    std::vector<BitRow> rows;
    for (std::size_t i = 0; i < seen.scores.size(); ++i)
        rows.push_back(impl::row_of({seen.bits.data() + i * fields.words(), fields.words()}, hidden()));
    return rows;
}

impl::HiddenBatch& Herder::Engine::impute_rows(const Rows& rows, impl::Fields::Wanted wanted) {
    check_input(rows.visible_count() == visible(), [&] {
        return Problem{Fault::range,
                       {.key = "rbm"},
                       "rows of " + std::to_string(visible()) + " units",
                       std::to_string(rows.visible_count())};
    });
    impl::HiddenBatch& seen = other_batch_;
    fields.impute(rows.bytes(), rows.size(), wanted, options.pool, seen);
    for (const std::size_t i : rows.partial()) {
        State s{rows.rows()[i].values, BitRow(hidden())};
        impute(s, rows.rows()[i].unknown);
        seen.scores[i] = fields.settled_score(s);
        if (wanted != impl::Fields::Wanted::scores) put_hidden(seen, i, s.z);
    }
    return seen;
}

Imputed Herder::Engine::imputed(const Rows& rows, impl::Fields::Wanted wanted) {
    const impl::HiddenBatch& seen = impute_rows(rows, wanted);
    Imputed found;
    if (wanted != impl::Fields::Wanted::scores) found.hidden = hidden_of(seen);
    found.energies = seen.scores;
    for (std::int64_t& energy : found.energies) energy = -energy;
    return found;
}

// ---- the herder ---------------------------------------------------------------------------------------

Herder::Herder(std::vector<ObservedRow> cases, const Options& options)
    : engine_{Engine{std::move(cases), options, nullptr}} {}
Herder::Herder(std::vector<ObservedRow> cases, const Options& options, const HerderState& state)
    : engine_{Engine{std::move(cases), options, &state}} {}

Herder::Step Herder::step() {
    engine_->step();
    return current();
}
Herder::Step Herder::current() const {
    return {engine_->t, engine_->fantasy, engine_->fields.weights(), engine_->margin};
}
StepRange<Herder> Herder::steps(std::int64_t count) {
    check_steps_left("rbm", count, engine_->t, engine_->options.max_steps);
    return {*this, count};
}
std::int64_t Herder::max_steps() const { return engine_->options.max_steps; }
HerderState Herder::state() const { return engine_->state(); }
const Machine& Herder::model() const { return engine_->model; }
const Options& Herder::options() const { return engine_->options; }
const std::vector<ObservedRow>& Herder::cases() const { return engine_->cases; }
WeightUnit Herder::unit() const { return engine_->unit; }

std::vector<std::int64_t> Herder::batch_energies() const {
    std::vector<std::int64_t> energies = engine_->batch.scores;
    for (std::int64_t& energy : energies) energy = -energy;
    return energies;
}

std::vector<BitRow> Herder::batch_hidden() const { return engine_->hidden_of(engine_->batch); }

std::vector<State> Herder::fantasies() const {
    if (engine_->options.fantasy != FantasyStart::every_case || engine_->fantasy_x.bits.empty())
        return {engine_->fantasy};
    std::vector<State> states;
    for (std::size_t i = 0; i < engine_->batch_size; ++i) {
        states.push_back(
            {engine_->fantasy_x.row(i, engine_->visible()), engine_->fantasy_z.row(i, engine_->hidden())});
    }
    return states;
}

void Herder::count_hidden(const Rows& rows, std::span<std::int64_t> ones) {
    const impl::HiddenBatch& seen = engine_->impute_rows(rows, impl::Fields::Wanted::hidden);
    const std::size_t words = engine_->fields.words();
    assert(ones.size() == rows.size() * engine_->hidden());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::int64_t* own = ones.data() + i * engine_->hidden();
        for (std::size_t w = 0; w < words; ++w) {
            for (std::uint32_t left = seen.bits[i * words + w]; left != 0; left &= left - 1)
                ++own[32 * w + static_cast<std::size_t>(std::countr_zero(left))];
        }
    }
}

Imputed Herder::impute(const Rows& rows) { return engine_->imputed(rows, impl::Fields::Wanted::hidden); }
std::vector<std::int64_t> Herder::energies(const Rows& rows) {
    return engine_->imputed(rows, impl::Fields::Wanted::scores).energies;
}

}  // namespace drover::rbm
