#include "tools/banyan/html_page.hpp"

#include <fmt/format.h>

#include <sstream>

#include "tools/banyan/markup.hpp"

namespace banyan::tools::html {
namespace {

// Wide tables scroll by themselves, so that the page is never wider than the screen.
constexpr const char* style = R"(
body { font: 16px/1.45 sans-serif; color: #1a1a1a; background: #fff; max-width: 70rem; margin: 0 auto; padding: 0 1rem 2rem; }
h1 { font-size: 1.5rem; margin: 1.2rem 0 0; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; border-bottom: 1px solid #d8d8d8; }
p { margin: .4rem 0; overflow-wrap: anywhere; }
p.made { color: #555; }
p.warning { border-left: .3rem solid #D55E00; padding: .2rem .6rem; background: #fbf1ea; }
div.table { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-size: .92rem; }
caption { text-align: left; font-weight: bold; padding: .3rem 0; }
th, td { text-align: left; vertical-align: top; padding: .2rem .7rem .2rem 0; border-bottom: 1px solid #e4e4e4; }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: .8rem 0; }
figcaption { font-size: .92rem; color: #444; max-width: 36rem; }
svg { max-width: 100%; height: auto; }
div.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1rem; }
@media print { body { font-size: 11px; max-width: none; } figure, tr, p { break-inside: avoid; } h2 { break-after: avoid; } }
)";

std::string each_line(const std::string& lines, const char* kind) {
    std::istringstream in(lines);
    std::string out;
    for (std::string line; std::getline(in, line);)
        if (!line.empty()) out += fmt::format("<p class=\"{}\">{}</p>\n", kind, escaped(line));
    return out;
}

std::string cells(const std::vector<column>& columns, const std::vector<std::string>& texts, const char* kind) {
    std::string out = "<tr>";
    for (std::size_t i = 0; i < columns.size(); ++i)
        out +=
            fmt::format("<{0} class=\"{1}\">{2}</{0}>", kind, columns[i].is_number ? "n" : "t", escaped(texts.at(i)));
    return out + "</tr>\n";
}

}  // namespace

std::string section(const std::string& heading, const std::string& content) {
    return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", escaped(heading), content);
}

std::string paragraphs(const std::string& lines) {
    return each_line(lines, "text");
}

std::string warnings(const std::string& lines) {
    return each_line(lines, "warning");
}

std::string element(const table& shown) {
    std::vector<std::string> titles;
    for (const auto& column : shown.columns)
        titles.push_back(column.title);
    std::string out = "<div class=\"table\"><table>\n";
    if (!shown.caption.empty()) out += fmt::format("<caption>{}</caption>\n", escaped(shown.caption));
    out += "<thead>" + cells(shown.columns, titles, "th") + "</thead>\n<tbody>\n";
    for (const auto& row : shown.rows)
        out += cells(shown.columns, row, "td");
    return out + "</tbody></table></div>\n";
}

std::string facts(const std::vector<std::pair<std::string, std::string>>& shown) {
    std::string out = "<div class=\"table\"><table>\n<tbody>\n";
    for (const auto& [name, value] : shown)
        out += fmt::format("<tr><th>{}</th><td>{}</td></tr>\n", escaped(name), escaped(value));
    return out + "</tbody></table></div>\n";
}

std::string figure(const std::string& svg, const std::string& caption) {
    return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", svg, escaped(caption));
}

std::string figures(const std::vector<std::string>& shown) {
    std::string out = "<div class=\"figures\">\n";
    for (const auto& one : shown)
        out += one;
    return out + "</div>\n";
}

std::string page(const std::string& title, const std::string& made, const std::string& content) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"/>\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
        "<h1>{0}</h1>\n<p class=\"made\">{2}</p>\n{3}</body>\n</html>\n",
        escaped(title), style, escaped(made), content);
}

}  // namespace banyan::tools::html
