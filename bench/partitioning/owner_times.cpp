#include <algorithm>
#include <string>

#include "banyan/part/communication.hpp"
#include "banyan/part/methods.hpp"
#include "bench/partitioning/instances.hpp"
#include "bench/partitioning/tables.hpp"

namespace banyan::bench {
namespace {

constexpr int repeats = 3;
constexpr double target_s = 1;
const part::grid domain(4096, 4096);

nlohmann::ordered_json measured(const part::method_info& method) {
    const int processors = std::min(12, method.max_processors);
    const part::speeds s(random_speeds(spread::uniform, processors, 1));
    const auto owners = [&] { return part::make_partition(method.name, domain, s).owners(); };
    const double owners_s = median_seconds(repeats, owners);
    const part::partition cells = part::partition::from_owners(domain, processors, owners());
    const double communication_s =
        median_seconds(repeats, [&] { exact_communication(cells, part::stencil::named("5")); });
    return {{"method", method.name},
            {"processors", processors},
            {"owners_s", owners_s},
            {"communication_s", communication_s},
            {"reached", std::max(owners_s, communication_s) < target_s}};
}

}  // namespace

nlohmann::ordered_json owner_table() {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const part::method_info& method : part::methods())
        rows.push_back(measured(method));
    return {{"grid", {{"rows", domain.rows()}, {"cols", domain.cols()}, {"periodic", "both"}}},
            {"speeds", name_of(spread::uniform)},
            {"runs", repeats},
            {"target_s", target_s},
            {"rows", std::move(rows)}};
}

}  // namespace banyan::bench
