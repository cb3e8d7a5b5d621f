#include "tools/banyan/partition_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <numeric>
#include <ostream>
#include <string>

#include "tools/banyan/checks.hpp"
#include "tools/banyan/grid_text.hpp"
#include "tools/banyan/partition_file.hpp"
#include "tools/banyan/partition_picture.hpp"
#include "tools/banyan/partition_svg.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/replace_file.hpp"

namespace banyan::tools {
namespace {

using part::partition;

partition divide(const partition_problem& problem, std::string_view method) {
    if (problem.sites.members.empty())
        return part::make_partition(method, problem.domain, problem.processors, problem.settings);
    return part::make_multilevel(problem.sites.method->name, method, problem.domain, problem.processors,
                                 problem.sites.members, problem.settings);
}

traffic traffic_of(const partition_problem& problem, const part::communication& sent) {
    const double cost =
        refusing("--item-bytes", [&] { return communication_cost_s(sent, problem.net, problem.item_bytes); });
    return {sent.messages(), sent.max_messages(), sent.items(), cost};
}

partition_answer describe(const partition_problem& problem, const part::method_info& method, const partition& parts) {
    partition_answer a{};
    a.method = &method;
    a.blocks.assign(parts.blocks().begin(), parts.blocks().end());
    for (int processor = 0; processor < parts.processors(); ++processor)
        a.cells.push_back(parts.cells(processor));
    a.dropped.assign(parts.dropped().begin(), parts.dropped().end());
    a.max_time_ratio = max_time_ratio(parts, problem.processors);
    a.cut_length = cut_length(parts);
    a.wrapped_cut_length = wrapped_cut_length(parts);
    a.internal_edges = internal_edges(parts);
    a.half_perimeter = half_perimeter(parts);
    a.lower_bound_half_perimeter = half_perimeter_lower_bound(parts, problem.processors);
    a.stencil = traffic_of(problem, exact_communication(parts, problem.pattern));
    a.cost_s = a.stencil.cost_s;
    for (const asked_phase& each : problem.phases) {
        a.phases.push_back(traffic_of(problem, each.sent(parts)));
        a.cost_s += each.times * a.phases.back().cost_s;
    }
    a.max_work_ratio = a.max_time_ratio;
    if (problem.weighted()) {
        a.work = work_of_processors(parts, problem.settings.density);
        a.max_work_ratio = max_time_ratio(a.work, problem.processors);
    }
    if (!problem.json) a.picture = text_picture(parts);
    return a;
}

void draw(const partition_problem& problem, const partition& parts, const partition_answer& a) {
    const std::string caption =
        fmt::format("{}, {}, stencil {}: {} messages, {} items", a.method->name, grid_text(problem.domain),
                    problem.pattern.name(), a.stencil.messages, a.stencil.items);
    const std::string picture = svg_picture(parts, problem.processors, caption);
    replace_file(file_of_method(problem.svg, a.method->name, problem.methods.size() > 1), "--svg",
                 [&](std::ostream& out) { out << picture; });
}

void store(const partition_problem& problem, const partition& parts, std::string_view method) {
    const std::filesystem::path file = file_of_method(problem.out, method, problem.methods.size() > 1);
    replace_file(file, "--out", [&](std::ostream& out) { write_partition(out, file, parts); });
}

partition_answer answer(const partition_problem& problem, const part::method_info& method) {
    try {
        const auto start = std::chrono::steady_clock::now();
        const partition parts = divide(problem, method.name);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        partition_answer a = describe(problem, method, parts);
        a.seconds = taken.count();
        if (!problem.svg.empty()) draw(problem, parts, a);
        if (!problem.out.empty()) store(problem, parts, method.name);
        return a;
    } catch (const std::bad_alloc&) {
        throw verb_error(
            exit_status::failed,
            fmt::format("--method {}: out of memory for {} x {} cells and {} processors; try a method of rectangles, "
                        "for example columns, or a smaller grid",
                        method.name, problem.domain.rows(), problem.domain.cols(), problem.processors.size()));
    }
}

}  // namespace

std::vector<partition_answer> answers_to(const partition_problem& problem) {
    progress line;
    std::vector<partition_answer> answers;
    for (const part::method_info* method : problem.methods) {
        line.say(fmt::format("{} ({} of {})", method->name, answers.size() + 1, problem.methods.size()));
        answers.push_back(answer(problem, *method));
    }
    line.clear();
    std::ranges::stable_sort(answers, {}, &partition_answer::cost_s);
    return answers;
}

}  // namespace banyan::tools
