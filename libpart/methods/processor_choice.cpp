#include "banyan/part/processor_choice.hpp"

#include <algorithm>

#include "banyan/part/communication.hpp"

namespace banyan::part {

processor_choice choose_processors(std::string_view method, const grid& domain, const speeds& processors,
                                   const iteration_load& load, const partition_options& options) {
    processor_choice choice{processors.descending(), 0, {}};
    std::vector<double> kept;
    for (int processor : choice.processors) {
        kept.push_back(processors[processor]);
        const speeds fastest(kept);
        const partition parts = make_partition(method, domain, fastest, options);
        choice.seconds_by_count.push_back(iteration_cost_s(parts, fastest, load.seconds_per_cell_at_speed_1,
                                                           exact_communication(parts, load.pattern), load.net,
                                                           load.item_bytes));
    }
    const auto best = std::ranges::min_element(choice.seconds_by_count);
    choice.iteration_s = *best;
    choice.processors.resize(static_cast<std::size_t>(best - choice.seconds_by_count.begin()) + 1);
    return choice;
}

}  // namespace banyan::part
