#include "table3_substitutes.hpp"

#include <cmath>

#include <drover/number/philox.hpp>

namespace drover::cli::paper {
namespace {

constexpr std::uint64_t stream = 60;

// Random numbers one after the other.
class CaseDraws {
  public:
    explicit CaseDraws(std::uint64_t seed) : random_{seed, stream} {}
    double normal() { return random_.normal(next_++); }
    bool happens(double chance) { return random_.uniform(next_++) < chance; }

  private:
    CounterRandom random_;
    std::uint64_t next_ = 0;
};

Examples empty_examples(std::size_t columns, double unit, std::size_t classes) {
    Examples made{.rows = SparseRows{columns}, .unit = unit, .labels = {}, .classes = {}};
    for (std::size_t k = 0; k < classes; ++k) made.classes.push_back(std::to_string(k));
    return made;
}

// Each pixel of a class is on with probability 1/5; then one pixel in four of a case is drawn anew.
Examples make_images(std::size_t pixels, std::size_t cases, CaseDraws draws) {
    Examples made = empty_examples(pixels, 1.0 / 255, 10);
    std::vector<std::vector<bool>> figures(made.classes.size(), std::vector<bool>(pixels));
    for (std::vector<bool>& figure : figures) {
        for (std::size_t p = 0; p < pixels; ++p) figure[p] = draws.happens(0.2);
    }
    for (std::size_t i = 0; i < cases; ++i) {
        const std::size_t label = i % figures.size();
        for (std::size_t p = 0; p < pixels; ++p) {
            const bool is_on = draws.happens(0.25) ? draws.happens(0.2) : figures[label][p];
            made.rows.add(p, is_on ? 200 : 0);
        }
        made.rows.end_row();
        made.labels.push_back(static_cast<std::uint32_t>(label));
    }
    return made;
}

// Normal numbers about one normal centre per class.
Examples make_numbers(std::size_t columns, std::size_t cases, CaseDraws draws) {
    Examples made = empty_examples(columns, 1.0 / 256, 10);
    std::vector<std::vector<double>> centres(made.classes.size(), std::vector<double>(columns));
    for (std::vector<double>& centre : centres) {
        for (double& c : centre) c = draws.normal();
    }
    for (std::size_t i = 0; i < cases; ++i) {
        const std::size_t label = i % centres.size();
        for (std::size_t j = 0; j < columns; ++j)
            made.rows.add(j, static_cast<std::int32_t>(
                                 std::lround(256 * 0.8 * (centres[label][j] + 0.6 * draws.normal()))));
        made.rows.end_row();
        made.labels.push_back(static_cast<std::uint32_t>(label));
    }
    return made;
}

// Every twentieth word belongs to a topic.
Examples make_documents(std::size_t words, std::size_t cases, CaseDraws draws) {
    Examples made = empty_examples(words, 1, 20);
    for (std::size_t i = 0; i < cases; ++i) {
        const std::size_t label = i % made.classes.size();
        for (std::size_t word = 0; word < words; ++word)
            made.rows.add(word, draws.happens(word % made.classes.size() == label ? 0.25 : 0.02) ? 1 : 0);
        made.rows.end_row();
        made.labels.push_back(static_cast<std::uint32_t>(label));
    }
    return made;
}

}  // namespace

Examples make_examples(const std::string& row, std::uint64_t seed) {
    if (row == "mnist") return make_images(784, 600, CaseDraws{seed});
    if (row == "usps") return make_images(256, 400, CaseDraws{seed});
    if (row == "pendigits") return make_numbers(16, 600, CaseDraws{seed});
    return make_documents(1'000, 600, CaseDraws{seed});
}

std::string substitute_note(const std::string& row) {
    if (row == "pendigits") return "normal numbers about ten centres";
    return row == "news" ? "words of twenty topics" : "ten random figures, one pixel in four drawn anew";
}

}  // namespace drover::cli::paper
