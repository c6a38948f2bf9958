#include <drover/baselines/plane_study.hpp>

#include <algorithm>
#include <cmath>

#include <drover/baselines/discriminative_rbm.hpp>
#include <drover/baselines/perceptron.hpp>
#include <drover/classify/classify.hpp>
#include <drover/core/check.hpp>

namespace drover::baselines {
namespace {

std::int64_t longest_square(const SparseRows& rows) {
    std::int64_t longest = 0;
    for (std::size_t i = 0; i < rows.row_count(); ++i) longest = std::max(longest, dot(rows[i], rows[i]));
    return longest;
}

// All that a classifier is asked about: training points, fresh ones and places, one after the other.
struct Asked {
    const Examples& train;
    const Examples& fresh;
    const SparseRows& places;
    std::int64_t square;  // of the radius
};

void append(SparseRows& all, const SparseRows& rows, std::int64_t square, std::int32_t constant) {
    for (std::size_t i = 0; i < rows.row_count(); ++i) {
        const SparseRow row = rows[i];
        for (std::size_t e = 0; e < row.size(); ++e) all.add(row.columns[e], row.values[e]);
        const auto left = static_cast<double>(std::max<std::int64_t>(square - dot(row, row), 0));
        all.add(2, static_cast<std::int32_t>(std::lround(std::sqrt(left))));
        if (constant != 0) all.add(3, constant);
        all.end_row();
    }
}

Examples inputs_of(const Asked& asked, std::int32_t constant) {
    Examples made{.rows = SparseRows{constant == 0 ? std::size_t{3} : std::size_t{4}},
                  .unit = asked.train.unit,
                  .labels = asked.train.labels,
                  .classes = asked.train.classes};
    append(made.rows, asked.train.rows, asked.square, constant);
    return made;
}

SparseRows rows_of(const Asked& asked, std::int32_t constant) {
    SparseRows all{constant == 0 ? std::size_t{3} : std::size_t{4}};
    for (const SparseRows* rows : {&asked.train.rows, &asked.fresh.rows, &asked.places})
        append(all, *rows, asked.square, constant);
    return all;
}

double error_of(std::span<const double> shares, const std::vector<std::uint32_t>& labels) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) wrong += (shares[i] > 0.5) != (labels[i] == 1) ? 1 : 0;
    return static_cast<double>(wrong) / static_cast<double>(std::max<std::size_t>(labels.size(), 1));
}

// `shares` are those of the second class, of all rows.
PlaneMethod method_of(const Asked& asked, std::string name, const std::vector<double>& shares) {
    const std::span<const double> all{shares};
    const std::size_t train = asked.train.rows.row_count();
    const std::size_t seen = train + asked.fresh.rows.row_count();
    return {.name = std::move(name),
            .training_error = error_of(all, asked.train.labels),
            .fresh_error = error_of(all.subspan(train), asked.fresh.labels),
            .shares = {shares.begin() + static_cast<std::ptrdiff_t>(seen), shares.end()}};
}

// Shares of the second of two classes, from counts of both.
template <class Count>
std::vector<double> second_shares(const std::vector<Count>& counts) {
    std::vector<double> shares;
    for (std::size_t i = 0; i + 1 < counts.size(); i += 2)
        shares.push_back(static_cast<double>(counts[i + 1]) / static_cast<double>(counts[i] + counts[i + 1]));
    return shares;
}

std::vector<double> vote_of_perceptrons(const Asked& asked, const PlaneStudyOptions& options) {
    const auto constant =
        static_cast<std::int32_t>(std::lround(std::sqrt(static_cast<double>(asked.square))));
    Perceptron perceptron{{.passes = options.passes,
                           .batch = options.batch,
                           .pool = options.pool,
                           .control = {.stop = options.control.stop}}};
    perceptron.fit(inputs_of(asked, constant));
    return second_shares(perceptron.votes(rows_of(asked, constant)));
}

// A tenth of the updates is burn-in.
std::vector<double> vote_of_herding(const Asked& asked, const PlaneStudyOptions& options) {
    const std::size_t cases = asked.train.rows.row_count();
    const auto batches = static_cast<std::int64_t>((cases + options.batch - 1) / options.batch);
    const classify::RunOptions run{
        .updates = batches * options.passes, .pool = options.pool, .control = options.control};
    const Examples inputs = inputs_of(asked, 0);
    classify::Classifier model = classify::start(inputs, {.hidden_count = options.hidden,
                                                          .burn_in = run.updates / 10,
                                                          .batch_size = options.batch,
                                                          .normalise = false,
                                                          .seed = options.seed});
    if (!classify::train(model, inputs, run)) return {};
    return second_shares(
        vote(model, rows_of(asked, 0),
             {.pool = options.pool, .control = {.stop = options.control.stop, .progress = {}}})
            .counts);
}

std::vector<double> chance_by_machine(const Asked& asked, const PlaneStudyOptions& options) {
    DiscriminativeRbm machine{{.hidden = options.hidden,
                               .batch = options.batch,
                               .max_passes = static_cast<int>(options.passes),
                               .patience = 50,
                               .seed = options.seed + 1,
                               .pool = options.pool,
                               .control = {.stop = options.control.stop}}};
    machine.fit(inputs_of(asked, 0));
    return second_shares(machine.probabilities(rows_of(asked, 0)));
}

}  // namespace

std::vector<PlaneMethod> study_plane(const Examples& train, const Examples& fresh, const SparseRows& places,
                                     const PlaneStudyOptions& options) {
    check_input(train.rows.column_count() == 2 && train.classes.size() == 2, [&] {
        return Problem{
            Fault::range,
            {.function = "study_plane"},
            "points of two columns and two classes",
            std::to_string(train.rows.column_count()) + " and " + std::to_string(train.classes.size())};
    });
    const Asked asked{train, fresh, places, longest_square(train.rows)};
    std::vector<PlaneMethod> found;
    found.push_back(method_of(asked, "VP", vote_of_perceptrons(asked, options)));
    const std::vector<double> herded = vote_of_herding(asked, options);
    if (herded.empty() || options.control.stop_requested()) return {};
    found.push_back(method_of(asked, "CH", herded));
    found.push_back(method_of(asked, "dRBM", chance_by_machine(asked, options)));
    return options.control.stop_requested() ? std::vector<PlaneMethod>{} : found;
}

double agreement(const PlaneMethod& a, const PlaneMethod& b) {
    check_input(a.shares.size() == b.shares.size() && !a.shares.empty(), [&] {
        return Problem{Fault::range,
                       {.key = "agreement"},
                       "as many places of both",
                       std::to_string(a.shares.size()) + " and " + std::to_string(b.shares.size())};
    });
    std::size_t same = 0;
    for (std::size_t i = 0; i < a.shares.size(); ++i)
        same += (a.shares[i] > 0.5) == (b.shares[i] > 0.5) ? 1 : 0;
    return static_cast<double>(same) / static_cast<double>(a.shares.size());
}

}  // namespace drover::baselines
