#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <drover/tables/read/impl/labels.hpp>
#include <drover/tables/read/impl/sums.hpp>
#include <drover/tables/read/impl/text.hpp>
#include <drover/tables/read/impl/wide_table.hpp>
#include <drover/tables/read/impl/words.hpp>

namespace drover::read {
namespace {

struct ValueColumn {
    std::size_t column = 0;
    std::string label;
    std::size_t margin = std::numeric_limits<std::size_t>::max();
};

// Columns that make one table, with a value of each variable per column.
struct ColumnGroup {
    std::vector<std::string> variables;
    std::vector<std::size_t> members;  // of the value columns
    std::vector<std::vector<std::string>> values;
    bool is_time = false;
};

class WideReader {
  public:
    WideReader(const Frame& frame, const Roles& roles, const NumberStyle& style, const ReadOptions& options)
        : frame_{frame}, roles_{roles}, style_{style}, options_{options} {}

    WideReading read() {
        key_ = row_key(frame_, roles_, options_);
        if (key_.empty()) {
            out_.doubt = "no columns tell the rows apart";
            return std::move(out_);
        }
        find_values();
        if (values_.empty()) return std::move(out_);
        make_matrix();
        keep_.assign(frame_.row_count, true);
        if (has_stacked_rows()) {
            out_.doubt = "the rows are several variables below one another, with the same sums";
            return std::move(out_);
        }
        drop_upper_levels();
        make_groups();
        if (out_.doubt.empty())
            for (const ColumnGroup& group : groups_) out_.cubes.push_back(cube_of(group));
        return std::move(out_);
    }

  private:
    void find_values() {
        std::vector<std::string> rates;
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            const Role role = roles_.columns[c].role;
            if (role == Role::rate) rates.push_back(column_name(frame_, c));
            if (role == Role::margin && !values_.empty()) values_.back().margin = c;
            const bool is_key_column = std::find(key_.begin(), key_.end(), c) != key_.end();
            const bool is_empty_category = role == Role::constant && frame_.columns[c].is_numeric &&
                                           roles_.columns[c].median == 0 && !values_.empty();
            if (role == Role::time && frame_.columns[c].is_numeric && !is_key_column) continue;
            if ((role == Role::number || is_empty_category) && !is_key_column)
                values_.push_back({c, label_of(c), std::numeric_limits<std::size_t>::max()});
        }
        if (!rates.empty())
            out_.notes.push_back("percentages, rates and the like left out: " + join(rates, ", "));
        std::vector<std::string> labels;
        for (const ValueColumn& value : values_) labels.push_back(value.label);
        labels = without_common_end(labels);
        for (std::size_t i = 0; i < labels.size(); ++i) values_[i].label = labels[i];
    }

    std::string label_of(std::size_t c) const { return column_name(frame_, c); }

    double cell_value(std::size_t row, std::size_t column) const {
        const NumberCell cell = read_number(frame_.columns[column].cells[row], style_);
        return cell.type == CellType::number ? cell.value : std::numeric_limits<double>::quiet_NaN();
    }

    void make_matrix() {
        matrix_ = {values_.size(), frame_.row_count, {}};
        for (const ValueColumn& value : values_)
            for (std::size_t r = 0; r < frame_.row_count; ++r)
                matrix_.counts.push_back(cell_value(r, value.column));
    }

    SumMatrix part_of_matrix(const std::vector<std::size_t>& members) const {
        SumMatrix part{members.size(), matrix_.slice_count, {}};
        for (const std::size_t m : members)
            for (std::size_t s = 0; s < matrix_.slice_count; ++s)
                part.counts.push_back(keep_[s] ? matrix_.at(m, s) : std::numeric_limits<double>::quiet_NaN());
        return part;
    }

