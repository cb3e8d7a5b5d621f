#include "advisor/processor_time.hpp"

#include <algorithm>
#include <stdexcept>

#include "advisor/halo_load.hpp"
#include "banyan/part/communication.hpp"

namespace banyan::advisor {

std::vector<processor_time> cost_model::times(const part::partition& parts) const {
    if (parts.processors() != static_cast<int>(processors.size()))
        throw std::invalid_argument("a partition for " + std::to_string(parts.processors()) + " processors, but " +
                                    std::to_string(processors.size()) + " speed curves");
    const auto loads = loads_of_processors(part::exact_communication(parts, stencil), item_bytes);
    std::vector<processor_time> times;
    for (std::size_t i = 0; i < processors.size(); ++i) {
        const auto cells = static_cast<double>(parts.cells(static_cast<int>(i)));
        const double compute_s = cells > 0 ? cells * processors[i].seconds_per_cell(cells) : 0;
        times.push_back({compute_s, loads[i].busiest_messages > 0 ? network.seconds(loads[i]) : 0});
    }
    return times;
}

const processor_time& slowest(std::span<const processor_time> times) {
    if (times.empty()) throw std::invalid_argument("there is no processor");
    return *std::ranges::max_element(times, {}, &processor_time::total_s);
}

}  // namespace banyan::advisor
