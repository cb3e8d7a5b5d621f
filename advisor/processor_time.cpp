#include "advisor/processor_time.hpp"

#include <algorithm>
#include <stdexcept>

#include "advisor/halo_load.hpp"
#include "banyan/part/communication.hpp"
#include "banyan/part/patterns.hpp"

namespace banyan::advisor {

std::vector<processor_time> cost_model::times(const part::partition& parts) const {
    if (parts.processors() != static_cast<int>(processors.size()))
        throw std::invalid_argument("a partition for " + std::to_string(parts.processors()) + " processors, but " +
                                    std::to_string(processors.size()) + " speed curves");
    std::vector<processor_time> times;
    const auto cells_of = work.of_processors(parts);
    for (std::size_t i = 0; i < processors.size(); ++i) {
        const double cells = cells_of[i];
        times.push_back({cells > 0 ? cells * processors[i].seconds_per_cell(cells) : 0, 0});
    }
    const auto charge = [&](const part::communication& sent, double per_sweep) {
        const auto loads = loads_of_processors(sent, item_bytes);
        for (std::size_t i = 0; i < times.size(); ++i) {
            if (loads[i].busiest_messages > 0) times[i].messages_s += per_sweep * network.seconds(loads[i]);
        }
    };
    charge(part::exact_communication(parts, stencil), stencil_per_sweep);
    for (const auto& one : further) {
        charge(part::communication_named(one.pattern, parts), one.per_sweep);
    }
    return times;
}

const processor_time& slowest(std::span<const processor_time> times) {
    if (times.empty()) throw std::invalid_argument("there is no processor");
    return *std::ranges::max_element(times, {}, &processor_time::total_s);
}

}  // namespace banyan::advisor
