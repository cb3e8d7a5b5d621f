// Cell ranges, whole rows, or whole columns, in proportion to the speeds (Crandall 1994, 4.2
// and 4.3).
#include "libpart/geometry/apportion.hpp"
#include "libpart/methods/method.hpp"

namespace banyan::part {

cut_tree contiguous_row(const grid&, processor_list processors) {
    return strips(cut::horizontal, processors);
}

cut_tree contiguous_column(const grid&, processor_list processors) {
    return strips(cut::vertical, processors);
}

partition contiguous_point(const grid& domain, processor_list processors, int all, const partition_options&) {
    const std::vector<bounds> limits(processors.size(), bounds{1});
    const std::vector<std::int64_t> counts = apportion(domain.cells(), weights_of(processors), limits);

    std::vector<cell_range> ranges;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < processors.size(); ++i) {
        ranges.push_back({processors[i].processor, first, counts[i]});
        first += counts[i];
    }
    return partition::from_ranges(domain, all, std::move(ranges));
}

}  // namespace banyan::part
