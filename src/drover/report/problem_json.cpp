#include <drover/report/impl/json_text.hpp>
#include <drover/report/problem_json.hpp>

namespace drover {
namespace {

impl::Json known(const std::string& text) { return text.empty() ? impl::Json{} : impl::Json(text); }
impl::Json known(std::int64_t number) { return number == 0 ? impl::Json{} : impl::Json(number); }

}  // namespace

std::string problem_json(const Problem& problem, const std::string& text) {
    impl::Json json;
    json["format"] = "drover.problem/1";
    json["fault"] = name_of(problem.fault);
    json["file"] = known(problem.place.file);
    json["row"] = known(problem.place.row);
    json["line"] = known(problem.place.line);
    json["column"] = known(problem.place.column);
    json["key"] = known(problem.place.key);
    json["option"] = known(problem.place.option);
    json["expected"] = known(with_options(problem.expected));
    json["got"] = known(with_options(problem.got));
    json["hint"] = known(with_options(problem.hint));
    json["text"] = text;
    return json.dump(-1, ' ', false, impl::Json::error_handler_t::replace);
}

}  // namespace drover