    // Rows of a higher level, such as the county above its wards, by a column of levels.
    void drop_upper_levels() {
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            const std::string name = fold(frame_.columns[c].name);
            const bool is_level = contains(name, "type") || contains(name, "typ") ||
                                  contains(name, "level") || contains(name, "ebene") ||
                                  contains(name, "nivel") || contains(name, "hierarch");
            if (!is_level || roles_.columns[c].role != Role::label || roles_.columns[c].distinct < 2 ||
                roles_.columns[c].distinct > 12)
                continue;
            if (std::find(key_.begin(), key_.end(), c) != key_.end()) continue;
            std::map<std::string, std::pair<std::size_t, double>> levels;
            double all = 0;
            for (std::size_t r = 0; r < frame_.row_count; ++r) {
                auto& [rows, sum] = levels[frame_.columns[c].cells[r]];
                ++rows;
                sum += row_sum(r);
                all += row_sum(r);
            }
            const auto finest = std::max_element(
                levels.begin(), levels.end(),
                [](const auto& a, const auto& b) { return a.second.first < b.second.first; });
            for (const auto& [level, facts] : levels) {
                if (level == finest->first || facts.second < 0.5 * finest->second.second) continue;
                drop_level(c, level, facts.second, finest->second.second);
            }
        }
    }

    void drop_level(std::size_t c, const std::string& level, double sum, double finest) {
        std::vector<std::string> names;
        for (std::size_t r = 0; r < frame_.row_count; ++r) {
            if (frame_.columns[c].cells[r] != level) continue;
            keep_[r] = false;
            names.push_back(std::string{strip(frame_.columns[key_.front()].cells[r])});
        }
        out_.notes.push_back("rows of " + frame_.columns[c].name + " \"" + level +
                             "\" left out, as they contain the others: " + join(names, ", ", 4) + " (" +
                             grouped(sum) + ", the others " + grouped(finest) + ")");
    }

    double row_sum(std::size_t r) const {
        double sum = 0;
        for (std::size_t i = 0; i < values_.size(); ++i)
            sum += std::isnan(matrix_.at(i, r)) ? 0 : matrix_.at(i, r);
        return sum;
    }

