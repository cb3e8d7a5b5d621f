// Units of the grid in random order, in proportion to the speeds (Crandall 1994, 4.1): cells, rows, columns or blocks.
#include <fmt/format.h>

#include <algorithm>

#include "banyan/part/error.hpp"
#include "libpart/geometry/apportion.hpp"
#include "libpart/methods/method_helpers.hpp"
#include "libpart/methods/random_order.hpp"

namespace banyan::part {
namespace {

/// Exact numbers of units in a random order. If there are more processors than units, the slowest get none.
unit_distribution scattered(const grid& domain, const unit_size& unit, processor_list processors,
                            const partition_options& options) {
    const std::int64_t count = units(domain, unit);
    if (count > max_listed_cells)
        throw error(fmt::format("partition: owner list of {} units of {} x {} cells, allowed: at most {} units", count,
                                unit.rows, unit.cols, max_listed_cells));
    const processor_list kept = first_processors(processors, count);
    const std::vector<std::int64_t> shares = apportion_to(kept, count);
    std::vector<std::int32_t> owners;
    owners.reserve(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < kept.size(); ++i)
        owners.insert(owners.end(), static_cast<std::size_t>(shares[i]), kept[i].processor);
    random_source random(options.seed);
    return {unit, shuffled(owners, random), entry_bytes(processors) * count};
}

}  // namespace

unit_distribution scatter(const grid& domain, processor_list processors, const partition_options& options) {
    return scattered(domain, {1, 1}, processors, options);
}

unit_distribution scatter_row(const grid& domain, processor_list processors, const partition_options& options) {
    return scattered(domain, {1, domain.cols()}, processors, options);
}

unit_distribution scatter_column(const grid& domain, processor_list processors, const partition_options& options) {
    return scattered(domain, {domain.rows(), 1}, processors, options);
}

unit_distribution scatter_block(const grid& domain, processor_list processors, const partition_options& options) {
    return scattered(domain, block_unit(domain, processors, options), processors, options);
}

}  // namespace banyan::part
