#include "banyan/part/processor_choice.hpp"

#include <algorithm>

#include "banyan/part/communication.hpp"

namespace banyan::part {
namespace {

/// `seconds_of` predicts an iteration of a partition for some processors.
template <class SecondsOf>
processor_choice best_prefix(std::string_view method, const grid& domain, const speeds& processors,
                             const partition_options& options, SecondsOf seconds_of) {
    processor_choice choice{processors.descending(), 0, {}};
    std::vector<double> kept;
    for (int processor : choice.processors) {
        kept.push_back(processors[processor]);
        const speeds fastest(kept);
        choice.seconds_by_count.push_back(seconds_of(make_partition(method, domain, fastest, options), fastest));
    }
    const auto best = std::ranges::min_element(choice.seconds_by_count);
    choice.iteration_s = *best;
    choice.processors.resize(static_cast<std::size_t>(best - choice.seconds_by_count.begin()) + 1);
    return choice;
}

/// Seconds of one iteration on a `network` or a `measured_network`.
template <class Network>
auto seconds_on(const Network& net, const iteration_load& load) {
    return [&net, &load](const partition& parts, const speeds& fastest) {
        return iteration_cost_s(parts, fastest, load.seconds_per_cell_at_speed_1,
                                exact_communication(parts, load.pattern), net, load.item_bytes);
    };
}

}  // namespace

processor_choice choose_processors(std::string_view method, const grid& domain, const speeds& processors,
                                   const iteration_load& load, const partition_options& options) {
    return best_prefix(method, domain, processors, options, seconds_on(load.net, load));
}

processor_choice choose_processors(std::string_view method, const grid& domain, const speeds& processors,
                                   const iteration_load& load, const measured_network& net,
                                   const partition_options& options) {
    return best_prefix(method, domain, processors, options, seconds_on(net, load));
}

}  // namespace banyan::part
