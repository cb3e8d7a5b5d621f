#include "daemon/client/resolve.hpp"

#include <fmt/format.h>
#include <ifaddrs.h>
#include <netdb.h>

#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "banyan/net/error.hpp"
#include "daemon/client/remote_command.hpp"
#include "daemon/client/run_in_parallel.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/processes.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/base/environment.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using asio::ip::address;
using boost::system::error_code;

namespace {

constexpr const char* ssh_variable = "BANYAN_SSH";
// Settings of the user that are for a login do not apply, as in scp. ControlMaster=no: a connection that other ssh
// commands of the user share must not end with the virtual machine. ClearAllForwardings=yes: this command runs as long
// as the virtual machine, and other ssh commands need the ports.
constexpr const char* ssh_command =
    "ssh -T -o BatchMode=yes -o ConnectTimeout=10 -o ControlMaster=no -o ClearAllForwardings=yes -o RemoteCommand=none";

address from_socket_address(const sockaddr& from) {
    if (from.sa_family == AF_INET)
        return asio::ip::address_v4(ntohl(reinterpret_cast<const sockaddr_in&>(from).sin_addr.s_addr));
    asio::ip::address_v6::bytes_type bytes;
    std::memcpy(bytes.data(), &reinterpret_cast<const sockaddr_in6&>(from).sin6_addr, bytes.size());
    return asio::ip::address_v6(bytes);
}

bool is_inet(const sockaddr* from) {
    return from != nullptr && (from->sa_family == AF_INET || from->sa_family == AF_INET6);
}

std::set<address> own_addresses() {
    std::set<address> own;
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) return own;
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> list(first, &::freeifaddrs);
    for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next)
        if (is_inet(entry->ifa_addr)) own.insert(from_socket_address(*entry->ifa_addr));
    return own;
}

bool is_own(const address& a) {
    return a.is_loopback() || own_addresses().contains(a);
}

/// The first address of a name, IPv4 before IPv6; nothing if the name cannot be resolved.
std::optional<address> look_up(const std::string& name) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* first = nullptr;
    if (::getaddrinfo(name.c_str(), nullptr, &hints, &first) != 0) return std::nullopt;
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> list(first, &::freeaddrinfo);
    std::optional<address> found;
    for (const addrinfo* entry = first; entry != nullptr; entry = entry->ai_next) {
        if (!is_inet(entry->ai_addr)) continue;
        const address candidate = from_socket_address(*entry->ai_addr);
        if (!found || (candidate.is_v4() && !found->is_v4())) found = candidate;
    }
    return found;
}

/// The address of this computer for connections to `there`; nothing if there is no route.
std::optional<address> source_address(const address& there) {
    asio::io_context io;
    asio::ip::udp::socket probe(io);
    error_code failed;
    probe.connect(asio::ip::udp::endpoint(there, 9), failed);  // sends nothing
    if (failed) return std::nullopt;
    return probe.local_endpoint().address();
}

