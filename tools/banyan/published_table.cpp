#include "tools/banyan/published_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace banyan::tools {
namespace {

std::string capitalized(std::string name) {
    if (!name.empty()) name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    return name;
}

std::string without_trailing_blanks(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

}  // namespace

std::string published_table_text(const published_table& table) {
    constexpr std::size_t widest = 100;
    std::string lines;
    std::string names;
    std::string factors;
    for (const auto& column : table.columns) {
        const auto name = capitalized(column.name);
        const auto factor = fmt::format("{:.2f}", column.relative);
        const auto width = std::max(name.size(), factor.size()) + 2;
        if (!names.empty() && names.size() + width > widest) {
            lines += without_trailing_blanks(names) + without_trailing_blanks(factors);
            names.clear();
            factors.clear();
        }
        names += fmt::format("{:<{}}", name, width);
        factors += fmt::format("{:<{}}", factor, width);
    }
    return fmt::format("Application: {}\nRows: {}\nColumns: {}\nProcessors: {}\n", table.application, table.rows,
                       table.cols, table.processors) +
           lines + without_trailing_blanks(names) + without_trailing_blanks(factors);
}

}  // namespace banyan::tools
