#include <algorithm>
#include <bit>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/populate/herder.hpp>
#include <drover/populate/impl/model.hpp>

namespace drover::populate {
namespace {

constexpr std::int64_t step_block = 4096;
constexpr std::size_t zone_block = 64;
constexpr std::int64_t first_mark = 100;

Options checked(Options options) {
    check_input(options.repair_passes >= 0 && options.repair_passes <= 100,
                [&] { return "--repair: expected 0 to 100, got " + std::to_string(options.repair_passes); });
    check_input(options.pull >= 0 && options.pull <= 0.25,
                [&] { return "--pull: expected 0 to 0.25, got " + shortest(options.pull); });
    return options;
}

const Input& checked(const Input& input) {
    check_input(!input.levels.empty() && input.household_count() > 0, [] {
        return std::string{"populate: expected the result of read_input, got an empty input"};
    });
    return input;
}

}  // namespace

// The position of a run: households placed, then passes of the repair over zones.
struct Job::Parts {
    Parts(const Input& given, Options how)
        : input{checked(given)},
          options{checked(std::move(how))},
          herded{impl::herded_model(given, options)},
          herder{std::move(herded.model)} {}

    std::int64_t work_done() const {
        return herder.steps() + std::max<std::int64_t>(passes - 1, 0) * herder.household_count() + looked;
    }
    bool is_done() const {
        return herder.steps() == herder.household_count() && passes_done() >= options.repair_passes;
    }
    std::int64_t passes_done() const {
        return passes > 0 && looked < herder.household_count() ? passes - 1 : passes;
    }

    // Of zones in the order of the repair.
    std::int64_t households_before(std::size_t zone) const {
        std::int64_t households = 0;
        for (std::size_t k = 0; k < zone; ++k) households += input.zone_counts[herder.repair_order()[k]];
        return households;
    }

    void advance() { herder.steps() < herder.household_count() ? place() : repair(); }
    void place() {
        const std::int64_t next = course.empty() ? first_mark : next_mark();
        herder.advance(std::min(step_block, std::max<std::int64_t>(next - herder.steps(), 1)), options.pool);
        if (herder.steps() >= next || herder.steps() == herder.household_count()) mark();
    }
    // Each mark has a quarter more households than the one before.
    std::int64_t next_mark() const { return course.back().households + course.back().households / 4 + 1; }
    void mark() {
        ErrorPoint& point = course.emplace_back();
        point.households = herder.steps();
        const double share =
            static_cast<double>(herder.steps()) / static_cast<double>(herder.household_count());
        for (const InputLevel& level : input.levels) {
            double asked = 0;
            for (const std::int64_t count : level.asked) asked += static_cast<double>(count) / count_unit;
            const double error = static_cast<double>(herder.error(point.errors.size())) / 65536.0;
            point.errors.push_back(asked > 0 ? error / (asked * share) : 0);
        }
    }
    void repair() {
        if (passes == 0 || looked == herder.household_count()) {
            ++passes;
            next_zone = 0;
            looked = 0;
            replaced.push_back(0);
        }
        const std::vector<std::uint32_t>& order = herder.repair_order();
        const std::size_t first = next_zone;
        std::int64_t households = 0;
        for (; next_zone < order.size() && next_zone - first < zone_block; ++next_zone)
            households += input.zone_counts[order[next_zone]];
        replaced.back() += herder.repair(first, next_zone, options.pool);
        looked += households;
        if (looked == herder.household_count()) next_zone = order.size();
    }

