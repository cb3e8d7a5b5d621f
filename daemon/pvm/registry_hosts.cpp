// Requests about hosts.
#include <set>
#include <string>
#include <utility>

#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/registry.hpp"
#include "daemon/pvm/service_message.hpp"

namespace banyan::daemon::pvm {

// ---- additions and deletions

void registry::take_add_hosts(const asker& who, const task_request& message) {
    const auto& names = message.add_hosts().names();
    if (names.empty()) return messages_.answer(who, PvmBadParam);
    host_requests_.add({who, {names.begin(), names.end()}}, hoster_for(who.task));
}

void registry::take_delete_hosts(const asker& who, const task_request& message) {
    const auto& names = message.delete_hosts().names();
    if (names.empty()) return messages_.answer(who, PvmBadParam);
    host_requests_.remove({who, {names.begin(), names.end()}});
}

// SM_ADD: the number of hosts and their names. The answer is SM_ADDACK.
void registry::add_for_manager(tid manager, const pvm3::wire::Message& order) {
    auto names = reader_of(order).texts();
    if (!names || names->empty()) return log_incomplete(manager, "SM_ADD");
    host_requests_.add({{manager, 0}, std::move(*names), true, order.context(), order.wait_id()}, hoster_for(manager));
}

// The hoster is not asked about its own requests.
tid registry::hoster_for(tid asking) const {
    const tid hoster = roles_.hoster();
    return hoster != 0 && hoster != asking && tasks_.is_enrolled(hoster) ? hoster : 0;
}

// ---- questions

void registry::take_host_status(const asker& who, const task_request& message) {
    const auto& name = message.host_status().name();
    const host* asked = name == "." ? &hosts_.at(tasks_.find(who.task)->host) : hosts_.called(name);
    if (asked == nullptr) return messages_.answer(who, PvmNoHost);
    messages_.answer(who, asked->is_silent ? PvmHostFail : PvmOk);
}

void registry::take_list_hosts(const asker& who, const task_request& /*message*/) {
    pvm3::wire::Answer result;
    std::set<std::string> architectures;
    for (const auto& [number, listed] : hosts_.by_number()) {
        describe_host(listed, *result.add_hosts());
        architectures.insert(listed.architecture);
    }
    result.set_architectures(static_cast<int>(architectures.size()));
    messages_.answer(who, std::move(result));
}

}  // namespace banyan::daemon::pvm
