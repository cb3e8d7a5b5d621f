// Block-cyclic cell ranges of a given length (nCUBE 2 Programmer's Guide, "Maximum Dispersion"; its example distributes
// 12,000 numbers over 4 nodes, at most 100 contiguous ones on one node). The processors take turns. The fastest takes
// options.range_length cells, the others in proportion to their speeds, at least one. If the grid has fewer cells than
// one such round, the ranges are shorter.
#include <algorithm>
#include <cstdint>

#include "libpart/methods/method_helpers.hpp"

namespace banyan::part {
namespace {

/// The cells of one round if the fastest processor takes `longest` cells and the others take theirs in proportion.
std::int64_t round_length(processor_list processors, std::int64_t longest, std::int64_t cells) {
    double per_fastest = 0;
    for (const weighted_processor& processor : processors)
        per_fastest += processor.weight / processors.front().weight;
    const double wanted = std::min(static_cast<double>(cells), static_cast<double>(longest) * per_fastest);
    return std::max(std::ssize(processors), static_cast<std::int64_t>(wanted));
}

}  // namespace

unit_distribution maximum_dispersion(const grid& domain, processor_list processors, const partition_options& options) {
    const std::int64_t length = round_length(processors, options.range_length, domain.cells());
    const bool alone = processors.size() == 1;
    unit_distribution result{{1, 1}, {}, 4 * std::ssize(processors)};
    if (alone) {
        result.owners = {processors.front().processor};
        return result;
    }
    const std::vector<std::int64_t> counts = apportion_to(processors, length, options.range_length);
    for (std::size_t i = 0; i < processors.size(); ++i)
        result.owners.insert(result.owners.end(), static_cast<std::size_t>(counts[i]), processors[i].processor);
    return result;
}

}  // namespace banyan::part
