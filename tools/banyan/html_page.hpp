// A page of HTML in one file: text, tables and pictures, without scripts, links or other files. It is well-formed XML
// too.
//
// Pure functions from content to text. All texts are escaped; only `content`, which these functions make, is markup.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace banyan::tools::html {

struct column {
    std::string title;
    bool is_number = true;  ///< aligned to the right
};

struct table {
    std::string caption;
    std::vector<column> columns;
    std::vector<std::vector<std::string>> rows;  ///< one text for each column
};

/// A heading and its content.
std::string section(const std::string& heading, const std::string& content);

/// One paragraph for each line that is not empty.
std::string paragraphs(const std::string& lines);

/// A paragraph that stands out for each line that is not empty.
std::string warnings(const std::string& lines);

std::string element(const table& shown);

/// Names and values in two columns.
std::string facts(const std::vector<std::pair<std::string, std::string>>& shown);

/// An <svg> element with the text under it.
std::string figure(const std::string& svg, const std::string& caption);

/// Figures side by side where the screen is wide enough.
std::string figures(const std::vector<std::string>& shown);

/// The whole document. `made` says when and by which program.
std::string page(const std::string& title, const std::string& made, const std::string& content);

}  // namespace banyan::tools::html
