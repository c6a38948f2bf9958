#include <algorithm>
#include <cmath>

#include <drover/core/check.hpp>
#include <drover/core/number_text.hpp>
#include <drover/populate/herder.hpp>
#include <drover/populate/impl/model.hpp>
#include <drover/populate/job.hpp>

namespace drover::populate {
namespace {

constexpr std::int64_t first_mark = 100;

Options checked(Options options) {
    check_input(options.repair_passes >= 0 && options.repair_passes <= 100, [&] {
        return Problem{Fault::range, {.option = "repair"}, "0 to 100", std::to_string(options.repair_passes)};
    });
    check_input(options.pull >= 0 && options.pull <= 0.25, [&] {
        return Problem{Fault::range, {.option = "pull"}, "0 to 0.25", shortest(options.pull)};
    });
    return options;
}

const Input& checked(const Input& input, const Options& options) {
    check_input(!input.levels.empty() && input.household_count() > 0, [] {
        return Problem{Fault::missing, {.key = "populate"}, "the result of read_input", "an empty input"};
    });
    double households = 0;
    for (const std::int64_t count : input.zone_counts) households += static_cast<double>(count);
    options.memory.check("populate: households", households, 48);
    double units = 0;
    for (std::size_t g = 1; g < input.levels.size(); ++g)
        units += static_cast<double>(input.levels[g].names.size());
    options.memory.check("populate: units times kinds of households",
                         units * static_cast<double>(input.signature_count()), 32);
    return input;
}

// Each mark has a quarter more households than the one before; the last one has all.
std::int64_t mark_after(std::int64_t households) {
    return households == 0 ? first_mark : households + households / 4 + 1;
}

// Households between two looks at the control: some hundredths of a second.
std::int64_t block_of(const Input& input) {
    constexpr std::int64_t scores = std::int64_t{1} << 24U;
    return std::clamp<std::int64_t>(scores / static_cast<std::int64_t>(input.signature_count()), 64, 4096);
}

}  // namespace

// The position of a run: households placed, then passes of the repair over zones.
class Job::Impl {
  public:
    Impl(const Input& given, Options how)
        : options_{checked(std::move(how))},
          input_{checked(given, options_)},
          herded_{impl::herded_model(given, options_)},
          herder_{std::move(herded_.model)} {}

    std::int64_t work() const { return all() * (1 + options_.repair_passes); }
    std::int64_t work_done() const {
        return herder_.steps() + std::max<std::int64_t>(passes() - 1, 0) * all() + examined_;
    }
    bool is_done() const { return work_done() == work(); }

    bool advance(std::int64_t budget, const RunControl& control) {
        const std::int64_t end = budget < work() - work_done() ? work_done() + budget : work();
        while (work_done() < end) {
            const std::int64_t block = std::min(end - work_done(), block_of(input_));
            is_placing() ? place(block) : repair(block);
            control.tell(work_done());
            if (control.stop_requested()) break;
        }
        return !is_done();
    }

    void save(SealedWriter& out) const {
        out.number(static_cast<std::uint64_t>(herder_.steps()));
        out.number(replaced_.size());
        for (const std::int64_t count : replaced_) out.number(static_cast<std::uint64_t>(count));
        out.number(at_.block);
        out.number(static_cast<std::uint64_t>(at_.depth));
        for (const ErrorPoint& point : course_)
            for (const double error : point.errors) out.real(error);
        for (const std::uint32_t signature : herder_.signatures())
            out.small_number(static_cast<std::int32_t>(signature));
        if (at_.depth > 0)
            for (const std::int64_t total : herder_.branch_totals())
                out.number(static_cast<std::uint64_t>(total));
    }

    void restore(SealedReader& in) {
        const auto steps = static_cast<std::int64_t>(in.up_to(static_cast<std::uint64_t>(all())));
        const auto most_passes = static_cast<std::uint64_t>(steps == all() ? options_.repair_passes : 0);
        replaced_.resize(static_cast<std::size_t>(in.up_to(most_passes)));
        for (std::int64_t& count : replaced_)
            count = static_cast<std::int64_t>(in.up_to(static_cast<std::uint64_t>(all())));
        at_.block = static_cast<std::size_t>(in.up_to(herder_.repair_block_count()));
        at_.depth = static_cast<std::int64_t>(in.up_to(static_cast<std::uint64_t>(all())));
        in.expect(herder_.is_reached(at_) && (passes() > 0 || at_ == Herder::RepairPosition{}),
                  "a position that the repair does not come to");
        examined_ = herder_.examined_before(at_);
        restore_course(in, steps);
        restore_herder(in, steps);
    }

    Result result() const;

  private:
    std::int64_t all() const { return herder_.household_count(); }
    std::int64_t passes() const { return static_cast<std::int64_t>(replaced_.size()); }  // begun
    bool is_placing() const { return herder_.steps() < all(); }
    bool is_pass_finished() const { return examined_ == all(); }

