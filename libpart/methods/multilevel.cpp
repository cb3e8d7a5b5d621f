#include "banyan/part/multilevel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

void check_sites(std::span<const site> sites, int machines) {
    std::vector<bool> seen(static_cast<std::size_t>(machines));
    std::size_t named = 0;
    for (std::size_t i = 0; i < sites.size(); ++i) {
        if (sites[i].empty()) throw error(fmt::format("sites: site {} has no machine", i));
        for (int machine : sites[i]) {
            if (machine < 0 || machine >= machines)
                throw error(
                    fmt::format("sites: site {} has machine {}, allowed are 0 to {}", i, machine, machines - 1));
            if (seen[static_cast<std::size_t>(machine)])
                throw error(fmt::format("sites: machine {} is named twice, allowed is once", machine));
            seen[static_cast<std::size_t>(machine)] = true;
            ++named;
        }
    }
    if (named != seen.size())
        throw error(fmt::format("sites: machine {} belongs to no site", std::ranges::find(seen, false) - seen.begin()));
}

speeds totals(std::span<const site> sites, const speeds& machines) {
    std::vector<double> sums;
    for (const site& members : sites) {
        std::vector<double> own;
        for (int machine : members)
            own.push_back(machines[machine]);
        sums.push_back(speeds(own).total());
    }
    return speeds(std::move(sums));
}

/// At most `cells` of the machines: the fastest.
site that_fit(site members, const speeds& machines, std::int64_t cells) {
    std::ranges::stable_sort(members, [&](int a, int b) { return machines[a] > machines[b]; });
    if (std::ssize(members) > cells) members.resize(static_cast<std::size_t>(cells));
    return members;
}

/// The part of one site in the numbers of the whole.
struct site_part {
    block area;
    site members;
    partition parts;
};

site_part divided(std::string_view inner, const grid& domain, const speeds& machines, const block& area,
                  const site& all, const partition_options& options) {
    const site members = that_fit(all, machines, area.cells());
    std::vector<double> own;
    for (int machine : members)
        own.push_back(machines[machine]);
    partition_options of_part = options;
    of_part.density = options.density.within(domain, area);
    const grid part(area.rows, area.cols, edges::open);
    return {area, members, make_partition(inner, part, speeds(std::move(own)), of_part)};
}

partition joined_rectangles(const grid& domain, int machines, std::span<const site_part> parts) {
    std::vector<block> blocks;
    for (const site_part& of : parts)
        for (const block& b : of.parts.blocks())
            blocks.push_back({of.members[static_cast<std::size_t>(b.machine)], of.area.row + b.row, of.area.col + b.col,
                              b.rows, b.cols});
    return partition::from_rectangles(domain, machines, std::move(blocks));
}

partition joined_cells(const grid& domain, int machines, std::span<const site_part> parts) {
    check_listed(domain);
    std::vector<std::int32_t> owners(static_cast<std::size_t>(domain.cells()));
    for (const site_part& of : parts) {
        const std::vector<std::int32_t> own = of.parts.owners();
        for (std::int64_t cell = 0; cell < std::ssize(own); ++cell) {
            const std::int64_t row = of.area.row + cell / of.area.cols;
            const std::int64_t col = of.area.col + cell % of.area.cols;
            owners[static_cast<std::size_t>(row * domain.cols() + col)] =
                of.members[static_cast<std::size_t>(own[static_cast<std::size_t>(cell)])];
        }
    }
    return partition::from_owners(domain, machines, std::move(owners));
}

}  // namespace

partition make_multilevel(std::string_view outer, std::string_view inner, const grid& domain, const speeds& machines,
                          std::span<const site> sites, const partition_options& options) {
    check_sites(sites, machines.size());
    if (find_method(outer).kind != layout::rectangles)
        throw error(fmt::format("outer method: {} does not give each site a rectangle, choose one that does",
                                find_method(outer).name));
    const partition areas = make_partition(outer, domain, totals(sites, machines), options);
    std::vector<site_part> parts;
    for (const block& area : areas.blocks())
        parts.push_back(divided(inner, domain, machines, area, sites[static_cast<std::size_t>(area.machine)], options));
    const bool rectangles = find_method(inner).kind == layout::rectangles;
    return rectangles ? joined_rectangles(domain, machines.size(), parts)
                      : joined_cells(domain, machines.size(), parts);
}

}  // namespace banyan::part
