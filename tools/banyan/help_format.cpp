#include "tools/banyan/help_format.hpp"

#include <sstream>

namespace banyan::tools {

std::string broken_into_lines(const std::string& text, std::size_t width) {
    std::string lines;
    std::size_t in_line = 0;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const bool fits = in_line + 1 + word.size() <= width;
        if (!lines.empty()) lines += fits ? ' ' : '\n';
        in_line = !lines.empty() && fits ? in_line + 1 + word.size() : word.size();
        lines += word;
    }
    return lines;
}

std::string help_format::make_option_desc(const CLI::Option* option) const {
    constexpr std::size_t width = 70;  // to the right of the names, which have 30 columns
    return broken_into_lines(option->get_description(), width);
}

}  // namespace banyan::tools