    std::int64_t next_mark() const {
        return std::min(all(), mark_after(course_.empty() ? 0 : course_.back().households));
    }
    void place(std::int64_t households) {
        herder_.advance(std::min(households, next_mark() - herder_.steps()), options_.pool);
        if (herder_.steps() == next_mark()) mark();
    }
    void mark() {
        ErrorPoint& point = course_.emplace_back();
        point.households = herder_.steps();
        const double share = static_cast<double>(herder_.steps()) / static_cast<double>(all());
        for (const InputLevel& level : input_.levels) {
            double asked = 0;
            for (const std::int64_t count : level.asked) asked += static_cast<double>(count) / count_unit;
            const double error = static_cast<double>(herder_.error(point.errors.size())) / 65536.0;
            point.errors.push_back(asked > 0 ? error / (asked * share) : 0);
        }
    }

    void repair(std::int64_t households) {
        if (passes() == 0 || is_pass_finished()) {
            replaced_.push_back(0);
            at_ = {};
            examined_ = 0;
        }
        const Herder::Repaired found = herder_.repair(at_, households, options_.pool);
        examined_ += found.examined;
        replaced_.back() += found.replaced;
    }

    void restore_course(SealedReader& in, std::int64_t steps) {
        while (steps > 0 && (course_.empty() || course_.back().households < all()) && next_mark() <= steps) {
            const std::int64_t households = next_mark();
            ErrorPoint& point = course_.emplace_back();
            point.households = households;
            for (std::size_t g = 0; g < input_.levels.size(); ++g) point.errors.push_back(in.real());
            in.expect(std::all_of(point.errors.begin(), point.errors.end(),
                                  [](double error) { return std::isfinite(error) && error >= 0; }),
                      "an error that no households have");
        }
    }
    void restore_herder(SealedReader& in, std::int64_t steps) {
        in.expect(in.left() / 4 >= static_cast<std::size_t>(all()), "it ends too early");
        std::vector<std::uint32_t> signatures(static_cast<std::size_t>(all()));
        for (std::uint32_t& signature : signatures) signature = static_cast<std::uint32_t>(in.small_number());
        std::vector<std::int64_t> totals(at_.depth > 0 ? herder_.branch_totals().size() : 0);
        for (std::int64_t& total : totals) total = static_cast<std::int64_t>(in.number());
        try {
            herder_.restore(steps, signatures, totals);
        } catch (const InputError&) {
            in.expect(false, "households that such a run does not place");
        }
    }

    void add_early_end(Result& made) const;

    Options options_;
    const Input& input_;
    impl::HerdedModel herded_;
    Herder herder_;
    std::vector<std::int64_t> replaced_;  // by each pass of the repair that has begun
    Herder::RepairPosition at_;           // of the last of them
    std::int64_t examined_ = 0;           // by it
    std::vector<ErrorPoint> course_;
};

// Nothing for a job that has finished.
void Job::Impl::add_early_end(Result& made) const {
    made.households_left = all() - herder_.steps();
    made.repair_left = work() - work_done() - made.households_left;
    if (made.households_left > 0) {
        made.notes.push_back("ended early: " + std::to_string(herder_.steps()) + " of " +
                             std::to_string(all()) +
                             " households placed; every zone has about the same share of its households");
    } else if (made.repair_left > 0) {
        made.notes.push_back("ended early: the repair examined " + std::to_string(work_done() - all()) +
                             " of " + std::to_string(work() - all()) + " households");
    }
}

Result Job::Impl::result() const {
    const auto count = static_cast<std::size_t>(herder_.steps());
    Result made;
    zones::Schedule schedule{input_.zone_counts};
    std::vector<std::uint32_t> signatures;
    for (std::size_t step = 0; step < count; ++step) {
        const std::uint32_t zone = schedule.next();
        made.zones.push_back(zone);
        const auto slot = static_cast<std::size_t>(schedule.taken()[zone] - 1);
        signatures.push_back(herder_.placed(zone)[slot]);
    }
    made.households = impl::choose_households(input_, made.zones, signatures, options_.pool);
    made.weights.reserve(count);
    for (std::size_t step = 0; step < count; ++step)
        made.weights.push_back({made.zones[step], made.households[step], 1});
    made.weights = merged(std::move(made.weights));
    made.fit = measure(input_, made.weights);
    made.course = course_;
    made.replaced = replaced_;
    made.notes = input_.notes;
    made.notes.insert(made.notes.end(), herded_.notes.begin(), herded_.notes.end());
    add_early_end(made);
    return made;
}

Job::Job(const Input& input, Options options) : impl_{std::make_unique<Impl>(input, std::move(options))} {}
Job::~Job() = default;
bool Job::advance(std::int64_t budget, const RunControl& control) { return impl_->advance(budget, control); }
JobProgress Job::progress() const { return {impl_->work_done(), impl_->work()}; }
void Job::save(SealedWriter& out) const { impl_->save(out); }
void Job::restore(SealedReader& in) { impl_->restore(in); }
Result Job::result() const { return impl_->result(); }

}  // namespace drover::populate
