// Slices with work in proportion to the speeds, for a density (nCUBE 2 Programmer's Guide, "Irregular Partitions"):
// straight cuts across the longer side (across the rows of a square), close to each other where the work is dense.
#include <algorithm>

#include "libpart/methods/method_helpers.hpp"
#include "libpart/model/work_map.hpp"

namespace banyan::part {

partition slices(const grid& domain, processor_list processors, int all, const partition_options& options) {
    const bool by_rows = domain.rows() >= domain.cols();
    const std::int64_t side = by_rows ? domain.rows() : domain.cols();
    const processor_list kept = first_processors(processors, side);
    const work_map map(domain, options.density);
    const std::vector<std::int64_t> starts = cuts_of_equal_work(side, weights_of(kept), [&](std::int64_t k) {
        return by_rows ? map.work(0, k, 0, domain.cols()) : map.work(0, domain.rows(), 0, k);
    });
    std::vector<block> blocks;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::int64_t start = starts[i];
        const std::int64_t length = (i + 1 < kept.size() ? starts[i + 1] : side) - start;
        blocks.push_back(by_rows ? block{kept[i].processor, start, 0, length, domain.cols()}
                                 : block{kept[i].processor, 0, start, domain.rows(), length});
    }
    return partition::from_rectangles(domain, all, std::move(blocks));
}

}  // namespace banyan::part
