#include "daemon/pvm/host_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/pvm/codes.hpp"
#include "daemon/pvm/pvm_host_file.hpp"
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

// ---- requests

// A host that is there already gets its own name, by which effects_.add_hosts() knows it.
void host_requests::add(order wanted, tid hoster) {
    for (auto& name : wanted.names)
        if (const auto* present = hosts_.called(host_of_text(name).name)) name = present->name;
    const auto number = ++last_request_;
    auto& asked = requests_[number];
    asked.wanted = std::move(wanted);
    asked.is_addition = true;
    if (hoster != 0)
        ask_hoster(hoster, number, asked);
    else
        effects_.add_hosts(number, asked.wanted.names);
}

void host_requests::remove(order wanted) {
    const auto number = ++last_request_;
    auto& asked = requests_[number];
    asked.wanted = std::move(wanted);
    std::vector<std::string> left;
    for (const auto& name : asked.wanted.names) {
        const auto& first = hosts_.first();
        const auto* called = name == "." ? &first : hosts_.called(name);
        int result = 0;
        if (called == &first)
            result = PvmBadParam;
        else if (called != nullptr && std::ranges::count(left, called->name) > 0)
            result = PvmDupHost;
        asked.results.push_back(result);
        if (result == 0) left.push_back(called != nullptr ? called->name : name);
    }
    if (left.empty()) return take_results(number, {});
    effects_.delete_hosts(number, left);
}

// ---- the hoster

// SM_STHOST: for each host its tid, the option so=, the login, the command and the id of the virtual machine. The tids
// only tell the hosts of the request apart.
void host_requests::ask_hoster(tid hoster, std::uint64_t number, open_request& asked) {
    const auto& names = asked.wanted.names;
    pvm3::xdr_writer body;
    body.add(static_cast<int>(names.size()));
    std::uint32_t host = hosts_.last().number;
    asked.first_tid = daemon_tid(host + 1);
    for (const auto& name : names) {
        body.add(static_cast<int>(daemon_tid(++host)));
        const auto described = host_of_text(name);
        body.add_text(described.start_option).add_text(login_of(described));
        body.add_text(check_command()).add_text(described.vmid);
    }
    messages_.send_system(hoster, SM_STHOST, body, 0, static_cast<int>(number));
}

// A tid and a line for each host. In the original their number comes first, which the manual does not say; both are
// read.
void host_requests::take_hoster_results(const pvm3::wire::Message& told) {
    const auto found = requests_.find(static_cast<std::uint64_t>(told.wait_id()));
    if (found == requests_.end() || found->second.first_tid == 0) return;
    auto& asked = found->second;
    asked.results.assign(asked.wanted.names.size(), PvmCantStart);
    const tid first = std::exchange(asked.first_tid, 0);
    auto body = reader_of(told);
    for (auto id = body.integer(); id; id = body.integer()) {
        if (!has_host_form(static_cast<tid>(*id))) continue;
        const auto line = body.text();
        const std::size_t index = host_of(static_cast<tid>(*id)) - std::size_t{host_of(first)};
        if (line && index < asked.results.size()) asked.results[index] = code_of(*line);
    }
    continue_addition(found->first, asked);
}

// Hosts whose result is 0 are added now.
void host_requests::continue_addition(std::uint64_t number, const open_request& asked) {
    std::vector<std::string> left;
    for (std::size_t i = 0; i < asked.wanted.names.size(); ++i)
        if (asked.results[i] == 0) left.push_back(asked.wanted.names[i]);
    if (left.empty()) return take_results(number, {});
    effects_.add_hosts(number, left);
}

void host_requests::forget_hoster() {
    std::vector<std::uint64_t> waiting;
    for (auto& [number, asked] : requests_)
        if (std::exchange(asked.first_tid, 0) != 0) waiting.push_back(number);
    for (const auto number : waiting)
        effects_.add_hosts(number, requests_.at(number).wanted.names);
}

// ---- results

void host_requests::take_results(std::uint64_t number, const std::vector<int>& results) {
    const auto node = requests_.extract(number);
    if (!node) return;
    auto& ended = node.mapped();
    if (ended.is_addition) tell_added_hosts();
    if (ended.results.empty()) ended.results.assign(results.size(), 0);
    auto next = results.begin();
    for (int& result : ended.results)
        if (result == 0 && next != results.end()) result = *next++;
    const auto changed = std::ranges::count_if(ended.results, [](int result) { return result >= 0; });
    if (ended.wanted.is_manager) return acknowledge_addition(ended);
    messages_.answer_tids(ended.wanted.who, static_cast<int>(changed), ended.results);
}

// SM_ADDACK: the number of hosts, 0, and each host; a failed one has an error code and empty fields.
void host_requests::acknowledge_addition(const open_request& ended) {
    pvm3::xdr_writer body;
    body.add(static_cast<int>(ended.results.size())).add(0);
    for (const int result : ended.results) {
        const auto number = host_of(static_cast<tid>(result));
        const service_hosts::host none;
        const auto& added = result > 0 && hosts_.contains(number) ? hosts_.at(number) : none;
        body.add(result).add_text(added.name).add_text(added.architecture);
        body.add(added.speed).add(added.data_signature);
    }
    messages_.send_system(ended.wanted.who.task, SM_ADDACK, body, ended.wanted.context, ended.wanted.wait_id);
}

// ---- events

void host_requests::host_added(std::uint32_t number) {
    untold_hosts_.push_back(number);
    const auto adds = [](const auto& entry) { return entry.second.is_addition; };
    if (std::ranges::none_of(requests_, adds)) tell_added_hosts();
}

void host_requests::host_lost(std::uint32_t number) {
    std::erase(untold_hosts_, number);
}

// The hosts of one pvm_addhosts are told in one message, as in PVM: a task may have asked for one message only.
void host_requests::tell_added_hosts() {
    messages_.deliver(notifications_.hosts_added(std::exchange(untold_hosts_, {})));
}

}  // namespace banyan::daemon::pvm
