#include "banyan/part/machine_choice.hpp"

#include <algorithm>

#include "banyan/part/communication.hpp"

namespace banyan::part {

machine_choice choose_machines(std::string_view method, const grid& domain, const speeds& machines,
                               const iteration_load& load, const partition_options& options) {
    machine_choice choice{machines.descending(), 0, {}};
    std::vector<double> kept;
    for (int machine : choice.machines) {
        kept.push_back(machines[machine]);
        const speeds fastest(kept);
        const partition parts = make_partition(method, domain, fastest, options);
        choice.seconds_by_count.push_back(iteration_cost_s(parts, fastest, load.seconds_per_cell_at_speed_1,
                                                           exact_communication(parts, load.pattern), load.net,
                                                           load.item_bytes));
    }
    const auto best = std::ranges::min_element(choice.seconds_by_count);
    choice.iteration_s = *best;
    choice.machines.resize(static_cast<std::size_t>(best - choice.seconds_by_count.begin()) + 1);
    return choice;
}

}  // namespace banyan::part
