#include "tools/banyan/nearest_name.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace banyan::tools {
namespace {

/// Levenshtein's distance, one row of the table at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> above(b.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::vector<std::size_t> row{i + 1};
        for (std::size_t j = 0; j < b.size(); ++j)
            row.push_back(std::min({above[j + 1] + 1, row[j] + 1, above[j] + (a[i] == b[j] ? 0 : 1)}));
        above = std::move(row);
    }
    return above.back();
}

}  // namespace

std::string nearest_name(std::string_view text, std::span<const std::string> names) {
    constexpr std::size_t longest_compared = 100;
    if (text.size() > longest_compared || names.empty()) return {};
    const auto distance = [&](const std::string& name) { return edit_distance(text, name); };
    const std::string& nearest = std::ranges::min(names, {}, distance);
    return 2 * distance(nearest) <= nearest.size() ? nearest : std::string{};
}

}  // namespace banyan::tools
