// Additions and deletions of hosts. A registered hoster is asked before a host is added: it may refuse.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "banyan/net/error.hpp"
#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/pvm_host_file.hpp"
#include "daemon/pvm/registry.hpp"
#include "daemon/pvm/service_message.hpp"
#include "daemon/pvm/tids.hpp"
#include "libnet/pvm3/own_host.hpp"
#include "pvm3/pvmproto.h"

namespace banyan::daemon::pvm {

namespace {

struct error_name {
    const char* name;
    int code;
};
// The results of a hoster that are no line of a daemon.
constexpr error_name error_names[] = {
    {"PvmBadParam", PvmBadParam},     {"PvmNoHost", PvmNoHost},     {"PvmDenied", PvmDenied},
    {"PvmNoMem", PvmNoMem},           {"PvmSysErr", PvmSysErr},     {"PvmDSysErr", PvmDSysErr},
    {"PvmBadVersion", PvmBadVersion}, {"PvmOutOfRes", PvmOutOfRes}, {"PvmDupHost", PvmDupHost},
    {"PvmCantStart", PvmCantStart},   {"PvmAlready", PvmAlready},   {"PvmIPLoopback", PvmIPLoopback}};

// 0 if the line is that of a daemon that has started.
int code_of(const std::string& line) {
    if (line.starts_with("ddpro<")) return PvmOk;
    const auto* const found =
        std::ranges::find_if(error_names, [&](const error_name& each) { return line.starts_with(each.name); });
    return found == std::end(error_names) ? PvmCantStart : found->code;
}

// A name with options. If they are wrong, the hoster sees the whole text, and effects_.add_hosts() reports it.
pvm_host host_of_text(const std::string& text) {
    try {
        return parse_pvm_host(text, {});
    } catch (const net::error&) {
        pvm_host host;
        host.name = text;
        return host;
    }
}

// "user@host".
std::string login_of(const pvm_host& host) {
    return host.login.empty() ? host.name : host.login + "@" + host.name;
}

// What the hoster runs on the host: it shows that the host can be reached, and prints the line that hosters expect from
// a daemon of PVM. The daemon itself is started afterwards, by ssh.
std::string check_command() {
    return fmt::format("echo 'ddpro<{}> arch<{}> ip<00000000:0000> mtu<4096> dsig<{}>'", DDPROTOCOL,
                       pvm3::own_architecture, pvm3::own_data_signature);
}

}  // namespace

void registry::set_condition(std::uint32_t number, std::int64_t clock_ahead_us, bool is_silent) {
    const auto found = hosts_.find(number);
    if (found == hosts_.end()) return;
    found->second.clock_ahead_us = clock_ahead_us;
    found->second.is_silent = is_silent;
}

// ---- requests of tasks and resource managers

void registry::take_add_hosts(const asker& who, const task_request& message) {
    const auto& names = message.add_hosts().names();
    if (names.empty()) return messages_.answer(who, PvmBadParam);
    add_hosts({who, false, 0, 0, {names.begin(), names.end()}, {}});
}

// The host with this name or, if there is none, that of the computer with this name; null if there is neither.
const registry::host* registry::host_called(const std::string& name) const {
    const host* found = nullptr;
    for (const auto& [number, each] : hosts_) {
        if (each.name == name) return &each;
        if (found == nullptr && !name.empty() && each.computer == name) found = &each;
    }
    return found;
}

// As in PVM, the first host, also called ".", stays: programs that are started there by hand need it. A host that is
// named twice is PvmDupHost.
void registry::take_delete_hosts(const asker& who, const task_request& message) {
    const auto& names = message.delete_hosts().names();
    if (names.empty()) return messages_.answer(who, PvmBadParam);
    const auto number = ++last_host_request_;
    auto& request = host_requests_[number] = {who, false, 0, 0, {names.begin(), names.end()}, {}};
    std::vector<std::string> left;
    for (const auto& name : request.names) {
        const host& first = hosts_.begin()->second;
        const host* called = name == "." ? &first : host_called(name);
        int result = 0;
        if (called == &first)
            result = PvmBadParam;
        else if (called != nullptr && std::ranges::count(left, called->name) > 0)
            result = PvmDupHost;
        request.results.push_back(result);
        if (result == 0) left.push_back(called != nullptr ? called->name : name);
    }
    if (left.empty()) return hosts_changed(number, {});
    effects_.delete_hosts(number, left);
}

// SM_ADD: the number of hosts and their names. The answer is SM_ADDACK.
void registry::add_for_manager(tid manager, const pvm3::wire::Message& order) {
    auto names = reader_of(order).texts();
    if (!names || names->empty()) return log_incomplete(manager, "SM_ADD");
    add_hosts({{manager, 0}, true, order.context(), order.wait_id(), std::move(*names), {}});
}

// A host that is there already gets its own name, by which effects_.add_hosts() knows it.
void registry::add_hosts(host_request wanted) {
    for (auto& name : wanted.names)
        if (const host* present = host_called(host_of_text(name).name)) name = present->name;
    const auto number = ++last_host_request_;
    wanted.is_addition = true;
    const auto& request = host_requests_[number] = std::move(wanted);
    const tid hoster = roles_.hoster();
    if (hoster != 0 && hoster != request.who.task && tasks_.is_enrolled(hoster))
        ask_hoster(hoster, number, request.names);
    else
        effects_.add_hosts(number, request.names);
}

// ---- the hoster

// SM_STHOST: for each host its tid, the option so=, the login, the command and the id of the virtual machine. The tids
// only tell the hosts of the request apart.
void registry::ask_hoster(tid hoster, std::uint64_t request, const std::vector<std::string>& names) {
    pvm3::xdr_writer body;
    body.add(static_cast<int>(names.size()));
    std::uint32_t number = hosts_.rbegin()->first;
    for (const auto& name : names) {
        body.add(static_cast<int>(daemon_tid(++number)));
        const auto wanted = host_of_text(name);
        body.add_text(wanted.start_option).add_text(login_of(wanted)).add_text(check_command()).add_text(wanted.vmid);
    }
    host_requests_.at(request).first_tid = daemon_tid(hosts_.rbegin()->first + 1);
    messages_.send_system(hoster, SM_STHOST, body, 0, static_cast<int>(request));
}

// SM_STHOSTACK: a tid and a line for each host. In the original their number comes first, which the manual does not
// say; both are read.
void registry::take_hoster_results(tid hoster, const pvm3::wire::Message& told) {
    const auto found = host_requests_.find(static_cast<std::uint64_t>(told.wait_id()));
    if (hoster != roles_.hoster() || found == host_requests_.end() || found->second.first_tid == 0) return;
    auto& request = found->second;
    request.results.assign(request.names.size(), PvmCantStart);
    const tid first = std::exchange(request.first_tid, 0);
    auto body = reader_of(told);
    for (auto id = body.integer(); id; id = body.integer()) {
        if (!has_host_form(static_cast<tid>(*id))) continue;
        const auto line = body.text();
        const std::size_t index = host_of(static_cast<tid>(*id)) - std::size_t{host_of(first)};
        if (line && index < request.results.size()) request.results[index] = code_of(*line);
    }
    continue_addition(found->first);
}

// Hosts whose result is 0 are added now.
void registry::continue_addition(std::uint64_t number) {
    const auto& request = host_requests_.at(number);
    std::vector<std::string> left;
    for (std::size_t i = 0; i < request.names.size(); ++i)
        if (request.results[i] == 0) left.push_back(request.names[i]);
    if (left.empty()) return hosts_changed(number, {});
    effects_.add_hosts(number, left);
}

// Hosts are added without it.
void registry::forget_hoster() {
    std::vector<std::uint64_t> waiting;
    for (auto& [number, request] : host_requests_)
        if (std::exchange(request.first_tid, 0) != 0) waiting.push_back(number);
    for (const auto number : waiting)
        effects_.add_hosts(number, host_requests_.at(number).names);
}

// ---- results

void registry::hosts_changed(std::uint64_t number, const std::vector<int>& results) {
    const auto node = host_requests_.extract(number);
    if (!node) return;
    auto& request = node.mapped();
    if (request.is_addition) tell_added_hosts();
    if (request.results.empty()) request.results.assign(results.size(), 0);
    auto next = results.begin();
    for (int& result : request.results)
        if (result == 0 && next != results.end()) result = *next++;
    const auto changed = std::ranges::count_if(request.results, [](int result) { return result >= 0; });
    if (request.is_manager) return acknowledge_addition(request);
    messages_.answer_tids(request.who, static_cast<int>(changed), request.results);
}

// SM_ADDACK: the number of hosts, 0, and each host; a failed one has an error code and empty fields.
void registry::acknowledge_addition(const host_request& request) {
    pvm3::xdr_writer body;
    body.add(static_cast<int>(request.results.size())).add(0);
    for (const int result : request.results) {
        const auto found = result > 0 ? hosts_.find(host_of(static_cast<tid>(result))) : hosts_.end();
        const host none;
        const host& added = found == hosts_.end() ? none : found->second;
        body.add(result).add_text(added.name).add_text(added.architecture);
        body.add(added.speed).add(added.data_signature);
    }
    messages_.send_system(request.who.task, SM_ADDACK, body, request.context, request.wait_id);
}

// ---- questions about hosts

void registry::take_host_status(const asker& who, const task_request& message) {
    const auto& name = message.host_status().name();
    const host* asked = name == "." ? &hosts_.at(tasks_.find(who.task)->host) : host_called(name);
    if (asked == nullptr) return messages_.answer(who, PvmNoHost);
    messages_.answer(who, asked->is_silent ? PvmHostFail : PvmOk);
}

void registry::describe(const host& listed, pvm3::wire::HostEntry& entry) {
    entry.set_tid(daemon_tid(listed.number));
    entry.set_name(listed.name);
    entry.set_architecture(listed.architecture);
    entry.set_speed(listed.speed);
    entry.set_clock_ahead_us(listed.clock_ahead_us);
    entry.set_data_signature(listed.data_signature);
}

void registry::take_list_hosts(const asker& who, const task_request& /*message*/) {
    pvm3::wire::Answer result;
    std::set<std::string> architectures;
    for (const auto& [number, listed] : hosts_) {
        describe(listed, *result.add_hosts());
        architectures.insert(listed.architecture);
    }
    result.set_architectures(static_cast<int>(architectures.size()));
    messages_.answer(who, std::move(result));
}

}  // namespace banyan::daemon::pvm
