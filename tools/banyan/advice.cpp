#include "tools/banyan/advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "advisor/host_facts.hpp"
#include "advisor/statistics.hpp"
#include "banyan/part/partition_json.hpp"
#include "tools/banyan/grid_text.hpp"
#include "tools/banyan/method_remarks.hpp"
#include "tools/banyan/ring_network.hpp"

namespace banyan::tools {
namespace {

using json = nlohmann::ordered_json;

// The word as a shell reads it.
std::string shell_word(const std::string& text) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:=@%,";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string quoted = "'";
    for (const char c : text) {
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return quoted + "'";
}

// Relative to the fastest processor; a program that needs the exact partition reads it from the file of --out.
std::string relative_speeds(const std::vector<double>& speeds) {
    const double fastest = *std::ranges::max_element(speeds);
    std::vector<std::string> texts;
    for (const double speed : speeds) {
        texts.push_back(fmt::format("{:.3g}", speed / fastest));
    }
    return fmt::format("{}", fmt::join(texts, ","));
}

std::string options_of_run(const advisor::problem& problem, const advisor::survey& found,
                           const advisor::ranking& ranked, const std::string& file) {
    if (!file.empty()) return "--advice " + shell_word(file);
    return fmt::format("--rows {} --cols {} --flops {} --method {} --speeds {}", problem.domain.rows(),
                       problem.domain.cols(), problem.flops, ranked.methods.at(0).method,
                       relative_speeds(partition_of(problem, found, ranked.methods.at(0).method).speeds));
}

// The methods within noise whose partitions differ from the advised one.
std::vector<std::string> others_within_noise(const advisor::ranking& ranked, const std::vector<std::string>& same) {
    auto names = ranked.within_noise();
    std::erase_if(names, [&](const auto& name) { return std::ranges::count(same, name) > 0; });
    return names;
}

// "3 of 4 tasks, without slow: "; empty for all tasks.
std::string tasks_text(const advisor::survey& found, const advised_hosts& where) {
    if (where.hosts.empty()) return "";
    const auto without = where.without.empty() ? "" : fmt::format(", without {}", fmt::join(where.without, ", "));
    return fmt::format("{} of {} tasks{}: ", found.speeds.size(), where.all_tasks, without);
}

std::string comparison_text(const advised_hosts& where) {
    return where.hosts.empty() ? "" : fmt::format("; all {} tasks: {:.3g} ms", where.all_tasks, where.all_s * 1e3);
}

std::string hosts_of_run(const advised_hosts& where) {
    return where.hosts.empty() ? ""
                               : fmt::format(" --hosts {}", shell_word(fmt::format("{}", fmt::join(where.hosts, ","))));
}

// The command that compares the prediction with real runs; it runs on all hosts. It shifts shares if the advisor has
// kept shifted ones.
std::string check_text(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                       const advised_hosts& where) {
    if (!where.hosts.empty()) return "";
    const auto methods = methods_to_check(problem, found, ranked);
    const bool shifted =
        std::ranges::any_of(methods, [&](const auto& method) { return partition_of(problem, found, method).shifted; });
    return fmt::format(
        "Check: banyan validate thermal --rows {} --cols {} -n {} --flops {} --methods {}{} --trials 3\n",
        problem.domain.rows(), problem.domain.cols(), found.speeds.size(), problem.flops, fmt::join(methods, ","),
        shifted ? " --shift-shares" : "");
}

std::string listed(const char* what, const std::vector<std::string>& names) {
    return names.empty() ? "" : fmt::format("; {}: {}", what, fmt::join(names, ", "));
}

// lambda and tau, null if the measurements do not determine them.
json stored_network(const advisor::survey& found) {
    const auto ring = ring_network_of(found.exchanges);
    if (!ring.fit) return nullptr;
    return {{"lambda_s", ring.fit->lambda_s}, {"tau_s_per_byte", ring.fit->tau_s_per_byte}};
}

// Observed times are the medians of the runs.
std::string fastest_of_checked_text(std::span<const advisor::checked_method> checked) {
    if (checked.size() < 2) return "";
    const auto observed_s = [](const auto& one) { return advisor::median(one.observed_s); };
    const auto fastest = std::ranges::min_element(checked, {}, observed_s);
    if (fastest == checked.begin()) return "The advised method was the fastest of them.\n";
    return fmt::format("{} was faster than the advised {} by {:.1f} %.\n", fastest->method, checked.front().method,
                       100 * (observed_s(checked.front()) / observed_s(*fastest) - 1));
}

}  // namespace

std::vector<std::string> methods_to_check(const advisor::problem& problem, const advisor::survey& found,
                                          const advisor::ranking& ranked) {
    constexpr std::size_t most = 3;
    std::vector<std::string> names;
    for (const auto& entry : ranked.methods) {
        const bool is_known = std::ranges::any_of(
            names, [&](const auto& name) { return have_same_partition(problem, found, name, entry.method); });
        if (!is_known) names.push_back(entry.method);
        if (names.size() == most) break;
    }
    return names;
}

std::string checked_text(std::span<const advisor::checked_method> checked) {
    std::string text;
    for (const auto& one : checked) {
        const double observed_s = advisor::median(one.observed_s);
        text += fmt::format(
            "Checked {}: predicted {:.3g} ms ({:.3g}..{:.3g}), observed {:.3g} ms; predicted/observed {:.2f}\n",
            one.method, one.predicted_s * 1e3, one.interval_s.lo * 1e3, one.interval_s.hi * 1e3, observed_s * 1e3,
            one.predicted_s / observed_s);
    }
    return text + fastest_of_checked_text(checked);
}

json checked_json(std::span<const advisor::checked_method> checked) {
    json list = json::array();
    for (const auto& one : checked)
        list.push_back({{"method", one.method},
                        {"predicted_s", one.predicted_s},
                        {"interval_s", {one.interval_s.lo, one.interval_s.hi}},
                        {"observed_s", one.observed_s}});
    return list;
}

std::string advice_text(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                        const std::string& file, const advised_hosts& where) {
    const auto& best = ranked.methods.at(0);
    const auto same = same_as_first(problem, found, ranked);
    const auto text = fmt::format("Use {}{} ({:.3g} ms an iteration{}){}{}.\n", tasks_text(found, where), best.method,
                                  best.predicted_s * 1e3, comparison_text(where), listed("same partition", same),
                                  listed("within noise", others_within_noise(ranked, same)));
    if (!problem.is_of_thermal()) return text;
    return text +
           fmt::format("Run: banyan run -n {}{} -- {} {}\n", found.speeds.size(), hosts_of_run(where),
                       problem.application, options_of_run(problem, found, ranked, file)) +
           check_text(problem, found, ranked, where);
}

json advice_json(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked,
                 const advised_hosts& where) {
    const auto& best = ranked.methods.at(0);
    const auto same = same_as_first(problem, found, ranked);
    return {{"method", best.method},        {"predicted_s", best.predicted_s},
            {"same_partition", same},       {"within_noise", others_within_noise(ranked, same)},
            {"tasks", found.speeds.size()}, {"hosts", where.hosts}};
}

json advice_file_json(const advisor::problem& problem, const advisor::survey& found, const advisor::ranking& ranked) {
    const auto& advised = partition_of(problem, found, ranked.methods.at(0).method);
    json out{{"made", advisor::utc_now()},        {"application", problem.application}, {"flops", problem.flops},
             {"stencil", problem.stencil},        {"item_bytes", problem.item_bytes},   {"tasks", found.speeds.size()},
             {"hosts", found.reports.at(0).hosts}};
    const auto advice = advice_json(problem, found, ranked);
    for (const char* field : {"method", "predicted_s", "same_partition", "within_noise"})
        out[field] = advice[field];
    out["speeds"] = advised.speeds;
    out["network"] = stored_network(found);
    if (!problem.work.is_uniform()) out["density"] = name_of(problem.work.kind());
    out["partition"] = json::parse(part::to_json(advised.parts));
    return out;
}

}  // namespace banyan::tools
