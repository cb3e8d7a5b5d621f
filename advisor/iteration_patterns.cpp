#include "advisor/iteration_patterns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "banyan/part/patterns.hpp"
#include "banyan/part/stencil.hpp"
#include "libnet/base/number_text.hpp"

namespace banyan::advisor {
namespace {

constexpr int most_times = 1000;

bool is_pattern(std::string_view name) {
    return std::ranges::count(part::stencil::names(), name) > 0 ||
           std::ranges::count(part::whole_pattern_names(), name) > 0;
}

pattern_use parse_use(std::string_view text) {
    const auto colon = text.find(':');
    const auto times =
        colon == std::string_view::npos ? std::optional(1) : net::number_between(text.substr(0, colon), 1, most_times);
    if (!times)
        throw std::invalid_argument(
            fmt::format("'{}' is not allowed, use a whole number from 1 to {}", text.substr(0, colon), most_times));
    const auto name = colon == std::string_view::npos ? text : text.substr(colon + 1);
    if (!is_pattern(name))
        throw std::invalid_argument(fmt::format("'{}' is not allowed, use {}, {}", name,
                                                fmt::join(part::stencil::names(), ", "),
                                                fmt::join(part::whole_pattern_names(), ", ")));
    return {*times, std::string(name)};
}

void add(iteration_patterns& patterns, const pattern_use& use) {
    const auto same = std::ranges::find(patterns, use.pattern, &pattern_use::pattern);
    if (same == patterns.end())
        patterns.push_back(use);
    else
        same->times += use.times;
}

}  // namespace

iteration_patterns parse_iteration(const std::string& text) {
    iteration_patterns patterns;
    std::string_view rest = text;
    while (true) {
        const auto comma = rest.find(',');
        add(patterns, parse_use(rest.substr(0, comma)));
        if (comma == std::string_view::npos) break;
        rest.remove_prefix(comma + 1);
    }
    if (std::ranges::none_of(patterns, has_sweep, &pattern_use::pattern))
        throw std::invalid_argument(
            fmt::format("'{}' has no stencil, use at least one of {}", text, fmt::join(part::stencil::names(), ", ")));
    return patterns;
}

std::string text_of(const iteration_patterns& patterns) {
    std::vector<std::string> uses;
    for (const auto& use : patterns) {
        uses.push_back(use.times == 1 ? use.pattern : fmt::format("{}:{}", use.times, use.pattern));
    }
    return fmt::format("{}", fmt::join(uses, ","));
}

bool is_single(const iteration_patterns& patterns) {
    return patterns.size() == 1 && patterns.front().times == 1;
}

bool has_sweep(const std::string& pattern) {
    return std::ranges::count(part::whole_pattern_names(), pattern) == 0;
}

ranking rank_sums(const std::vector<weighted_ranking>& parts) {
    if (parts.empty()) throw std::invalid_argument("an iteration needs at least one pattern");
    std::vector<ranked_method> sums;
    for (const auto& method : parts[0].of_pattern->methods) {
        ranked_method sum;
        sum.method = method.method;
        sum.draws_s.resize(method.draws_s.size());
        for (const auto& [times, of_pattern] : parts) {
            const auto& one = of_pattern->of(method.method);
            sum.predicted_s += times * one.predicted_s;
            sum.compute_s += times * one.compute_s;
            sum.communication_s += times * one.communication_s;
            sum.waiting_s += times * one.waiting_s;
            sum.classic_s += times * one.classic_s;
            sum.modelled_only = sum.modelled_only || one.modelled_only;
            for (std::size_t draw = 0; draw < sum.draws_s.size(); ++draw) {
                sum.draws_s[draw] += times * one.draws_s.at(draw);
            }
        }
        sums.push_back(std::move(sum));
    }
    auto result = rank_predictions(std::move(sums), parts[0].of_pattern->network);
    result.classic = parts[0].of_pattern->classic;
    return result;
}

}  // namespace banyan::advisor
