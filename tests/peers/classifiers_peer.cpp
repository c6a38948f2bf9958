// classifiers_peer TRAIN QUERY SMOOTHING L2 RATE HALF_LIFE
// Fits every classifier to a CSV file of 0/1 columns, the last one the label, and prints the predictions of
// each for the rows of another: one line `name value value ...` per result.
#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include <drover/baselines/logistic_regression.hpp>
#include <drover/baselines/naive_bayes.hpp>
#include <drover/baselines/nearest_neighbours.hpp>
#include <drover/baselines/online_logistic_regression.hpp>
#include <drover/core/number_text.hpp>
#include <drover/data/binary_table.hpp>
#include <drover/files/read.hpp>

namespace {

drover::baselines::LabelledRows read(const std::string& path) {
    const drover::BinaryTable table = drover::read_binary_csv(path);
    return drover::baselines::take_label(table.rows(), table.column_count() - 1);
}

void print(const std::string& name, const std::vector<double>& values) {
    std::cout << name;
    for (const double value : values) std::cout << ' ' << drover::shortest(value);
    std::cout << '\n';
}

// The value of ask(row) for each row.
template <class Ask>
std::vector<double> each(const std::vector<drover::BitRow>& rows, Ask ask) {
    std::vector<double> answers;
    for (const drover::BitRow& row : rows) answers.push_back(static_cast<double>(ask(row)));
    return answers;
}

// The coefficients, then the intercept.
template <class Regression>
std::vector<double> parameters(const Regression& fitted) {
    std::vector<double> all = fitted.coefficients();
    all.push_back(fitted.intercept());
    return all;
}

void compare(std::span<char*> arguments) {
    const drover::baselines::LabelledRows train = read(arguments[1]);
    const std::vector<drover::BitRow> queries = read(arguments[2]).rows;
    drover::baselines::NaiveBayes bayes{{.smoothing = std::stod(arguments[3])}};
    drover::baselines::NearestNeighbours nearest;
    drover::baselines::LogisticRegression batch{{.l2 = std::stod(arguments[4])}};
    drover::baselines::OnlineLogisticRegression online{
        {.rate = std::stod(arguments[5]), .half_life = std::stod(arguments[6])}};
    bayes.fit(train);
    nearest.fit(train);
    batch.fit(train);
    online.fit(train);
    print("naive_bayes.probabilities", each(queries, [&](const auto& x) { return bayes.probability(x); }));
    print("nearest_neighbours.labels", each(queries, [&](const auto& x) { return nearest.predict(x); }));
    print("logistic_regression.parameters", parameters(batch));
    print("logistic_regression.probabilities",
          each(queries, [&](const auto& x) { return batch.probability(x); }));
    print("online_logistic_regression.parameters", parameters(online));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 7) {
        std::cerr << "usage: classifiers_peer TRAIN QUERY SMOOTHING L2 RATE HALF_LIFE\n";
        return 2;
    }
    try {
        compare({argv, static_cast<std::size_t>(argc)});
    } catch (const std::exception& error) {
        std::cerr << "classifiers_peer: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
