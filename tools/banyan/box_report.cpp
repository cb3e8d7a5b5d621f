#include "tools/banyan/box_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "banyan/part/box_partition_json.hpp"
#include "tools/banyan/json_output.hpp"
#include "tools/banyan/partition_report.hpp"

namespace banyan::tools {
namespace {

nlohmann::ordered_json stored_boxes(const box_answer& a) {
    return nlohmann::ordered_json::parse(part::to_json(a.parts));
}

nlohmann::ordered_json box_grid_json(const box_answer& a) {
    const nlohmann::ordered_json stored = stored_boxes(a);
    nlohmann::ordered_json grid = nlohmann::ordered_json::object();
    for (const char* name : {"planes", "rows", "cols", "periodic"})
        grid[name] = stored.at(name);
    return grid;
}

nlohmann::ordered_json box_answer_json(const box_answer& a) {
    auto cells = nlohmann::ordered_json::array();
    for (const part::box& b : a.parts.boxes())
        cells.push_back(b.cells());
    return {{"method", a.method},
            {"boxes", stored_boxes(a).at("boxes")},
            {"cells", std::move(cells)},
            {"max_time_ratio", a.max_time_ratio},
            {"cut_area", a.cut_area},
            {"half_surface", a.half_surface},
            {"lower_bound_half_surface", a.lower_bound_half_surface},
            {"messages", a.sent.messages},
            {"max_messages", a.sent.max_messages},
            {"items", a.sent.items},
            {"cost_s", a.sent.cost_s},
            {"seconds", a.seconds}};
}

void print_box_row(const box_answer& a) {
    const double over = 100 * (static_cast<double>(a.half_surface) / a.lower_bound_half_surface - 1);
    fmt::print("{:<21} {:>8} {:>7} {:>14} {:>14} {:>7.1f} {:>8} {:>11.4g}\n", a.method, a.sent.messages,
               a.sent.max_messages, a.sent.items, a.cut_area, over, balance_text(a.max_time_ratio),
               1e3 * a.sent.cost_s);
}

}  // namespace

void print_box_json(const box_problem& problem, const box_answers& found) {
    nlohmann::ordered_json object{{"grid", box_grid_json(found.answers.front())},
                                  {"speeds", problem.processors.values()},
                                  {"stencil", name_of(problem.pattern)},
                                  {"network", costs_json(problem.net)}};
    if (!problem.hosts.empty()) object["hosts"] = problem.hosts;
    object["results"] = nlohmann::ordered_json::array();
    for (const box_answer& a : found.answers)
        object["results"].push_back(box_answer_json(a));
    print_json("partition.boxes", 1, object);
}

void print_box_table(const box_problem& problem, const box_answers& found) {
    fmt::print("{}, {} processors, stencil {}, {}\n\n", box_grid_text(problem.domain), problem.processors.size(),
               name_of(problem.pattern), costs_text(problem.net, problem.item_bytes));
    fmt::print("{:<21} {:>8} {:>7} {:>14} {:>14} {:>7} {:>8} {:>11}\n", "method", "messages", "busiest", "items",
               "cut area", "% over", "balance", "cost (ms)");
    for (const box_answer& a : found.answers)
        print_box_row(a);
    fmt::print("\ncut area: area of the boundaries between boxes inside the grid, in cell faces\n");
    fmt::print("% over: sum of half surfaces above its lower bound, which is {:.2f} cell faces\n",
               found.answers.front().lower_bound_half_surface);
    fmt::print("balance: time of the slowest processor divided by the time with perfect balance\n");
    fmt::print("cost: time of the messages of one iteration, without computation\n");
    if (!found.left_out.empty())
        fmt::print("left out of --method all, the grid is too small for them: {}\n", fmt::join(found.left_out, ", "));
}

}  // namespace banyan::tools
