#include "tools/banyan/box_answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ostream>

#include "banyan/part/communication.hpp"
#include "tools/banyan/checks.hpp"
#include "tools/banyan/partition_file.hpp"
#include "tools/banyan/progress.hpp"
#include "tools/banyan/replace_file.hpp"

namespace banyan::tools {
namespace {

/// One message for each pair of processors, in one direction, so that the cost of a network applies.
part::communication sent_by(const box_problem& problem, const part::box_partition& parts) {
    std::vector<part::transfer> transfers;
    for (const part::box_transfer& one : exact_box_communication(parts, problem.pattern))
        transfers.push_back({0, one.from, one.to, one.items});
    return {parts.processors(), 1, std::move(transfers)};
}

std::int64_t half_surface_of_grid(const part::grid_3d& domain) {
    return part::box{0, {}, domain.sides()}.half_surface();
}

box_answer describe_boxes(const box_problem& problem, std::string_view method, double seconds,
                          part::box_partition parts) {
    const part::communication sent = sent_by(problem, parts);
    const double cost_s =
        refusing("--item-bytes", [&] { return communication_cost_s(sent, problem.net, problem.item_bytes); });
    // The surfaces of all boxes together are twice the cuts and once the surface of the grid.
    const std::int64_t outside = half_surface_of_grid(problem.domain);
    const std::int64_t cuts = cut_area(parts);
    const double ratio = time_ratio(parts, problem.processors);
    return {
        .method = method,
        .seconds = seconds,
        .parts = std::move(parts),
        .max_time_ratio = ratio,
        .cut_area = cuts,
        .half_surface = cuts + outside,
        .lower_bound_half_surface = cut_area_bound(problem.domain, problem.processors) + static_cast<double>(outside),
        .sent = {sent.messages(), sent.max_messages(), sent.items(), cost_s}};
}

box_answer answer_with(const box_problem& problem, std::string_view method) {
    const auto start = std::chrono::steady_clock::now();
    auto parts = part::make_box_partition(method, problem.domain, problem.processors);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    return describe_boxes(problem, method, taken.count(), std::move(parts));
}

void store_boxes(const box_problem& problem, const box_answer& made, bool several) {
    const auto file = file_of_method(problem.out, made.method, several);
    replace_file(file, "--out", [&](std::ostream& out) { write_boxes(out, file, made.parts); });
}

}  // namespace

box_answers box_answers_to(const box_problem& problem) {
    progress line;
    box_answers all;
    for (const auto& [name, by_all] : problem.methods) {
        line.say(fmt::format("{} ({} of {})", name, all.answers.size() + 1, problem.methods.size()));
        try {
            all.answers.push_back(answer_with(problem, name));
        } catch (const part::error& why) {  // the grid is too small
            if (!by_all) throw verb_error(exit_status::usage, fmt::format("--method {}", why.what()));
            all.left_out.push_back(name);
            continue;
        }
        if (!problem.out.empty()) store_boxes(problem, all.answers.back(), problem.methods.size() > 1);
    }
    line.clear();
    std::ranges::stable_sort(all.answers, {}, [](const box_answer& one) { return one.sent.cost_s; });
    return all;
}

}  // namespace banyan::tools
