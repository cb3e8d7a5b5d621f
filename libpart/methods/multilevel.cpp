#include "banyan/part/multilevel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "banyan/part/error.hpp"

namespace banyan::part {
namespace {

void check_sites(std::span<const site> sites, int processors) {
    std::vector<bool> seen(static_cast<std::size_t>(processors));
    std::size_t named = 0;
    for (std::size_t i = 0; i < sites.size(); ++i) {
        if (sites[i].empty()) throw error(fmt::format("sites: site {} has no processor", i));
        for (int processor : sites[i]) {
            if (processor < 0 || processor >= processors)
                throw error(
                    fmt::format("sites: site {} has processor {}, allowed: 0 to {}", i, processor, processors - 1));
            if (seen[static_cast<std::size_t>(processor)])
                throw error(fmt::format("sites: processor {} is named twice", processor));
            seen[static_cast<std::size_t>(processor)] = true;
            ++named;
        }
    }
    if (named != seen.size())
        throw error(
            fmt::format("sites: processor {} belongs to no site", std::ranges::find(seen, false) - seen.begin()));
}

speeds totals(std::span<const site> sites, const speeds& processors) {
    std::vector<double> sums;
    for (const site& members : sites) {
        std::vector<double> own;
        for (int processor : members)
            own.push_back(processors[processor]);
        sums.push_back(speeds(own).total());
    }
    return speeds(std::move(sums));
}

/// The fastest processors of the site, at most `cells` of them.
site that_fit(site members, const speeds& processors, std::int64_t cells) {
    std::ranges::stable_sort(members, [&](int a, int b) { return processors[a] > processors[b]; });
    if (std::ssize(members) > cells) members.resize(static_cast<std::size_t>(cells));
    return members;
}

/// The part of one site. `area` is in coordinates of the whole grid, `parts` in those of the part.
struct site_part {
    block area;
    site members;
    partition parts;
};

/// Whether some cell has a value that is not 0, so that a method can divide the work. Also true for values that a
/// method refuses, and for a function on a grid that is too large for one; the method then throws its error.
bool has_work(const work_density& density, const grid& domain) {
    const auto not_idle = [](double value) { return value != 0; };
    if (density.kind() == work_density::form::uniform) return true;
    if (density.kind() != work_density::form::function) return std::ranges::any_of(density.values(), not_idle);
    if (!density.function() || domain.cells() > max_listed_cells) return true;
    for (std::int64_t row = 0; row < domain.rows(); ++row)
        for (std::int64_t col = 0; col < domain.cols(); ++col)
            if (not_idle(density.function()(row, col))) return true;
    return false;
}

/// The density of one part. In a part without work all cells count the same, if there is work elsewhere.
work_density density_of_part(const work_density& density, const grid& domain, const block& area) {
    work_density of_part = density.within(domain, area);
    if (!has_work(of_part, {area.rows, area.cols}) && has_work(density, domain)) return {};
    return of_part;
}

site_part divided(std::string_view inner, const grid& domain, const speeds& processors, const block& area,
                  const site& all, const partition_options& options) {
    const site members = that_fit(all, processors, area.cells());
    std::vector<double> own;
    for (int processor : members)
        own.push_back(processors[processor]);
    partition_options of_part = options;
    of_part.density = density_of_part(options.density, domain, area);
    const grid part(area.rows, area.cols, periodic::none);
    return {area, members, make_partition(inner, part, speeds(std::move(own)), of_part)};
}

partition joined_rectangles(const grid& domain, int processors, std::span<const site_part> parts) {
    std::vector<block> blocks;
    for (const site_part& of : parts)
        for (const block& b : of.parts.blocks())
            blocks.push_back({of.members[static_cast<std::size_t>(b.processor)], of.area.row + b.row,
                              of.area.col + b.col, b.rows, b.cols});
    return partition::from_rectangles(domain, processors, std::move(blocks));
}

partition joined_cells(const grid& domain, int processors, std::span<const site_part> parts) {
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
    return partition::from_owners(domain, processors, std::move(owners));
}

}  // namespace

partition make_multilevel(std::string_view outer, std::string_view inner, const grid& domain, const speeds& processors,
                          std::span<const site> sites, const partition_options& options) {
    check_sites(sites, processors.size());
    if (find_method(outer).kind != layout::rectangles)
        throw error(fmt::format("outer method: {} does not make rectangles, choose a method that does",
                                find_method(outer).name));
    const partition areas = make_partition(outer, domain, totals(sites, processors), options);
    std::vector<site_part> parts;
    for (const block& area : areas.blocks())
        parts.push_back(
            divided(inner, domain, processors, area, sites[static_cast<std::size_t>(area.processor)], options));
    const bool rectangles = find_method(inner).kind == layout::rectangles;
    return rectangles ? joined_rectangles(domain, processors.size(), parts)
                      : joined_cells(domain, processors.size(), parts);
}

}  // namespace banyan::part
