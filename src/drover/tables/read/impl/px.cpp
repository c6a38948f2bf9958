#include <algorithm>
#include <map>

#include <drover/tables/read/impl/numbers.hpp>
#include <drover/tables/read/impl/px.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

constexpr std::size_t most_px_cells = std::size_t{1} << 25U;

// KEYWORD("of") = values. Statements of other languages, KEYWORD[da], are left out.
struct PxStatement {
    std::vector<std::string> values;
    std::string plain;  // without quotes
};

class PxParser {
  public:
    explicit PxParser(std::string_view text) : text_{text} {}

    bool parse() {
        while (skip_blanks(), at_ < text_.size()) {
            if (text_[at_] == ';') {
                ++at_;
                continue;
            }
            std::string keyword;
            while (at_ < text_.size() && text_[at_] != '=' && text_[at_] != '(' && text_[at_] != '[' &&
                   text_[at_] != ';')
                keyword += text_[at_++];
            keyword = std::string{strip(keyword)};
            std::string language;
            std::string subject;
            if (at_ < text_.size() && text_[at_] == '[') language = until(']');
            if (at_ < text_.size() && text_[at_] == '(') {
                const auto subjects = list(')');
                if (!subjects.empty()) subject = subjects.front();
            }
            skip_blanks();
            if (at_ >= text_.size() || text_[at_] != '=') return false;
            ++at_;
            if (keyword == "DATA") {
                read_data();
                return true;
            }
            PxStatement statement;
            statement.values = list(';', &statement.plain);
            if (language.empty()) statements_[{keyword, subject}] = std::move(statement);
        }
        return false;
    }

    const PxStatement* find(const std::string& keyword, const std::string& subject = {}) const {
        const auto found = statements_.find({keyword, subject});
        return found == statements_.end() ? nullptr : &found->second;
    }
    const std::vector<std::string>& data() const { return data_; }

  private:
    void skip_blanks() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
            ++at_;
    }

    std::string until(char end) {
        std::string out;
        for (++at_; at_ < text_.size() && text_[at_] != end; ++at_) out += text_[at_];
        if (at_ < text_.size()) ++at_;
        return out;
    }

    // Quoted texts with commas between them, to the end mark; texts without a comma between are one.
    std::vector<std::string> list(char end, std::string* plain = nullptr) {
        std::vector<std::string> values;
        bool joins = false;
        if (at_ < text_.size() && text_[at_] == '(') ++at_;
        while (at_ < text_.size() && text_[at_] != end) {
            if (text_[at_] == '"') {
                std::string value = until('"');
                if (joins && !values.empty())
                    values.back() += value;
                else
                    values.push_back(std::move(value));
                joins = true;
            } else {
                if (text_[at_] == ',') joins = false;
                if (plain != nullptr) *plain += text_[at_];
                ++at_;
            }
        }
        if (at_ < text_.size()) ++at_;
        return values;
    }

    void read_data() {
        while (skip_blanks(), at_ < text_.size()) {
            if (text_[at_] == '"') {
                data_.push_back(until('"'));
                continue;
            }
            if (text_[at_] == ',' || text_[at_] == ';') {  // some offices end each line of data with one
                ++at_;
                continue;
            }
            const std::size_t start = at_;
            while (at_ < text_.size() && !contains(" \n\r\t;,\"", text_.substr(at_, 1))) ++at_;
            data_.emplace_back(text_.substr(start, at_ - start));
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::map<std::pair<std::string, std::string>, PxStatement> statements_;
    std::vector<std::string> data_;
};

std::string px_text(const PxParser& px, const std::string& keyword) {
    const PxStatement* statement = px.find(keyword);
    return statement == nullptr || statement->values.empty() ? std::string{} : statement->values.front();
}

bool are_times(const std::vector<std::string>& values) {
    return !values.empty() &&
           std::all_of(values.begin(), values.end(), [](const std::string& v) { return is_time_value(v); });
}

Variable px_variable(const PxParser& px, const std::string& name, const std::vector<std::string>& values) {
    Variable variable{.name = std::string{strip(name)}, .values = values};
    if (const PxStatement* codes = px.find("CODES", name);
        codes != nullptr && codes->values.size() == values.size())
        variable.codes = codes->values;
    variable.is_time = px.find("TIMEVAL", name) != nullptr || are_times(values) ||
                       (is_time_name(name) && values.size() > 1 && are_times({values.front()}));
    variable.is_measure = px_text(px, "CONTVARIABLE") == name;
    if (const PxStatement* total = px.find("ELIMINATION", name); total != nullptr)
        variable.totals = total->values;
    return variable;
}

}  // namespace

std::optional<Cube> read_px(std::string_view text, std::string& problem) {
    PxParser px{text};
    if (!px.parse()) {
        problem = "no DATA after its keywords";
        return {};
    }
    Cube cube;
    std::vector<std::string> names;
    for (const char* part : {"STUB", "HEADING"})
        if (const PxStatement* statement = px.find(part))
            names.insert(names.end(), statement->values.begin(), statement->values.end());
    std::size_t count = 1;
    for (const std::string& name : names) {
        const PxStatement* values = px.find("VALUES", name);
        if (values == nullptr || values->values.empty() || count > most_px_cells / values->values.size()) {
            problem = "no VALUES for \"" + name + "\"";
            return {};
        }
        count *= values->values.size();
        cube.variables.push_back(px_variable(px, name, values->values));
    }
    if (names.empty() || px.data().size() != count) {
        problem = std::to_string(px.data().size()) + " numbers instead of " + std::to_string(count);
        return {};
    }
    cube.unit = px_text(px, "UNITS");
    if (cube.unit.empty()) cube.unit = px_text(px, "CONTENTS");
    const NumberStyle style{.dash_is_zero = true};
    cube.codes.resize(count * names.size());
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t rest = i;
        for (std::size_t j = names.size(); j-- > 0;) {
            cube.codes[i * names.size() + j] =
                static_cast<std::uint32_t>(rest % cube.variables[j].values.size());
            rest /= cube.variables[j].values.size();
        }
        const NumberCell cell = read_number(px.data()[i], style);
        cube.cells.push_back({cell.value, cell.type == CellType::number, cell.digits});
    }
    return cube;
}

}  // namespace drover::read