std::string replace_all(std::string text, const std::string& what, const std::string& by) {
    for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

struct planned {
    host_entry entry;
    std::optional<address> at;  ///< its address, if it is known
    bool local = false;
};

// Peers cannot connect to these addresses, and tasks must listen only on the interfaces that the user has named.
void check_address(const std::string& host, const address& a) {
    const bool mapped = a.is_v6() && a.to_v6().is_v4_mapped();
    const address plain = mapped ? address(asio::ip::make_address_v4(asio::ip::v4_mapped, a.to_v6())) : a;
    if (plain.is_unspecified())
        refuse_argument(fmt::format("host {}: {} means all interfaces; give the addresses where its tasks listen", host,
                                    a.to_string()));
    if (plain.is_multicast()) refuse_argument(fmt::format("host {}: {} is a multicast address", host, a.to_string()));
}

planned examine(const host_entry& entry) {
    if (entry.name.empty() || entry.name.starts_with('-'))
        refuse_argument(fmt::format("'{}' is not a valid name of a host", entry.name));
    if (const auto fault = fault_of_host_name(entry.name); !fault.empty()) refuse_argument(fault);
    if (entry.user.starts_with('-'))
        refuse_argument(
            fmt::format("host {}: user={}: the name of a user must not begin with -", entry.name, entry.user));
    planned plan{entry, std::nullopt, false};
    if (!entry.address.empty()) {
        for (const auto& text : split_addresses(entry.address)) {
            error_code bad;
            const auto one = asio::ip::make_address(text, bad);
            if (bad) refuse_argument(fmt::format("host {}: address={}: must be a numeric address", entry.name, text));
            check_address(entry.name, one);
            if (!plan.at) plan.at = one;
        }
    } else {
        plan.at = look_up(entry.name);
        if (plan.at) check_address(entry.name, *plan.at);
    }
    plan.local = entry.launcher.empty() && entry.user.empty() && plan.at && is_own(*plan.at);
    return plan;
}

// At the same time: if a name server does not answer, each name takes seconds. Throws what the first host throws.
std::vector<planned> examine_all(const std::vector<host_entry>& hosts) {
    if (hosts.size() == 1) return {examine(hosts.front())};
    std::vector<planned> plans(hosts.size());
    std::vector<std::exception_ptr> failures(hosts.size());
    run_in_parallel(hosts.size(), [&](std::size_t i) {
        try {
            plans[i] = examine(hosts[i]);
        } catch (...) {
            failures[i] = std::current_exception();
        }
    });
    for (const auto& failure : failures)
        if (failure) std::rethrow_exception(failure);
    return plans;
}

// The argument with which its daemon is started.
std::string role_of(const host_entry& entry) {
    return entry.reads_pvm_profile ? "pvm_host" : "host";
}

std::vector<std::string> launcher_command(const planned& plan, const std::string& role) {
    const auto& entry = plan.entry;
    if (entry.launcher.find("{host}") == std::string::npos)
        refuse_argument(fmt::format("launcher '{}': the command must contain {{host}}", entry.launcher));
    std::vector<std::string> words = split_words(entry.launcher);
    for (auto& word : words) {
        word = replace_all(word, "{host}", entry.name);
        word = replace_all(word, "{address}", plan.at ? plan.at->to_string() : entry.name);
        word = replace_all(word, "{user}", entry.user);
    }
    words.push_back(find_companion("banyand"));
    words.push_back(role);
    return words;
}

bool is_ssh(const std::string& program) {
    return std::filesystem::path(program).filename() == "ssh";
}

// The words before the remote command, for a program that is used like rsh.
std::vector<std::string> rsh_to(const host_entry& entry) {
    std::vector<std::string> words{entry.rsh, entry.name};
    if (entry.user.empty()) return words;
    words.emplace_back("-l");
    words.push_back(entry.user);
    return words;
}

std::vector<std::string> ssh_to(const host_entry& entry, const std::string& own) {
    std::vector<std::string> words = split_words(own.empty() ? ssh_command : own);
    if (own.empty() && !entry.rsh.empty()) words.front() = entry.rsh;
    // "--": the name of the host is never read as an option. Programs that replace ssh may not know "--".
    if (!words.empty() && is_ssh(words.front())) words.emplace_back("--");
    words.push_back(entry.user.empty() ? entry.name : entry.user + "@" + entry.name);
    return words;
}

std::vector<std::string> remote_start(const host_entry& entry, const std::string& role) {
    const std::string own = net::environment_value(ssh_variable);
    const bool is_like_rsh = own.empty() && !entry.rsh.empty() && !is_ssh(entry.rsh);
    auto words = is_like_rsh ? rsh_to(entry) : ssh_to(entry, own);
    words.push_back(entry.daemon.empty() ? remote_command(find_companion("banyand"), role)
                                         : remote_command_with_variables(entry.daemon, role));
    return words;
}

std::string coordinator_address_for(const planned& plan) {
    // Any address of another network: it is only used to find the route.
    const address outside = asio::ip::make_address("192.0.2.1");
    const auto own = source_address(plan.at.value_or(outside));
    if (!own)
        refuse_argument(fmt::format("host {}: there is no route to it; set address= for this host", plan.entry.name));
    return own->to_string();
}

void plan_start(const planned& plan, const std::string& role, const std::string& local_address,
                wire::HostToStart& how) {
    const auto& entry = plan.entry;
    how.set_name(entry.name);
    how.set_slots(entry.slots);
    how.set_speed(entry.speed);
    how.set_address(entry.address);
    if (plan.local) {
        // Loopback addresses such as 127.0.0.2 are used as long as all hosts are on this computer.
        const bool own =
            !plan.at->is_loopback() || (plan.at->is_v4() && asio::ip::make_address(local_address).is_loopback());
        if (entry.address.empty()) how.set_address(own ? plan.at->to_string() : local_address);
        return;
    }
    for (auto& word : entry.launcher.empty() ? remote_start(entry, role) : launcher_command(plan, role))
        how.add_command(word);
    std::error_code gone;
    how.set_directory(std::filesystem::current_path(gone).string());
    how.set_pvm_vmid(entry.vmid);
    how.set_coordinator_address(coordinator_address_for(plan));
}

}  // namespace

bool is_this_computer(host_entry host) {
    host.user.clear();
    return examine(host).local;
}

bool has_address(const host_entry& host) {
    return !host.address.empty() || look_up(host.name).has_value();
}

wire::AddHosts plan_hosts(std::vector<host_entry> hosts, const std::string& role) {
    if (hosts.empty()) hosts.push_back({"localhost", 0, 1.0, "127.0.0.1", "", ""});
    const auto plans = examine_all(hosts);
    // With hosts on other computers, "localhost" must listen on an address that these can reach.
    std::string local_address = "127.0.0.1";
    for (const auto& plan : plans)
        if (!plan.local && plan.at && !plan.at->is_loopback())
            if (const auto own = source_address(*plan.at)) local_address = own->to_string();
    wire::AddHosts request;
    for (const auto& plan : plans)
        plan_start(plan, role.empty() ? role_of(plan.entry) : role, local_address, *request.add_hosts());
    return request;
}

}  // namespace banyan::daemon
