#include "daemon/pvm/service_hosts.hpp"

#include "daemon/pvm/tids.hpp"

namespace banyan::daemon::pvm {

void service_hosts::set_condition(std::uint32_t number, std::int64_t clock_ahead_us, bool is_silent) {
    const auto found = hosts_.find(number);
    if (found == hosts_.end()) return;
    found->second.clock_ahead_us = clock_ahead_us;
    found->second.is_silent = is_silent;
}

const service_hosts::host* service_hosts::called(const std::string& name) const {
    const host* found = nullptr;
    for (const auto& [number, each] : hosts_) {
        if (each.name == name) return &each;
        if (found == nullptr && !name.empty() && each.computer == name) found = &each;
    }
    return found;
}

void describe_host(const service_hosts::host& listed, pvm3::wire::HostEntry& entry) {
    entry.set_tid(daemon_tid(listed.number));
    entry.set_name(listed.name);
    entry.set_architecture(listed.architecture);
    entry.set_speed(listed.speed);
    entry.set_clock_ahead_us(listed.clock_ahead_us);
    entry.set_data_signature(listed.data_signature);
}

}  // namespace banyan::daemon::pvm
