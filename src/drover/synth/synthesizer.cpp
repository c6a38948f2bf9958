#include <algorithm>
#include <chrono>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/core/paced_watch.hpp>
#include <drover/herd/maximize/max_product.hpp>
#include <drover/number/bound_text.hpp>
#include <drover/synth/impl/like_rows.hpp>
#include <drover/synth/impl/model.hpp>
#include <drover/synth/impl/repair.hpp>
#include <drover/synth/impl/state_check.hpp>
#include <drover/synth/synthesizer.hpp>
#include <drover/tables/memory.hpp>
#include <drover/tables/slice.hpp>
#include <drover/zones/impl/implied.hpp>
#include <drover/zones/impl/model.hpp>

namespace drover::synth {
namespace {

constexpr std::int64_t max_misses = 10'000'000;  // steps without a row that has what `where` asks for

// Of tables in a run that is not around a hub, as measured.
constexpr CellBytes run_bytes{.kept = 70, .all = 75};

constexpr const char* no_row =
    "no row without an impossible combination was found; allow some of them, or take soft zeros";

// An exact search knows at once that nothing is allowed.
void check_possible(const impl::SynthesisModel& model, const impl::SynthesisPlan& plan) {
    if (!plan.herder.exact || model.forbidden.empty()) return;
    check_input(MaxProduct::if_possible(model.targets.features, plan.search.limits).has_value(),
                [] { return std::string{no_row}; });
}

// As if the last step had not been. Cells that pull nothing have no hits.
void take_back_step(MarginalHerder& herder, const CategoryRow& row_before) {
    MarginalState state = herder.state();
    herder.features().visit(state.row, [&](std::size_t cell, std::int64_t /*one*/) {
        if (state.hits[cell] > 0) --state.hits[cell];
    });
    --state.t;
    state.row = row_before;
    herder.restore(state);
}

bool has_untrusted(const Targets& targets) {
    return std::find(targets.trust.begin(), targets.trust.end(), 0) != targets.trust.end();
}

}  // namespace

Synthesizer::Synthesizer(const TableSet& tables, EngineOptions options)
    : options_{std::move(options)},
      compared_{options_.where.empty() ? tables : slice(tables, options_.where)},
      targets_{make_targets(compared_, options_.where.empty()
                                           ? options_.targets
                                           : options_for_slice(options_.targets, compared_))} {
    fixed_columns_.resize(tables.schema.columns.size());
    std::optional<zones::Hub> hub =
        options_.by ? zones::hub_at(tables, *options_.by) : zones::find_hub(tables);
    if (hub || options_.like || (options_.imply && zones::has_unmet_columns(tables))) {
        make_hub(tables, std::move(hub));
    } else {
        make_run(tables, {});
    }
    const auto is_listed = [](const CountTable& table) { return !table.listed.empty(); };
    counts_rows_ = hub_ || std::any_of(tables.tables.begin(), tables.tables.end(), is_listed) ||
                   !options_.where.empty() || options_.burn_in > 0 || has_untrusted(targets_);
    if (counts_rows_) hits_.resize(targets_.features.feature_count());
}

void Synthesizer::make_run(const TableSet& tables, std::span<const zones::HubTable> implied) {
    check_memory(options_.memory, tables, run_bytes);
    impl::SynthesisModel model = impl::make_model(tables, options_);
    if (model.targets.lacks_room)
        notes_.push_back("the total of the tables is too large for " + std::to_string(options_.max_steps) +
                         " exact steps: for these, shares were rounded by at most " +
                         rounded_up(model.targets.rounding, 3));
    impl::add_implied(model, implied, options_.max_steps);
    const impl::SynthesisPlan plan = impl::make_plan(model, options_);
    search_text_ = plan.text;
    check_possible(model, plan);
    run_.emplace(
        Run{MarginalHerder{model.targets.features, model.targets.moments, plan.search, plan.herder}});
}

void Synthesizer::make_hub(const TableSet& tables, std::optional<zones::Hub> hub) {
    if (hub) hub_column_ = hub->column;
    for (std::size_t column = 0; hub && column < fixed_columns_.size(); ++column)
        fixed_columns_[column] = hub->holds(column);
    const TableSet driving = impl::driving_tables(tables, options_);
    zones::HubTables around = zones::impl::make_hub_tables(driving, make_targets(driving, options_.targets),
                                                           {.hub = std::move(hub),
                                                            .hard_zeros = options_.hard_zeros,
                                                            .agree = options_.agree,
                                                            .forbid = options_.forbid,
                                                            .memory = options_.memory});
    const std::size_t published_count = around.tables.size();
    may_miss_ = zones::impl::overlap(around);
    std::optional<zones::impl::LikeRows> like;
    if (options_.like) {
        like = impl::read_like(*options_.like, tables.schema, around, options_.csv);
        const std::string missing = impl::missing_values(*like, tables.schema, around);
        if (!missing.empty())
            notes_.push_back(options_.like->text.file + " has no rows with " + missing +
                             ": what these go with is taken to be even");
    }
    if (options_.imply || like)
        implied_count_ = zones::impl::add_implied(around, {}, like ? &*like : nullptr);
    const bool is_wide = zones::impl::lane_count(around) > zones::impl::max_slice_lanes;
    if (around.hub == zones::HubTables::no_hub && (is_wide || options_.search == Search::exact)) {
        around.tables.resize(published_count);  // tables of three columns would be slow
        if (options_.imply || like)
            implied_count_ =
                zones::impl::add_implied(around, {.with_neighbours = !is_wide}, like ? &*like : nullptr);
        make_run(tables, std::span{around.tables}.last(implied_count_));
    } else {
        search_text_ = zones::impl::hub_text(tables.schema, around) + "coordinate ascent";
        hub_.emplace(std::move(around),
                     zones::HubHerderOptions{.max_steps = options_.max_steps,
                                             .zero_start = options_.hard_zeros ? 0 : impl::soft_zero_start,
                                             .seed = options_.seed});
    }
    if (implied_count_ > 0)
        search_text_ += ", " + std::to_string(implied_count_) +
                        (implied_count_ == 1 ? " implied table" : " implied tables") +
                        (like ? " like the sample" : "");
}

// Valid until the next one.
const CategoryRow& Synthesizer::step() {
    check_input(steps() < options_.max_steps, [&] {
        return "--where: expected rows of it within " + std::to_string(options_.max_steps) +
               " steps, got too few";
    });
    if (hub_) {
        row_.clear();
        check_input(hub_->generate(1, row_), [] { return std::string{no_row}; });
        return row_;
    }
    const std::int64_t broken = run_->herder.broken_rows();
    const auto step = run_->herder.step();
    ++run_->steps;
    run_->positive_margins += step.margin > 0 ? 1 : 0;
    check_input(run_->herder.broken_rows() == broken, [] { return std::string{no_row}; });
    return step.state;
}

// False if an exact search sees that no row has them.
bool Synthesizer::give(Run& run, const CategoryRow& values) {
    if (run.given == values) return true;
    if (!run.herder.fix(values)) return false;
    run.given = values;
    return true;
}

bool Synthesizer::matches(std::span<const std::uint32_t> row) const {
    return std::all_of(options_.where.begin(), options_.where.end(),
                       [&](const auto& given) { return row[given.first] == given.second; });
}

void Synthesizer::generate(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool,
                           const RunControl& control) {
    if (run_) give(*run_, {});
    if (!burn_in(control)) return;
    if (run_ || !options_.where.empty()) return generate_matching(row_count, cells, control);
    generate_around(row_count, cells, pool, control);
}

// Before the first row; a restored state has it behind it. False if it was stopped.
bool Synthesizer::burn_in(const RunControl& control) {
    PacedWatch watch{control};
    while (steps() < options_.burn_in) {
        step();
        if (!watch.goes_on(row_count_)) return false;
    }
    return true;
}

void Synthesizer::generate_matching(std::size_t row_count, std::vector<std::uint32_t>& cells,
                                    const RunControl& control) {
    PacedWatch watch{control};
    for (std::size_t made = 0; made < row_count;) {
        const CategoryRow& row = step();
        if (matches(row)) {
            take(row);
            cells.insert(cells.end(), row.begin(), row.end());
            ++made;
            misses_ = 0;
        } else {
            check_input(++misses_ < max_misses, [] {
                return "no row with the given values in " + std::to_string(max_misses) + " steps";
            });
        }
        if (!watch.goes_on(row_count_)) return;
    }
}

// In blocks that grow as long as they are quick: the rows do not depend on them.
void Synthesizer::generate_around(std::size_t row_count, std::vector<std::uint32_t>& cells, ThreadPool* pool,
                                  const RunControl& control) {
    using Clock = std::chrono::steady_clock;
    const std::size_t width = compared_.schema.columns.size();
    for (std::size_t left = row_count; left > 0;) {
        const std::size_t block = std::min(left, std::max<std::size_t>(1, quick_rows_));
        const std::size_t start = cells.size();
        const Clock::time_point before = Clock::now();
        check_input(hub_->generate(block, cells, pool), [] { return std::string{no_row}; });
        const Clock::duration passed = Clock::now() - before;
        if (passed < std::chrono::milliseconds{50}) quick_rows_ = std::max(quick_rows_, 2 * block);
        if (passed > std::chrono::milliseconds{200}) quick_rows_ = block / 2;
        for (std::size_t at = start; at < cells.size(); at += width)
            take(std::span{cells}.subspan(at, width));
        left -= block;
        control.tell(row_count_);
        if (control.stop_requested()) return;
    }
}

CategoryRow Synthesizer::complete(const CategoryRow& given) {
    burn_in({});
    const CategoryRow values = checked(given);
    std::optional<CategoryRow> row;
    if (hub_) {
        row = hub_->complete(values);
    } else if (try_complete(*run_, values)) {
        row = run_->herder.current().state;
    }
    check_input(row.has_value(), [] { return std::string{no_row}; });
    take(*row);
    return *std::move(row);
}

// The values given and those of `where`.
CategoryRow Synthesizer::checked(const CategoryRow& given) const {
    const std::vector<Column>& columns = compared_.schema.columns;
    check_input(given.size() == columns.size(), [&] {
        return "Synthesizer: expected a value, or none, for each of " + std::to_string(columns.size()) +
               " columns, got " + std::to_string(given.size());
    });
    CategoryRow values = given;
    for (const auto& [column, value] : options_.where)
        if (values[column] == free_value) values[column] = value;
    check_input(matches(values),
                [] { return std::string{"expected the values that all rows are to have, got others"}; });
    for (std::size_t i = 0; i < columns.size(); ++i) {
        check_input(values[i] == free_value || values[i] < columns[i].values.size(), [&] {
            return "column " + quoted(columns[i].name) + ": expected one of " +
                   std::to_string(columns[i].values.size()) + " values, got number " +
                   std::to_string(values[i]);
        });
    }
    return values;
}

// The next row of the run with these values. False if none is allowed: as if nothing had been.
bool Synthesizer::try_complete(Run& run, CategoryRow values) {
    const auto is_free = [](std::uint32_t value) { return value == free_value; };
    if (std::all_of(values.begin(), values.end(), is_free)) values.clear();
    if (!give(run, values)) return false;
    const CategoryRow row_before = run.herder.current().state;
    const std::int64_t broken = run.herder.broken_rows();
    const auto step = run.herder.step();
    if (run.herder.broken_rows() > broken) {
        take_back_step(run.herder, row_before);
        return false;
    }
    ++run.steps;
    run.positive_margins += step.margin > 0 ? 1 : 0;
    return true;
}

void Synthesizer::take(std::span<const std::uint32_t> row) {
    ++row_count_;
    if (!counts_rows_) return;
    const MarginalTables& features = targets_.features;
    for (std::size_t table = 0; table < features.table_count(); ++table) {
        const std::size_t cell = features.feature(table, row);
        if (cell != no_feature) ++hits_[cell];
    }
}

std::int64_t Synthesizer::repair(std::span<std::uint32_t> cells, const RunControl& control) {
    if (!counts_rows_) {
        hits_ = hits();
        counts_rows_ = true;
    }
    const impl::RepairOptions options{.fixed_columns = fixed_columns_,
                                      .hub = hub_column_,
                                      .hard_zeros = options_.hard_zeros,
                                      .forbid = options_.forbid,
                                      .control = control};
    return impl::repair(targets_, options, cells, hits_);
}

std::int64_t Synthesizer::steps() const { return hub_ ? hub_->steps() : run_->steps; }

std::int64_t Synthesizer::positive_margins() const {
    return hub_ ? hub_->positive_margins() : run_->positive_margins;
}

std::vector<std::int64_t> Synthesizer::hits() const {
    if (counts_rows_) return hits_;
    std::vector<std::int64_t> hits = run_->herder.hits();
    hits.resize(targets_.features.feature_count());
    return hits;
}

SynthesisState Synthesizer::state() const {
    SynthesisState state{.row_count = row_count_, .hits = hits_, .run = {}};
    state.run.steps = steps();
    state.run.positive_margins = positive_margins();
    if (run_) {
        state.run.herder = run_->herder.state();
        return state;
    }
    zones::HubState hub = hub_->state();
    state.run.herder.t = hub_->steps();
    state.run.herder.hits = std::move(hub.zone_rows);
    state.run.herder.hits.insert(state.run.herder.hits.end(), hub.hits.begin(), hub.hits.end());
    return state;
}

void Synthesizer::restore(const SynthesisState& state) {
    impl::check_rows_state(state, {.features = targets_.features,
                                   .max_steps = options_.max_steps,
                                   .burn_in = options_.burn_in,
                                   .gives_all = options_.where.empty(),
                                   .counts_rows = counts_rows_});
    if (run_) {
        impl::check_run_state(state.run, run_->herder.features());
        run_->herder.restore(state.run.herder);
        run_->steps = state.run.steps;
        run_->positive_margins = state.run.positive_margins;
    } else {
        const zones::HubState hub = hub_->state();
        const std::vector<std::int64_t>& hits = state.run.herder.hits;
        impl::check_hub_state(state.run, hub.zone_rows.size(), hub.hits.size());
        const auto middle = hits.begin() + static_cast<std::ptrdiff_t>(hub.zone_rows.size());
        hub_->restore({.zone_rows = {hits.begin(), middle}, .hits = {middle, hits.end()}}, state.run.steps,
                      state.run.positive_margins);
    }
    row_count_ = state.row_count;
    hits_ = state.hits;
}

}  // namespace drover::synth
