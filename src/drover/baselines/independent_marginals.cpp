#include <drover/baselines/classifier.hpp>
#include <drover/baselines/independent_marginals.hpp>
#include <drover/number/philox.hpp>

namespace drover::baselines {

void IndependentMarginals::fit(std::span<const BitRow> rows) {
    check_rows("IndependentMarginals", rows);
    counts_.assign(rows[0].size(), 0);
    for (const BitRow& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) counts_[i] += row[i] ? 1 : 0;
    }
    row_count_ = static_cast<std::int64_t>(rows.size());
}

std::vector<BitRow> IndependentMarginals::synthesize(const SampleOptions& options) const {
    check_input(row_count_ > 0, [] {
        return Problem{.fault = Fault::other,
                       .place = {.function = "IndependentMarginals"},
                       .text = "nothing was fitted yet"};
    });
    check_sample_options("IndependentMarginals", options);
    const CounterRandom random{options.seed, 3};
    const auto bound = static_cast<std::uint64_t>(row_count_);
    std::vector<BitRow> rows;
    rows.reserve(static_cast<std::size_t>(options.rows));
    std::uint64_t draw = 0;
    impl::sample_steps(options, options.rows, [&](std::int64_t /*t*/) {
        BitRow row(counts_.size());
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            row.set(i, random.below(draw++, bound) < static_cast<std::uint64_t>(counts_[i]));
        }
        rows.push_back(std::move(row));
    });
    return rows;
}

// Poisson-binomial: the columns join one at a time, and either raise the number of ones or leave it.
std::vector<double> IndependentMarginals::ones_distribution() const {
    std::vector<double> ones(counts_.size() + 1);
    ones[0] = 1;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
        const double p = static_cast<double>(counts_[i]) / static_cast<double>(row_count_);
        for (std::size_t k = i + 1; k > 0; --k) ones[k] = ones[k] * (1 - p) + ones[k - 1] * p;
        ones[0] *= 1 - p;
    }
    return ones;
}

}  // namespace drover::baselines
