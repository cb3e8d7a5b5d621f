#include "banyan/part/methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <variant>
#include <vector>

#include "banyan/part/error.hpp"
#include "libpart/geometry/processor_list.hpp"
#include "libpart/methods/fitting.hpp"
#include "libpart/methods/method_table.hpp"

namespace banyan::part {
namespace {

void check(const method_info& method, const grid& domain, const speeds& processors) {
    if (processors.size() > method.max_processors)
        throw error(
            fmt::format("{}: {} processors, allowed: 1 to {}", method.name, processors.size(), method.max_processors));
    if (domain.cells() < processors.size())
        throw error(fmt::format("grid: {} x {} = {} cells are fewer than the {} processors", domain.rows(),
                                domain.cols(), domain.cells(), processors.size()));
}

void check(const partition_options& options) {
    if (options.range_length < 1)
        throw error(fmt::format("range_length: {}, allowed: at least 1", options.range_length));
    if (options.block_side < 0)
        throw error(fmt::format("block_side: {}, allowed: 0 (the method chooses) and above", options.block_side));
    if (!std::isfinite(options.seconds_per_cell) || options.seconds_per_cell < 0)
        throw error(fmt::format("seconds_per_cell: {}, allowed: finite numbers from 0", options.seconds_per_cell));
    if (!std::isfinite(options.pattern_tolerance) || options.pattern_tolerance < 0)
        throw error(fmt::format("pattern_tolerance: {}, allowed: at least 0", options.pattern_tolerance));
}

/// The index of the method with this name in the table.
std::size_t row_of(std::string_view name) {
    const auto infos = methods();
    const auto found = std::ranges::find_if(
        infos, [&](const method_info& m) { return !name.empty() && (m.name == name || m.short_name == name); });
    if (found != infos.end()) return static_cast<std::size_t>(found - infos.begin());
    std::vector<std::string_view> names;
    for (const method_info& m : infos) {
        names.push_back(m.name);
        if (!m.short_name.empty()) names.push_back(m.short_name);
    }
    throw error(fmt::format("method: unknown name '{}', allowed: {}", name, fmt::join(names, ", ")));
}

}  // namespace

std::span<const method_info> methods() {
    static const std::vector<method_info> infos = [] {
        std::vector<method_info> result;
        for (const method_entry& entry : method_table())
            result.push_back(entry.info);
        return result;
    }();
    return infos;
}

const method_info& find_method(std::string_view name) {
    return methods()[row_of(name)];
}

std::optional<unit_distribution> unit_distribution_by(std::string_view method, const grid& domain,
                                                      const speeds& processors, const partition_options& options) {
    const auto& [info, make] = method_table()[row_of(method)];
    const auto* distribute = std::get_if<distribution_method>(&make);
    if (!distribute) return std::nullopt;
    check(info, domain, processors);
    check(options);
    return (*distribute)(domain, sorted_processors(processors), options);
}

partition make_partition(std::string_view method, const grid& domain, const speeds& processors,
                         const partition_options& options) {
    const auto& [info, make] = method_table()[row_of(method)];
    check(info, domain, processors);
    check(options);
    const std::vector<weighted_processor> sorted = sorted_processors(processors);
    if (const auto* tree = std::get_if<tree_method>(&make))
        return realize(largest_that_fits(*tree, domain, sorted), domain, processors.size());
    if (const auto* tuned = std::get_if<tuned_tree_method>(&make)) {
        const auto with_options = [&](const grid& g, processor_list list) { return (*tuned)(g, list, options); };
        return realize(largest_that_fits(with_options, domain, sorted), domain, processors.size());
    }
    if (const auto* distribute = std::get_if<distribution_method>(&make)) {
        check_listed(domain);  // before the method makes its list of units
        return expanded((*distribute)(domain, sorted, options), domain, processors.size());
    }
    return std::get<partition_method>(make)(domain, sorted, processors.size(), options);
}

}  // namespace banyan::part
