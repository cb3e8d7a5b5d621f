// How hosts are added to a virtual machine: all hosts of one request, or none of them.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/coordinator/coordinator.hpp"

namespace banyan::daemon {

using net::errc;

namespace {

/// The length of the error text of an add request, which has a line for each host that fails.
constexpr std::size_t most_failure_bytes = 65536;

}  // namespace

/// The hosts of one add request.
struct coordinator::batch {
    std::vector<host_pointer> hosts;  // without those that were ended because the request has failed
    std::set<std::uint32_t> waiting;  // the numbers of those that have neither started nor failed
    std::map<std::uint32_t, net::error> failures;
    const void* command = nullptr;
    done_handler done;

    [[nodiscard]] bool is_complete() const { return waiting.empty(); }
    void fail(const host_link& host, errc code, const std::string& why) {
        waiting.erase(host.number().value);
        failures.emplace(host.number().value, net::error(code, fmt::format("host {}: {}", host.name(), why)));
    }
    /// A line for each host that has failed, in the order of the request. At least one has failed.
    [[nodiscard]] net::error joined_failures() const;
};

net::error coordinator::batch::joined_failures() const {
    std::string lines;
    int left_out = 0;
    for (const auto& [number, failed] : failures) {
        const std::string line = failed.what();
        if (lines.empty())
            lines = line;
        else if (lines.size() + line.size() < most_failure_bytes)
            lines += "\n" + line;
        else
            ++left_out;
    }
    if (left_out > 0) lines += fmt::format("\n{} more hosts failed", left_out);
    return {failures.begin()->second.which(), lines};
}

void coordinator::check_new_hosts(const wire::AddHosts& request) const {
    if (down_) throw net::error(errc::closed, "the virtual machine is being taken down");
    std::set<std::string> names;
    for (const auto& how : request.hosts()) {
        if (how.name().empty()) throw net::error(errc::invalid_argument, "a host has no name");
        const auto known = find(how.name());
        if (known && !known->is_member())
            throw net::error(errc::invalid_argument,
                             fmt::format("host {} is being added by another command", how.name()));
        if (known || !names.insert(how.name()).second)
            throw net::error(errc::invalid_argument,
                             fmt::format("host {} is already in the virtual machine", how.name()));
    }
    if (last_host_ + static_cast<std::uint32_t>(request.hosts_size()) > net::task_id::max_host)
        throw net::error(errc::resource_limit, "this virtual machine has no host numbers left");
}

void coordinator::add_hosts(const wire::AddHosts& request, const void* command, done_handler done) {
    check_new_hosts(request);
    if (hosts_.empty()) plain_data_ = request.plain_data();
    auto b = std::make_shared<batch>();
    b->command = command;
    b->done = std::move(done);
    adding_.push_back(b);
    for (const auto& how : request.hosts()) {
        b->hosts.push_back(make_host(how));
        b->waiting.insert(b->hosts.back()->number().value);
    }
    const auto hosts = b->hosts;
    for (std::size_t i = 0; i < hosts.size(); ++i) {
        try {
            hosts[i]->launch(orders_for(*hosts[i], request.hosts(static_cast<int>(i))), host_handlers(b));
        } catch (const net::error& failed) {
            b->fail(*hosts[i], failed.which(), failed.what());
        }
    }
    continue_adding(b);
}

// After a failure the other hosts are still waited for, so that the answer names all hosts that fail. The names of the
// hosts that are not waited for are free at once.
void coordinator::continue_adding(const std::shared_ptr<batch>& b) {
    if (b->is_complete()) return finish_adding(b);
    if (b->failures.empty()) return;
    for (const auto& host : std::exchange(b->hosts, {}))
        if (b->waiting.contains(host->number().value))
            b->hosts.push_back(host);
        else
            drop(host);
}

host_link::handlers coordinator::host_handlers(const std::shared_ptr<batch>& b) {
    return {[this, b](host_link& host) {
                b->waiting.erase(host.number().value);
                continue_adding(b);
            },
            [this](host_link&, const wire::FromHost& message) { take_host_message(message); },
            [this, b](host_link& host, const std::string& why) {
                if (!b->done) return host_lost(host, why);
                b->fail(host, errc::launch_failed, why);
                continue_adding(b);
            }};
}

/// Answers an add request, once: all hosts are ready, or some have failed and the others are ended again.
void coordinator::finish_adding(const std::shared_ptr<batch>& b) {
    if (!b->done) return;
    std::erase(adding_, b);
    const auto failure = failure_of(*b);
    for (const auto& host : b->hosts)
        failure ? drop(host) : host->accept();
    const auto done = std::move(b->done);
    b->done = nullptr;
    if (!failure) std::ranges::for_each(b->hosts, [this](const host_pointer& host) { remember(host); });
    b->hosts.clear();
    done(failure);
    // All other hosts were lost while these hosts were being added. If the first request of a virtual machine fails,
    // its command ends the virtual machine instead.
    if (hosts_.empty() && keeper_.state().has_lost_hosts) take_down(last_host_lost);
}

// Otherwise hosts that nobody waits for would join the virtual machine later, or hold their names until they fail.
void coordinator::abandon_adding(const void* command) {
    for (const auto& b : std::vector(adding_)) {
        if (b->command != command) continue;
        std::erase(adding_, b);
        b->done = nullptr;
        for (const auto& host : std::exchange(b->hosts, {}))
            drop(host);
    }
    if (hosts_.empty() && keeper_.state().has_lost_hosts) take_down(last_host_lost);
}

std::optional<net::error> coordinator::failure_of(const batch& b) const {
    if (!b.failures.empty()) return b.joined_failures();
    const std::string conflict = address_conflict(b);
    if (conflict.empty()) return std::nullopt;
    return net::error(errc::invalid_argument, conflict);
}

// Hosts that listen on a loopback address can only be reached from this computer. The hosts of other requests that are
// not finished are compared later: their addresses may be unknown, and they may fail.
std::string coordinator::address_conflict(const batch& b) const {
    host_pointer loopback;
    host_pointer outside;
    for (const auto& [number, host] : hosts_)
        if (host->is_member() || std::ranges::find(b.hosts, host) != b.hosts.end())
            (are_loopback(host->address()) ? loopback : outside) = host;
    if (!loopback || !outside) return "";
    return fmt::format("host {0} listens on {1}, which host {2} ({3}) cannot reach; set address= for host {0}",
                       loopback->name(), loopback->address(), outside->name(), outside->address());
}

}  // namespace banyan::daemon
