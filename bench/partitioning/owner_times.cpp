#include <algorithm>
#include <string>

#include "banyan/part/methods.hpp"
#include "bench/partitioning/instances.hpp"
#include "bench/partitioning/tables.hpp"

namespace banyan::bench {

nlohmann::ordered_json owner_table() {
    constexpr int side = 4096;
    constexpr int repeats = 3;
    constexpr double target_s = 1;
    const part::grid domain(side, side);
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const part::method_info& method : part::methods()) {
        const int machines = std::min(12, method.max_machines);
        const part::speeds s(random_speeds(spread::uniform, machines, 1));
        const double found =
            median_seconds(repeats, [&] { (void)part::make_partition(method.name, domain, s).owners(); });
        rows.push_back({{"method", method.name},
                        {"machines", machines},
                        {"seconds", found},
                        {"runs", repeats},
                        {"reached", found < target_s}});
    }
    return {{"grid", {{"rows", side}, {"cols", side}, {"torus", true}}},
            {"speeds", name_of(spread::uniform)},
            {"target_s", target_s},
            {"rows", std::move(rows)}};
}

}  // namespace banyan::bench