    void make_groups() {
        std::vector<std::size_t> all(values_.size());
        std::vector<std::string> labels;
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = i;
            labels.push_back(values_[i].label);
        }
        if (!options_.groups.empty()) return group_as_asked();
        if (std::all_of(labels.begin(), labels.end(),
                        [](const std::string& label) { return is_time_value(label); }) &&
            (labels.size() > 1 || !frame_.is_plain())) {
            groups_.push_back({{frame_.column_variable.empty() ? "time" : frame_.column_variable},
                               all,
                               single_values(labels),
                               true});
            out_.evidence = "dates in the header";
            return;
        }
        if (group_by_dates(labels) || group_by_header(all) || group_by_paths(all, labels)) return;
        if (const auto parts = named_parts(labels)) {
            groups_.push_back({parts->variables, all, parts->values});
            out_.evidence = "labels of the form name : value";
            return;
        }
        if (const auto parts = prefixed_parts(labels); parts && all.size() > 1)
            return group_by_prefix(*parts);
        group_by_sums(all);
    }

    static std::vector<std::vector<std::string>> single_values(const std::vector<std::string>& labels) {
        std::vector<std::vector<std::string>> values;
        for (const std::string& label : labels) values.push_back({label});
        return values;
    }

    // Mostly dates beside other columns: those are left out.
    bool group_by_dates(const std::vector<std::string>& labels) {
        std::vector<std::size_t> dates;
        std::vector<std::string> names;
        std::vector<std::string> others;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (!is_time_value(labels[i])) {
                others.push_back(labels[i]);
                continue;
            }
            dates.push_back(i);
            names.push_back(labels[i]);
        }
        if (dates.size() < 2 || dates.size() * 2 < labels.size()) return false;
        out_.notes.push_back("columns beside the dates left out: " + join(others, ", "));
        groups_.push_back({{"time"}, dates, single_values(names), true});
        out_.evidence = "dates in the header";
        return true;
    }

    void group_as_asked() {
        for (const WideGroup& asked : options_.groups) {
            ColumnGroup group{{asked.variable.empty() ? "all" : asked.variable}, {}, {}};
            for (const auto& [column, category] : asked.columns) {
                for (std::size_t i = 0; i < values_.size(); ++i) {
                    if (frame_.columns[values_[i].column].name != column) continue;
                    group.members.push_back(i);
                    group.values.push_back({category});
                }
            }
            groups_.push_back(std::move(group));
        }
        out_.evidence = "as asked";
    }

    // Two header lines: the upper one names groups of columns, or crosses the lower one.
    bool group_by_header(const std::vector<std::size_t>& all) {
        if (frame_.header_lines < 2) return false;
        std::vector<std::vector<std::string>> paths;
        for (const std::size_t i : all) {
            std::vector<std::string> path;
            for (const std::string& step : frame_.columns[values_[i].column].path)
                if (!step.empty()) path.push_back(step);
            paths.push_back(path);
        }
        paths = without_shared_steps(paths);
        const std::size_t depth = paths.front().size();
        if (!std::all_of(paths.begin(), paths.end(),
                         [&](const auto& path) { return path.size() == depth; }) ||
            depth != 2)
            return false;
        std::vector<std::string> tops;
        for (const auto& path : paths)
            if (std::find(tops.begin(), tops.end(), path[0]) == tops.end()) tops.push_back(path[0]);
        if (tops.size() == all.size()) return false;
        out_.evidence = "two header lines";
        if (const auto parts = path_variables(paths); parts && !have_equal_sums(paths, tops)) {
            groups_.push_back({parts->variables, all, parts->values});
            return true;
        }
        for (const std::string& top : tops) {
            ColumnGroup group{{top}, {}, {}};
            for (std::size_t i = 0; i < paths.size(); ++i) {
                if (paths[i][0] != top) continue;
                group.members.push_back(all[i]);
                group.values.push_back({paths[i][1]});
            }
            if (group.members.size() > 1)
                groups_.push_back(std::move(group));
            else
                out_.notes.push_back("single column \"" + top + "\" left out, total " +
                                     grouped(member_sum(group.members.front())));
        }
        return true;
    }

    static std::vector<std::vector<std::string>> without_shared_steps(
        std::vector<std::vector<std::string>> paths) {
        while (!paths.front().empty()) {
            const std::string first = paths.front().front();
            const bool is_shared = std::all_of(paths.begin(), paths.end(), [&](const auto& path) {
                return path.size() > 1 && path.front() == first;
            });
            if (!is_shared) return paths;
            for (auto& path : paths) path.erase(path.begin());
        }
        return paths;
    }

    double member_sum(std::size_t member) const {
        double sum = 0;
        for (std::size_t s = 0; s < matrix_.slice_count; ++s)
            sum += std::isnan(matrix_.at(member, s)) ? 0 : matrix_.at(member, s);
        return sum;
    }

    // Whether all groups below the upper header line have the same sum: then they are variables of the same
    // people.
    bool have_equal_sums(const std::vector<std::vector<std::string>>& paths,
                         const std::vector<std::string>& tops) const {
        std::vector<double> sums;
        for (const std::string& top : tops) {
            double sum = 0;
            for (std::size_t i = 0; i < paths.size(); ++i)
                if (paths[i][0] == top) sum += member_sum(i);
            sums.push_back(sum);
        }
        const auto [low, high] = std::minmax_element(sums.begin(), sums.end());
        return *high - *low <= 0.02 * *high;
    }

    // Paths as of the American Community Survey: a label that others continue is their total.
    bool group_by_paths(const std::vector<std::size_t>& all, const std::vector<std::string>& labels) {
        const auto paths = label_paths(labels);
        if (!paths) return false;
        std::vector<TotalName> names;
        for (const auto& path : *paths) {
            const auto continues = [&](const std::vector<std::string>& other) {
                return other.size() > path.size() && std::equal(path.begin(), path.end(), other.begin());
            };
            const bool has_parts = std::any_of(paths->begin(), paths->end(), continues);
            names.push_back(has_parts        ? TotalName::strong
                            : all.size() > 1 ? total_name(path.back())
                                             : TotalName::none);
        }
        const Hierarchy tree = find_totals(part_of_matrix(all), names);
        std::vector<std::size_t> leaves;
        std::vector<std::vector<std::string>> leaf_paths;
        std::size_t totals = 0;
        for (const std::size_t i : all) {
            const bool is_out = tree.is_total[i] || names[i] == TotalName::strong;
            totals += is_out ? 1 : 0;
            if (is_out) continue;
            leaves.push_back(i);
            leaf_paths.push_back((*paths)[i]);
        }
        if (leaves.empty()) return false;
        if (totals > 0)
            out_.notes.push_back(std::to_string(totals) + " totals left out, " +
                                 (tree.unproven.empty()
                                      ? "all add up"
                                      : std::to_string(tree.unproven.size()) + " of them do not add up"));
        out_.evidence = "labels that are paths";
        if (leaves.size() > 1) {
            if (const auto parts = path_variables(leaf_paths)) {
                groups_.push_back({parts->variables, leaves, parts->values});
                return true;
            }
        }
        leaf_paths = leaves.size() > 1 ? without_shared_steps(leaf_paths) : leaf_paths;
        std::vector<std::string> names_of_leaves;
        for (const auto& path : leaf_paths) names_of_leaves.push_back(join(path, ": "));
        groups_.push_back({{variable_name(names_of_leaves, 1)}, leaves, single_values(names_of_leaves)});
        return true;
    }

    void group_by_prefix(const LabelParts& parts) {
        std::vector<std::string> variables;
        for (const std::string& name : parts.variables)
            if (std::find(variables.begin(), variables.end(), name) == variables.end())
                variables.push_back(name);
        if (variables.size() * 2 > parts.variables.size() && variables.size() > 1)
            return group_by_sums(every_value());
        for (const std::string& variable : variables) {
            ColumnGroup group{{variable}, {}, {}};
            for (std::size_t i = 0; i < parts.variables.size(); ++i) {
                if (parts.variables[i] != variable) continue;
                group.members.push_back(i);
                group.values.push_back(parts.values[i]);
            }
            groups_.push_back(std::move(group));
        }
        out_.evidence = "labels of the form variable: category";
    }

    std::vector<std::size_t> every_value() const {
        std::vector<std::size_t> all(values_.size());
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
        return all;
    }

    bool is_titled() const {
        return frame_.title_lines > 0 || frame_.header_lines > 1 || frame_.block_count > 1 ||
               frame_.columns[key_.front()].name.empty();
    }

    void group_by_sums(const std::vector<std::size_t>& all) {
        if (frame_.row_count < 2) {
            out_.doubt = "with one row no sums can be checked";
            return;
        }
        if (group_by_stems()) return;
        std::vector<TotalName> names;
        for (const std::size_t i : all) names.push_back(total_name(values_[i].label));
        const Hierarchy tree = find_totals(part_of_matrix(all), names);
        const auto proven = std::count(tree.is_total.begin(), tree.is_total.end(), true);
        if (proven == 0) return group_without_sums(all);
        if (median_total() < 20 && !is_titled()) {
            out_.doubt = "numbers are too small to tell a table from rows of individuals";
            return;
        }
        out_.evidence = "columns that are sums of others";
        std::vector<std::vector<std::size_t>> sets;
        std::vector<std::size_t> loose;
        double largest = 0;
        for (const std::size_t root : tree.roots) {
            if (tree.parts[root].empty()) {
                loose.push_back(root);
                continue;
            }
            largest = std::max(largest, member_sum(root));
            for (const auto& way : tree.parts[root]) sets.push_back(tree.leaves(way));
        }
        drop_margins(sets);
        std::vector<std::string> totals;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (tree.is_total[i]) totals.push_back(values_[i].label);
        out_.notes.push_back("totals among the columns left out, they add up: " + join(totals, ", ", 6));
        if (have_different_totals(sets)) {
            out_.doubt = "groups of columns have different totals";
            return;
        }
        double loose_sum = 0;
        for (const std::size_t i : loose) loose_sum += member_sum(i);
        const bool is_other_group = loose_sum >= 0.5 * largest && loose_sum <= 1.1 * largest;
        if (sets.size() == 1 && !loose.empty() && is_titled() && !is_other_group) {
            std::vector<std::size_t> rest;
            for (const std::size_t i : all)
                if (!tree.is_total[i]) rest.push_back(i);
            add_plain_group(rest);
            return;
        }
        for (const auto& set : sets) add_plain_group(set);
        add_loose(loose, largest);
    }

    bool have_different_totals(const std::vector<std::vector<std::size_t>>& sets) const {
        double low = std::numeric_limits<double>::max();
        double high = 0;
        for (const auto& set : sets) {
            double sum = 0;
            for (const std::size_t i : set) sum += member_sum(i);
            low = std::min(low, sum);
            high = std::max(high, sum);
        }
        return sets.size() > 1 && low < 0.75 * high;
    }

    // A division of a total that only sums up a finer one: every nth column, or blocks of columns.
    void drop_margins(std::vector<std::vector<std::size_t>>& sets) const {
        for (std::size_t a = 0; a < sets.size(); ++a) {
            for (std::size_t b = 0; b < sets.size(); ++b) {
                if (a == b || sets[b].size() <= sets[a].size() || sets[b].size() % sets[a].size() != 0)
                    continue;
                if (!is_margin_of(sets[a], sets[b])) continue;
                sets.erase(sets.begin() + static_cast<std::ptrdiff_t>(a));
                return drop_margins(sets);
            }
        }
    }

    bool is_margin_of(const std::vector<std::size_t>& coarse, const std::vector<std::size_t>& fine) const {
        const std::size_t n = coarse.size();
        const std::size_t blocks = fine.size() / n;
        for (const bool strided : {true, false}) {
            bool holds = true;
            for (std::size_t i = 0; i < n && holds; ++i) {
                double sum = 0;
                for (std::size_t k = 0; k < blocks; ++k)
                    sum += member_sum(fine[strided ? k * n + i : i * blocks + k]);
                const double total = member_sum(coarse[i]);
                holds = std::fabs(sum - total) <= 0.02 * total + 3 * static_cast<double>(matrix_.slice_count);
            }
            if (holds) return true;
        }
        return false;
    }

    void add_plain_group(std::vector<std::size_t> members) {
        std::sort(members.begin(), members.end());
        std::vector<std::string> labels;
        for (const std::size_t i : members) labels.push_back(values_[i].label);
        std::string name = frame_.column_variable;
        if (name.empty()) {
            const std::string stem = name_stem(common_start(labels));
            name = stem.size() >= 3 ? stem : variable_name(labels, groups_.size() + 1);
        }
        groups_.push_back({{name}, std::move(members), single_values(labels)});
    }

    // Columns beside proven groups: a group of their own if they nearly sum to the same.
    void add_loose(const std::vector<std::size_t>& loose, double largest) {
        std::vector<std::size_t> run;
        std::vector<std::string> left;
        const auto finish = [&] {
            double sum = 0;
            for (const std::size_t i : run) sum += member_sum(i);
            const bool has_total = std::any_of(run.begin(), run.end(), [&](std::size_t i) {
                return total_name(values_[i].label) != TotalName::none;
            });
            if (run.size() >= 2 && !has_total && sum >= 0.5 * largest && sum <= 1.02 * largest) {
                out_.notes.push_back("a group that sums to less than the total, " + grouped(sum) + " of " +
                                     grouped(largest) + ": " + values_[run.front()].label + " to " +
                                     values_[run.back()].label);
                add_plain_group(run);
            } else {
                for (const std::size_t i : run) left.push_back(values_[i].label);
            }
            run.clear();
        };
        for (const std::size_t i : loose) {
            if (!run.empty() && i != run.back() + 1) finish();
            run.push_back(i);
        }
        finish();
        if (!left.empty())
            out_.notes.push_back("columns that belong to no sum left out: " + join(left, ", "));
    }

    // inc1, inc2, ...: numbered columns whose sums are another column, or are equal to one another.
    bool group_by_stems() {
        std::map<std::string, std::vector<std::size_t>> stems;
        std::vector<std::string> order;
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const std::string stem = name_stem(values_[i].label);
            if (stem.empty() || stem == values_[i].label) continue;
            if (stems[stem].empty()) order.push_back(stem);
            stems[stem].push_back(i);
        }
        std::vector<std::string> proven;
        for (const std::string& stem : order)
            if (stems[stem].size() >= 2 && is_sum_of_some(stems[stem])) proven.push_back(stem);
        if (proven.empty() || median_total() < 20) return false;
        std::vector<std::string> left;
        for (const std::string& stem : proven) {
            ColumnGroup group{{stem}, stems[stem], {}};
            for (const std::size_t i : group.members) group.values.push_back({values_[i].label});
            groups_.push_back(std::move(group));
        }
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const bool is_used = std::any_of(groups_.begin(), groups_.end(), [&](const ColumnGroup& g) {
                return std::find(g.members.begin(), g.members.end(), i) != g.members.end();
            });
            if (!is_used) left.push_back(values_[i].label);
        }
        if (!left.empty()) out_.notes.push_back("totals and other columns left out: " + join(left, ", "));
        out_.evidence = "numbered columns that sum to another";
        return true;
    }

    bool is_sum_of_some(const std::vector<std::size_t>& members) const {
        const double base = rounding_base(matrix_);
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (std::find(members.begin(), members.end(), i) != members.end()) continue;
            const SumCheck check = check_sum(matrix_, i, members, base, false);
            const std::size_t needed = std::min<std::size_t>(3, frame_.row_count);
            if (check.held >= needed && check.held * 10 >= check.checked * 9 && check.bits > 16) return true;
        }
        return false;
    }

    // No column is a sum: titled crosstabs, and columns of one name with large numbers.
    void group_without_sums(const std::vector<std::size_t>& all) {
        std::vector<std::string> labels;
        for (const std::size_t i : all) labels.push_back(values_[i].label);
        const bool is_asked =
            !options_.key.empty() || options_.kind == Kind::wide || options_.kind == Kind::crosstab;
        if (is_asked || (is_titled() && looks_like_crosstab())) {
            out_.evidence = "a title or header lines";
            add_plain_group(all);
            return;
        }
        const std::string start = common_start(labels);
        const bool is_named_alike = all.size() >= 3 && start.size() >= 4;
        if (is_named_alike && median_total() >= 100 && smallest_median() >= 20 && key_.size() == 1) {
            out_.evidence = "columns that share the name \"" + start + "\"";
            add_plain_group(all);
            return;
        }
        out_.doubt = "no column is the sum of others";
    }

    // Labels beside columns of comparable whole numbers, none of which is a code or a property of a row.
    bool looks_like_crosstab() const {
        const bool has_layout = frame_.header_lines > 1 || frame_.block_count > 1;
        const bool has_labels = std::any_of(
            key_.begin(), key_.end(), [&](std::size_t c) { return roles_.columns[c].role != Role::number; });
        if (!has_layout && !has_labels) return false;
        std::size_t fractions = 0;
        std::size_t few = 0;
        double low = std::numeric_limits<double>::max();
        double high = 0;
        for (const ValueColumn& value : values_) {
            const ColumnFacts& facts = roles_.columns[value.column];
            const bool is_code =
                is_id_name(value.label) || (is_place_name(value.label) && facts.has_leading_zeros);
            if (!has_layout &&
                (is_code || is_place_name(frame_.columns[value.column].name) || has_amount_word(value.label)))
                return false;
            fractions += facts.is_integer ? 0 : 1;
            few += facts.distinct <= 3 && frame_.row_count >= 20 ? 1 : 0;
            low = std::min(low, std::max(1.0, facts.median));
            high = std::max(high, facts.median);
        }
        if (values_.size() < 2 && !has_layout &&
            !has_measure_word(join(frame_.titles, " ", 20) + values_.front().label))
            return false;
        if (fractions > 0 && fractions < values_.size() && !is_thousands(join(frame_.titles, " ", 20)))
            return false;
        return has_layout || (few * 2 < values_.size() && high <= 300 * low && high >= 10);
    }

    // Rows of several variables below one another: their sums are the same.
    bool has_stacked_rows() const {
        for (std::size_t c = 0; c < frame_.columns.size(); ++c) {
            const ColumnFacts& facts = roles_.columns[c];
            if (facts.role != Role::label || std::find(key_.begin(), key_.end(), c) != key_.end()) continue;
            if (facts.distinct < 2 || facts.distinct * 2 > frame_.row_count) continue;
            std::map<std::string, double> sums;
            for (std::size_t r = 0; r < frame_.row_count; ++r) sums[frame_.columns[c].cells[r]] += row_sum(r);
            const auto by_sum = [](const auto& a, const auto& b) { return a.second < b.second; };
            const auto [low, high] = std::minmax_element(sums.begin(), sums.end(), by_sum);
            if (high->second > 0 && low->second >= 0.98 * high->second) return true;
        }
        return false;
    }

    double median_total() const {
        std::vector<double> sums;
        for (std::size_t r = 0; r < frame_.row_count; ++r) {
            double largest = 0;
            for (std::size_t i = 0; i < values_.size(); ++i)
                largest = std::max(largest, std::isnan(matrix_.at(i, r)) ? 0 : matrix_.at(i, r));
            sums.push_back(largest);
        }
        std::sort(sums.begin(), sums.end());
        return sums.empty() ? 0 : sums[sums.size() / 2];
    }

    double smallest_median() const {
        double smallest = std::numeric_limits<double>::max();
        for (const ValueColumn& value : values_)
            smallest = std::min(smallest, roles_.columns[value.column].median);
        return smallest;
    }

    Cube cube_of(const ColumnGroup& group) const {
        Cube cube;
        for (const std::size_t c : key_)
            cube.variables.push_back(
                {.name = column_name(frame_, c), .is_time = roles_.columns[c].role == Role::time});
        for (const std::string& name : group.variables)
            cube.variables.push_back({.name = name, .is_time = group.is_time});
        for (std::size_t r = 0; r < frame_.row_count; ++r) {
            if (!keep_[r]) continue;
            for (std::size_t m = 0; m < group.members.size(); ++m) {
                for (std::size_t j = 0; j < key_.size(); ++j)
                    cube.codes.push_back(
                        cube.variables[j].code(std::string{strip(frame_.columns[key_[j]].cells[r])}));
                for (std::size_t j = 0; j < group.variables.size(); ++j)
                    cube.codes.push_back(cube.variables[key_.size() + j].code(group.values[m][j]));
                cube.cells.push_back(cell_of(r, values_[group.members[m]]));
            }
        }
        mark_parents(cube);
        for (const std::string& title : frame_.titles) cube.unit += title + " ";
        if (!is_thousands(cube.unit)) cube.unit.clear();
        return cube;
    }

    static std::size_t indent_of(const std::string& cell) {
        return std::min(cell.find_first_not_of(' '), cell.size());
    }

    // A label above labels that are indented further is called their total.
    void mark_parents(Cube& cube) const {
        std::size_t unique = key_.size();
        for (std::size_t j = 0; j < key_.size(); ++j)
            if (roles_.columns[key_[j]].distinct == frame_.row_count && unique == key_.size()) unique = j;
        if (unique == key_.size()) return;
        for (const std::size_t c : key_) {
            const auto& cells = frame_.columns[c].cells;
            for (std::size_t r = 0; r + 1 < cells.size(); ++r)
                if (indent_of(cells[r]) + 1 < indent_of(cells[r + 1]))
                    cube.variables[unique].totals.emplace_back(strip(frame_.columns[key_[unique]].cells[r]));
        }
    }

    CubeCell cell_of(std::size_t row, const ValueColumn& value) const {
        const NumberCell number = read_number(frame_.columns[value.column].cells[row], style_);
        CubeCell cell{number.value, number.type == CellType::number, number.digits};
        if (value.margin == std::numeric_limits<std::size_t>::max()) return cell;
        const std::string_view text = strip(frame_.columns[value.margin].cells[row]);
        const NumberCell margin = read_number(text, style_);
        if (text == "*****") cell.error = 0;
        if (margin.type == CellType::number && margin.value >= 0) cell.error = margin.value / 1.645;
        return cell;
    }

    const Frame& frame_;
    const Roles& roles_;
    const NumberStyle& style_;
    const ReadOptions& options_;
    std::vector<std::size_t> key_;
    std::vector<ValueColumn> values_;
    std::vector<bool> keep_;
    SumMatrix matrix_;
    std::vector<ColumnGroup> groups_;
    WideReading out_;
};

