#include "tools/banyan/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "tools/banyan/verb.hpp"

namespace banyan::tools {
namespace {

/// Levenshtein's distance, row by row of his table.
std::size_t letters_apart(std::string_view a, std::string_view b) {
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

std::string_view nearest_name(std::string_view text, std::span<const std::string_view> names) {
    constexpr std::size_t longest_sensible = 100;
    if (text.size() > longest_sensible || names.empty()) return {};
    const auto nearest = std::ranges::min(names, {}, [&](std::string_view name) { return letters_apart(text, name); });
    return 2 * letters_apart(text, nearest) <= nearest.size() ? nearest : std::string_view{};
}

void refuse_unknown_name(std::string_view option, std::string_view text, const std::vector<std::string_view>& names) {
    const std::string_view nearest = nearest_name(text, names);
    const std::string hint = nearest.empty() ? "" : fmt::format(", did you mean {}?", nearest);
    throw verb_error(exit_status::usage, fmt::format("{}: unknown name '{}'{}{} allowed are {}", option, text, hint,
                                                     hint.empty() ? "," : "", fmt::join(names, ", ")));
}

const part::method_info& method_named(std::string_view option, std::string_view name,
                                      const std::vector<std::string_view>& also) {
    std::vector<std::string_view> names = also;
    for (const part::method_info& m : part::methods()) {
        if (!name.empty() && (name == m.name || name == m.short_name)) return m;
        names.push_back(m.name);
        if (!m.short_name.empty()) names.push_back(m.short_name);
    }
    refuse_unknown_name(option, name, names);
}

}  // namespace banyan::tools
