// Requests of pvm_tickle, with which a person looks into the daemon of PVM.
#include <fmt/format.h>

#include <algorithm>

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/registry.hpp"
#include "daemon/pvm/tids.hpp"

namespace banyan::daemon::pvm {

void registry::take_tickle(const asker& who, const task_request& message) {
    const auto& arguments = message.tickle().arguments();
    constexpr int most_arguments = 10;
    if (arguments.empty() || arguments.size() > most_arguments) return messages_.answer(who, PvmBadParam);
    enum { hosts = 1, tasks = 2, mailbox = 4, show_debug_mask = 5, set_debug_mask = 6, round_trip = 8 };
    std::vector<int> results;
    switch (arguments[0]) {
        case hosts:
            log_hosts();
            break;
        case tasks:
            log_tasks();
            break;
        case mailbox:
            log_mailbox();
            break;
        case show_debug_mask:
            results = {debug_mask_};
            break;
        case set_debug_mask:
            debug_mask_ = arguments.size() > 1 ? arguments[1] : 0;
            break;
        case round_trip:
            results = {0};
            break;
        default:
            effects_.log(fmt::format("tickle {}: nothing to do", arguments[0]));
    }
    messages_.answer_tids(who, PvmOk, results);
}

void registry::log_hosts() {
    for (const auto& [number, each] : hosts_.by_number())
        effects_.log(
            fmt::format("host t{:x} {} {} speed {}", daemon_tid(number), each.name, each.architecture, each.speed));
}

void registry::log_tasks() {
    for (const auto* each : tasks_.visible())
        effects_.log(fmt::format("task t{:x} parent t{:x} flag {:x} pid {} {}", each->id,
                                 static_cast<unsigned>(std::max(each->parent, 0)),
                                 flags_of(*each) | roles_.task_flags(each->id), each->pid, each->program));
}

void registry::log_mailbox() {
    pvm3::wire::Answer listed;
    info_.list("", listed);
    for (const auto& entry : listed.entries())
        for (int i = 0; i < entry.indices_size(); ++i)
            effects_.log(fmt::format("mailbox {} index {} owner t{:x} flags {}", entry.name(), entry.indices(i),
                                     static_cast<unsigned>(entry.owners(i)), entry.flags(i)));
}

}  // namespace banyan::daemon::pvm