// Numbers that name rows: by the name of the column, or because they run through a range.
bool is_code_like(const Frame& frame, const Roles& roles, std::size_t c) {
    const ColumnFacts& facts = roles.columns[c];
    const std::string& name = frame.columns[c].name;
    if (facts.has_leading_zeros ||
        ((is_id_name(name) || is_place_name(name)) && c <= frame.columns.size() / 2))
        return true;
    const bool is_beside_label = c + 1 < frame.columns.size() && roles.columns[c + 1].role == Role::label &&
                                 c == 0 && facts.distinct * 2 > frame.row_count;
    if (is_beside_label) return true;
    return c < 3 && facts.largest <= static_cast<double>(facts.distinct) && facts.distinct > 1;
}

}  // namespace

std::vector<std::size_t> row_key(const Frame& frame, const Roles& roles, const ReadOptions& options) {
    std::vector<std::size_t> key;
    if (!options.key.empty()) {
        for (const std::string& name : options.key)
            for (std::size_t c = 0; c < frame.columns.size(); ++c)
                if (frame.columns[c].name == name) key.push_back(c);
        return key;
    }
    for (std::size_t c = 0; c < frame.columns.size(); ++c)
        if (roles.columns[c].role == Role::label || roles.columns[c].role == Role::time) key.push_back(c);
    for (const std::size_t c : key)
        if (frame.row_count > 1 && roles.columns[c].distinct == frame.row_count &&
            roles.columns[c].role == Role::label)
            return {c};
    for (std::size_t c = 0; c < frame.columns.size(); ++c) {
        if (!key.empty() && is_key(frame, key)) return key;
        if (roles.columns[c].role == Role::number && roles.columns[c].is_integer &&
            is_code_like(frame, roles, c)) {
            key.push_back(c);
            std::sort(key.begin(), key.end());
        }
        if (key.size() > 6) return {};
    }
    if (!key.empty() && is_key(frame, key)) return key;
    return {};
}

WideReading read_wide(const Frame& frame, const Roles& roles, const NumberStyle& style,
                      const ReadOptions& options) {
    return WideReader{frame, roles, style, options}.read();
}

}  // namespace drover::read
