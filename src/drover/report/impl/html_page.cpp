#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ostream>
#include <sstream>

#include <drover/report/impl/html_page.hpp>

namespace drover {
namespace {

constexpr std::string_view style = R"(
body{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;color:#1c2430;
background:#fff;max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 1.25rem;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2.25rem 0 .6rem;padding-top:.9rem;border-top:1px solid #dfe3e8;break-after:avoid}
p{margin:.5rem 0;max-width:44rem;overflow-wrap:anywhere}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.75rem;margin:0}
.figures div{background:#f4f6f8;border-radius:.4rem;padding:.6rem .8rem;display:flex;flex-direction:column-reverse;
justify-content:flex-end;break-inside:avoid}
.figures dt{font-size:.85rem;line-height:1.3;color:#56606d}
.figures dd{font-size:1.35rem;font-weight:600;margin:0;font-variant-numeric:tabular-nums}
.figures+p{margin-top:1.1rem}
.wide{overflow-x:auto}
.wide+.wide{margin-top:1.6rem}
table{border-collapse:collapse;font-size:.9rem;width:100%}
th{text-align:left;font-weight:600;color:#56606d;border-bottom:2px solid #dfe3e8;vertical-align:bottom}
th.n{white-space:normal}
th,td{padding:.3rem .9rem .3rem 0}
td{border-bottom:1px solid #eceff2;vertical-align:top;overflow-wrap:anywhere;min-width:7rem}
th:last-child,td:last-child{padding-right:0}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap;min-width:0}
tr{break-inside:avoid}
div>svg{max-width:100%;height:auto}
.list{margin:0;font-size:.9rem}
.list div{display:grid;grid-template-columns:minmax(7rem,15rem) 1fr;gap:0 1rem;padding:.25rem 0;
border-bottom:1px solid #eceff2;break-inside:avoid}
.list dt{color:#56606d;overflow-wrap:anywhere}
.list dd{margin:0;overflow-wrap:anywhere}
footer{margin-top:2.5rem;font-size:.85rem;color:#56606d}
@media(max-width:34rem){.list div{grid-template-columns:1fr}.figures{grid-template-columns:1fr 1fr}}
@media(prefers-color-scheme:dark){body{color:#e3e6ea;background:#15191e}h2,th,td,.list div{border-color:#2c3238}
.figures div{background:#1f252c}.figures dt,th,.list dt,footer{color:#a3adb8}}
@media print{body{max-width:none;padding:0;font-size:11pt}.figures div{border:1px solid #dfe3e8}.wide{overflow:visible}}
)";

std::string cell(std::string_view tag, bool right, const std::string& text) {
    std::string markup = "<";
    markup.append(tag).append(right ? " class=\"n\">" : ">").append(escaped(text)).append("</").append(tag);
    return markup + ">";
}

std::string row(std::string_view tag, const HtmlTable& table, const std::vector<std::string>& texts) {
    std::string markup = "<tr>";
    for (std::size_t j = 0; j < texts.size(); ++j) markup += cell(tag, table.right[j], texts[j]);
    return markup + "</tr>\n";
}

std::string definitions(std::string_view name,
                        const std::vector<std::pair<std::string, std::string>>& named) {
    std::string markup = "<dl class=\"";
    markup.append(name).append("\">\n");
    for (const auto& [term, text] : named)
        markup += "<div>" + cell("dt", false, term) + cell("dd", false, text) + "</div>\n";
    return markup + "</dl>\n";
}

template <class Picture>
std::string embedded(const Picture& picture) {
    std::ostringstream out;
    write_svg(out, picture, SvgForm::embedded);
    return "<div>" + out.str() + "</div>\n";
}

std::string with_decimals(double value, int decimals) {
    std::array<char, 400> buffer{};
    char* const end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals)
            .ptr;
    return {buffer.data(), end};
}

}  // namespace

std::vector<std::string> column_texts(const std::vector<double>& values) {
    double largest = 0;
    for (const double value : values) largest = std::max(largest, std::abs(value));
    int decimals = 2;
    constexpr std::array units{1.0, 0.1, 0.01, 0.001};
    for (std::size_t k = 0; k < units.size() && largest < units[k] && largest > 0; ++k) ++decimals;
    if (largest >= 10) --decimals;
    const bool are_integers =
        std::all_of(values.begin(), values.end(), [](double value) { return value == std::floor(value); });
    std::vector<std::string> texts;
    for (const double value : values) texts.push_back(with_decimals(value, are_integers ? 0 : decimals));
    return texts;
}

std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t at = text.size(); at > first + 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

HtmlPage::HtmlPage(const std::string& title) {
    text_ += "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n";
    text_ += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>";
    text_ += escaped(title) + "</title>\n<style>";
    text_ += style;
    text_ += dark_style("svg ");
    text_ += "</style>\n</head>\n<body>\n<h1>" + escaped(title) + "</h1>\n";
}

void HtmlPage::heading(std::string_view text) { text_ += "<h2>" + escaped(text) + "</h2>\n"; }

void HtmlPage::paragraph(std::string_view text) { text_ += "<p>" + escaped(text) + "</p>\n"; }

void HtmlPage::table(const HtmlTable& table) {
    text_ += "<div class=\"wide\"><table>\n<thead>" + row("th", table, table.header) + "</thead>\n<tbody>\n";
    for (const std::vector<std::string>& texts : table.rows) text_ += row("td", table, texts);
    text_ += "</tbody>\n</table></div>\n";
}

void HtmlPage::figures(const std::vector<std::pair<std::string, std::string>>& named) {
    text_ += definitions("figures", named);
}

void HtmlPage::list(const std::vector<std::pair<std::string, std::string>>& named) {
    text_ += definitions("list", named);
}

void HtmlPage::picture(const HeatMap& map) { text_ += embedded(map); }
void HtmlPage::picture(const Chart& chart) { text_ += embedded(chart); }
void HtmlPage::picture(const BarChart& chart) { text_ += embedded(chart); }

void HtmlPage::write(std::ostream& out, std::string_view footer) {
    text_ += "<footer>" + escaped(footer) + "</footer>\n</body>\n</html>\n";
    out.write(text_.data(), static_cast<std::streamsize>(text_.size()));
}

}  // namespace drover
