// Units of the grid sprinkled at random, as many as the machine is fast (Crandall 4.1): cells, rows, columns or blocks.
#include <algorithm>

#include "libpart/geometry/apportion.hpp"
#include "libpart/methods/dealing_methods.hpp"
#include "libpart/methods/random_order.hpp"

namespace banyan::part {
namespace {

/// Exact counts in a random order. More machines than units: the slowest get none.
dealing scattered(const grid& domain, const unit_size& unit, machine_list machines, const partition_options& options) {
    check_listed(domain);
    const std::int64_t count = units(domain, unit);
    const machine_list kept = first_machines(machines, count);
    const std::vector<std::int64_t> shares = apportion_to(kept, count);
    std::vector<std::int32_t> owners;
    owners.reserve(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < kept.size(); ++i)
        owners.insert(owners.end(), static_cast<std::size_t>(shares[i]), kept[i].machine);
    random_source random(options.seed);
    return {unit, shuffled(owners, random), entry_bytes(machines) * count};
}

}  // namespace

dealing scatter(const grid& domain, machine_list machines, const partition_options& options) {
    return scattered(domain, {1, 1}, machines, options);
}

dealing scatter_row(const grid& domain, machine_list machines, const partition_options& options) {
    return scattered(domain, {1, domain.cols()}, machines, options);
}

dealing scatter_column(const grid& domain, machine_list machines, const partition_options& options) {
    return scattered(domain, {domain.rows(), 1}, machines, options);
}

dealing scatter_block(const grid& domain, machine_list machines, const partition_options& options) {
    return scattered(domain, dealt_block(domain, machines, options), machines, options);
}

}  // namespace banyan::part
