#include "tools/banyan/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace banyan::tools {

std::string text_table(std::string_view alignments, const std::vector<table_row>& rows) {
    std::vector<std::size_t> widths(alignments.size(), 0);
    for (const auto& row : rows)
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], row.at(i).size());
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i)
            line += alignments[i] == '>' ? fmt::format("{:>{}}  ", row[i], widths[i])
                                         : fmt::format("{:<{}}  ", row[i], widths[i]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace banyan::tools