    const Input& input;
    Options options;
    impl::HerdedModel herded;
    Herder herder;
    std::int64_t passes = 0;    // begun
    std::size_t next_zone = 0;  // in the order of the repair
    std::int64_t looked = 0;    // households of the current pass
    std::vector<std::int64_t> replaced;
    std::vector<ErrorPoint> course;
};

Job::Job(const Input& input, Options options) : parts_{std::make_unique<Parts>(input, std::move(options))} {}
Job::~Job() = default;

std::int64_t Job::work() const {
    return parts_->herder.household_count() * (1 + parts_->options.repair_passes);
}

void Job::follow(RunControl control) { parts_->options.control = std::move(control); }

bool Job::run(std::int64_t save_every, const std::function<void()>& save) {
    std::int64_t saved = parts_->work_done();
    while (!parts_->is_done()) {
        parts_->options.control.tell(parts_->work_done());
        if (parts_->options.control.stop_requested()) return false;
        parts_->advance();
        if (save_every == 0 || parts_->work_done() - saved < save_every) continue;
        save();
        saved = parts_->work_done();
    }
    return true;
}

std::vector<std::uint64_t> Job::state() const {
    std::vector<std::uint64_t> state{
        static_cast<std::uint64_t>(parts_->herder.steps()), static_cast<std::uint64_t>(parts_->passes),
        static_cast<std::uint64_t>(parts_->next_zone), static_cast<std::uint64_t>(parts_->looked)};
    for (std::size_t pass = 0; pass < static_cast<std::size_t>(parts_->passes); ++pass)
        state.push_back(static_cast<std::uint64_t>(parts_->replaced[pass]));
    state.push_back(parts_->course.size());
    for (const ErrorPoint& point : parts_->course) {
        state.push_back(static_cast<std::uint64_t>(point.households));
        for (const double error : point.errors) state.push_back(std::bit_cast<std::uint64_t>(error));
    }
    const std::vector<std::uint32_t>& signatures = parts_->herder.signatures();
    state.insert(state.end(), signatures.begin(), signatures.end());
    return state;
}

void Job::restore(const std::vector<std::uint64_t>& state, const std::string& name) {
    std::size_t at = 0;
    const auto expect = [&](bool holds) {
        check_input(holds, [&] { return name + ": expected the state of a run like this one, got another"; });
    };
    const auto next = [&](std::uint64_t most) {
        expect(at < state.size() && state[at] <= most);
        return state[at++];
    };
    const auto households = static_cast<std::uint64_t>(parts_->herder.household_count());
    const std::uint64_t steps = next(households);
    parts_->passes = static_cast<std::int64_t>(next(steps == households ? 100 : 0));
    parts_->next_zone = static_cast<std::size_t>(next(parts_->input.zone_counts.size()));
    parts_->looked = static_cast<std::int64_t>(next(households));
    expect(parts_->looked == parts_->households_before(parts_->next_zone) &&
           (parts_->passes > 0 || parts_->next_zone == 0));
    for (std::int64_t pass = 0; pass < parts_->passes; ++pass)
        parts_->replaced.push_back(static_cast<std::int64_t>(next(households)));
    for (std::uint64_t left = next(state.size()); left > 0; --left) {
        ErrorPoint& point = parts_->course.emplace_back();
        point.households = static_cast<std::int64_t>(next(households));
        for (std::size_t g = 0; g < parts_->input.levels.size(); ++g)
            point.errors.push_back(std::bit_cast<double>(next(~std::uint64_t{0})));
    }
    expect(state.size() - at == households);
    std::vector<std::uint32_t> signatures;
    while (at < state.size())
        signatures.push_back(static_cast<std::uint32_t>(next(parts_->input.signature_count() - 1)));
    parts_->herder.restore(static_cast<std::int64_t>(steps), signatures);
}

Result Job::result() const {
    const Input& input = parts_->input;
    const auto count = static_cast<std::size_t>(parts_->herder.household_count());
    Result made;
    zones::Schedule schedule{input.zone_counts};
    std::vector<std::uint32_t> signatures;
    for (std::size_t step = 0; step < count; ++step) {
        const std::uint32_t zone = schedule.next();
        made.zones.push_back(zone);
        const auto slot = static_cast<std::size_t>(schedule.taken()[zone] - 1);
        signatures.push_back(parts_->herder.placed(zone)[slot]);
    }
    made.households = impl::choose_households(input, made.zones, signatures, parts_->options.pool);
    made.weights.reserve(count);
    for (std::size_t step = 0; step < count; ++step)
        made.weights.push_back({made.zones[step], made.households[step], 1});
    made.weights = merged(std::move(made.weights));
    made.fit = measure(input, made.weights);
    made.course = parts_->course;
    made.replaced = parts_->replaced;
    made.notes = input.notes;
    made.notes.insert(made.notes.end(), parts_->herded.notes.begin(), parts_->herded.notes.end());
    return made;
}

Result populate(const Input& input, const Options& options) {
    Job job{input, options};
    if (job.run()) return job.result();
    Result stopped;
    stopped.interrupted = true;
    return stopped;
}

void add_result(Report& report, const Input& input, const Result& made) {
    add_result(report, input, made.fit);
    report.add("replaced", "", made.replaced);
    std::int64_t replaced = 0;
    for (const std::int64_t count : made.replaced) replaced += count;
    report.add("replaced_households", "repair replaced", replaced);
    report.add("notes", "", made.notes);
    for (const std::string& note : made.notes) report.add("note", "note", note);
}

}  // namespace drover::populate
