#include "libnet/messaging/member_names.hpp"

#include <fmt/format.h>

namespace banyan::net::detail {

void member_names::set(const std::vector<member>& members) {
    int rank = 0;
    for (const auto& m : members)
        names_.emplace(m.task, fmt::format("rank {} (task {:x}){}", rank++, m.task.value,
                                           m.host.empty() ? "" : " on host " + m.host));
}

std::string member_names::of(task_id task) const {
    const auto found = names_.find(task);
    return found == names_.end() ? fmt::format("task {:x}", task.value) : found->second;
}

}  // namespace banyan::net::detail
