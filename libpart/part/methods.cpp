#include "banyan/part/methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "banyan/part/error.hpp"
#include "libpart/part/methods/method.hpp"

namespace banyan::part {
namespace {

using tree_method = cut_tree (*)(const grid&, machine_list);

constexpr std::string_view first_cells = "first cell of each machine, 4p bytes, O(log p)";
constexpr std::string_view corners = "two corners of each block, 16p bytes";

constexpr std::array<method_info, 8> table{{
    {"contiguous_row", "row", "whole rows in proportion to speed", "Crandall 1994, 4.3",
     "2p messages (5-point, torus); balance optimal for whole rows", "O(p log p)", first_cells, layout::rectangles,
     true},
    {"contiguous_column", "column", "whole columns in proportion to speed", "Crandall 1994, 4.3",
     "2p messages (5-point, torus); balance optimal for whole columns", "O(p log p)", first_cells, layout::rectangles,
     true},
    {"contiguous_point", "point", "row-major runs of cells in proportion to speed", "Crandall 1994, 4.2",
     "at most 6p-4 messages (5-point, torus, runs of a row or more); balance optimal", "O(p log p)", first_cells,
     layout::runs, true},
    {"homogeneous_block", "", "p = a*b equal blocks, whatever the speeds", "Crandall 1994, 4.5",
     "4p messages (5-point, torus, a and b > 1 dividing the sides); balanced for equal speeds", "O(p)",
     "none: by arithmetic", layout::rectangles, true},
    {"brbd", "", "binary recursive blocks, faster half first, cuts alternate", "Crandall 1994, 5.2",
     "at most 6p-4 messages (5-point, torus, p >= 4)", "O(p log p)", corners, layout::rectangles, true},
    {"xy2", "", "strips cut across, all strip sizes tried, both ways round", "Kaddoura, Ranka & Wang 1995, 6.1",
     "shortest internal edges of all such layouts", "O(pt(p)), pt = integer partitions; as columns above p = 48",
     corners, layout::rectangles, true},
    {"columns", "", "the optimum of xy2 by dynamic programming", "Banyan; Theorem 1 of Kaddoura et al.",
     "shortest internal edges of all such layouts", "O(p log p)", corners, layout::rectangles, true},
    {"block", "", "homogeneous_block for equal speeds and composite p, else brbd", "Crandall 1994, ch. 7",
     "as the method chosen", "O(p log p)", corners, layout::rectangles, false},
}};

/// Beside the table: the functions, same order. contiguous_point builds no tree.
constexpr std::array<tree_method, table.size()> functions{
    contiguous_row, contiguous_column, nullptr, homogeneous_block, brbd, xy2, columns, block_by_speeds};

std::vector<weighted_machine> sorted_machines(const speeds& machines) {
    std::vector<weighted_machine> result;
    for (int machine : machines.descending())
        result.push_back({machine, machines[machine]});
    return result;
}

/// Asks for ever fewer machines, the slowest left out first, until all of them get a cell. One always does. One machine
/// less at a time to begin with (what fits need not be a prefix of the counts: 9 blocks fit 4 x 4 cells, 7 do not),
/// then by halving.
cut_tree largest_that_fits(tree_method method, const grid& domain, machine_list machines) {
    constexpr std::size_t single_steps = 64;
    std::size_t kept = machines.size();
    cut_tree tree = method(domain, machines);
    for (std::size_t step = 0; step < single_steps && !fits(tree, domain); ++step)
        tree = method(domain, machines.first(--kept));
    if (fits(tree, domain)) return tree;
    std::size_t good = 1;
    while (kept - good > 1) {
        const std::size_t middle = good + (kept - good) / 2;
        (fits(method(domain, machines.first(middle)), domain) ? good : kept) = middle;
    }
    return method(domain, machines.first(good));
}

}  // namespace

std::span<const method_info> methods() {
    return table;
}

const method_info& find_method(std::string_view name) {
    const auto found = std::ranges::find_if(
        table, [&](const method_info& m) { return !name.empty() && (m.name == name || m.short_name == name); });
    if (found != table.end()) return *found;
    std::vector<std::string_view> names;
    for (const method_info& m : table) {
        names.push_back(m.name);
        if (!m.short_name.empty()) names.push_back(m.short_name);
    }
    throw error(fmt::format("method: unknown name '{}', allowed are {}", name, fmt::join(names, ", ")));
}

partition make_partition(std::string_view method, const grid& domain, const speeds& machines,
                         const partition_options&) {
    const method_info& info = find_method(method);
    if (domain.cells() < machines.size())
        throw error(fmt::format("grid: {} x {} = {} cells are fewer than the {} machines", domain.rows(), domain.cols(),
                                domain.cells(), machines.size()));
    const std::vector<weighted_machine> sorted = sorted_machines(machines);
    const tree_method function = functions[static_cast<std::size_t>(&info - table.data())];
    if (function == nullptr) return contiguous_point(domain, sorted, machines.size());
    return realize(largest_that_fits(function, domain, sorted), domain, machines.size());
}

}  // namespace banyan::part
