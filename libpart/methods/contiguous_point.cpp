// Row-major runs of cells, as long as the processor is fast (Crandall 4.2).
#include "libpart/geometry/apportion.hpp"
#include "libpart/methods/method.hpp"

namespace banyan::part {

partition contiguous_point(const grid& domain, processor_list processors, int all, const partition_options&) {
    std::vector<double> weights;
    for (const weighted_processor& processor : processors)
        weights.push_back(processor.weight);
    const std::vector<bounds> limits(processors.size(), bounds{1});
    const std::vector<std::int64_t> counts = apportion(domain.cells(), weights, limits);

    std::vector<run> runs;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < processors.size(); ++i) {
        runs.push_back({processors[i].processor, first, counts[i]});
        first += counts[i];
    }
    return partition::from_runs(domain, all, std::move(runs));
}

}  // namespace banyan::part
