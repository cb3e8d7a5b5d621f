// Row-major runs of cells, as long as the machine is fast (Crandall 4.2).
#include "libpart/geometry/apportion.hpp"
#include "libpart/methods/method.hpp"

namespace banyan::part {

partition contiguous_point(const grid& domain, machine_list machines, int all, const partition_options&) {
    std::vector<double> weights;
    for (const weighted_machine& machine : machines)
        weights.push_back(machine.weight);
    const std::vector<bounds> limits(machines.size(), bounds{1});
    const std::vector<std::int64_t> counts = apportion(domain.cells(), weights, limits);

    std::vector<run> runs;
    std::int64_t first = 0;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        runs.push_back({machines[i].machine, first, counts[i]});
        first += counts[i];
    }
    return partition::from_runs(domain, all, std::move(runs));
}

}  // namespace banyan::part
