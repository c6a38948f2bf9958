#include <algorithm>
#include <string>

#include <drover/baselines/impl/minimize.hpp>
#include <drover/baselines/multinomial_regression.hpp>
#include <drover/core/check.hpp>
#include <drover/number/exp.hpp>
#include <drover/number/normal.hpp>

namespace drover::baselines {
namespace {

constexpr const char* multinomial_regression_name = "MultinomialRegression";

// b_c + <w_c, x> of all classes. Sums run over columns, classes side by side: parameters by column, then
// class.
void find_scores(std::span<const double> by_column, std::span<const double> row, std::span<double> scores) {
    const std::size_t classes = scores.size();
    const double* weights = by_column.data();
    std::copy_n(by_column.data() + row.size() * classes, classes, scores.begin());
    for (const double x : row) {
        for (std::size_t c = 0; c < classes; ++c) scores[c] += x * weights[c];
        weights += classes;
    }
}

}  // namespace

MultinomialRegression::MultinomialRegression(MultinomialRegressionOptions options) : options_{options} {
    check_input(options_.l2 >= 0 && options_.max_iterations >= 0 && options_.tolerance > 0, [] {
        return Problem{Fault::range,
                       {.function = multinomial_regression_name},
                       "l2 and max_iterations of at least 0, and a tolerance above 0"};
    });
}

void MultinomialRegression::fit(MatrixView<const double> rows, const std::vector<std::size_t>& labels,
                                std::size_t class_count) {
    check_input(rows.row_count() > 0 && rows.row_count() == labels.size(), [&] {
        return Problem{
            Fault::range,
            {.function = multinomial_regression_name},
            "a label for each row",
            std::to_string(rows.row_count()) + " rows and " + std::to_string(labels.size()) + " labels"};
    });
    for (const std::size_t label : labels) {
        check_input(label < class_count, [&] {
            return Problem{Fault::range,
                           {.function = multinomial_regression_name},
                           "labels below " + std::to_string(class_count),
                           std::to_string(label)};
        });
    }
    width_ = rows.column_count();
    classes_ = class_count;
    const auto count = static_cast<double>(rows.row_count());
    std::vector<double> scores(classes_);
    const auto loss = [&](std::span<const double> x, std::span<double> gradient) {
        std::fill(gradient.begin(), gradient.end(), 0.0);
        double sum = 0;
        for (std::size_t i = 0; i < rows.row_count(); ++i) {
            const auto row = rows.row(i);
            find_scores(x, row, scores);
            const double most = *std::max_element(scores.begin(), scores.end());
            sum -= scores[labels[i]] - most;
            double total = 0;
            for (double& score : scores) {
                score = portable_exp(score - most);
                total += score;
            }
            sum += portable_log(total);
            for (std::size_t c = 0; c < classes_; ++c)
                scores[c] = scores[c] / total - (c == labels[i] ? 1 : 0);
            double* own = gradient.data();
            for (const double value : row) {
                for (std::size_t c = 0; c < classes_; ++c) own[c] += value * scores[c];
                own += classes_;
            }
            for (std::size_t c = 0; c < classes_; ++c) own[c] += scores[c];
        }
        for (std::size_t a = 0; a < width_ * classes_; ++a) {
            sum += options_.l2 / 2 * x[a] * x[a];
            gradient[a] += options_.l2 * x[a];
        }
        for (double& slope : gradient) slope /= count;
        return sum / count;
    };
    const impl::Minimum found =
        impl::minimize(loss, std::vector<double>((width_ + 1) * classes_),
                       {.max_iterations = options_.max_iterations, .gradient_tolerance = options_.tolerance});
    parameters_ = found.x;
    converged_ = found.converged;
    iterations_ = found.iterations;
}

std::vector<double> MultinomialRegression::scores(std::span<const double> row) const {
    check_input(row.size() == width_ && classes_ > 0, [&] {
        return Problem{Fault::range,
                       {.function = multinomial_regression_name},
                       std::to_string(width_) + " columns as fitted to",
                       std::to_string(row.size())};
    });
    std::vector<double> found(classes_);
    find_scores(parameters_, row, found);
    return found;
}

std::size_t MultinomialRegression::predict(std::span<const double> row) const {
    const std::vector<double> all = scores(row);
    return static_cast<std::size_t>(std::max_element(all.begin(), all.end()) - all.begin());
}

double error_of(const MultinomialRegression& model, MatrixView<const double> rows,
                const std::vector<std::size_t>& labels) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < rows.row_count(); ++i)
        wrong += model.predict(rows.row(i)) != labels[i] ? 1U : 0U;
    return rows.row_count() == 0 ? 0 : static_cast<double>(wrong) / static_cast<double>(rows.row_count());
}

}  // namespace drover::baselines
