#include "daemon/coordinator/coordinator.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <iterator>
#include <set>

#include "daemon/common/host_directory.hpp"
#include "daemon/common/names.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/pvm_address.hpp"
#include "daemon/common/pvm_vmid.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/pvm3/service_address.hpp"
#include "libnet/wire/handshake.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;
using net::errc;

namespace {

/// How often a virtual machine that ends checks whether its daemons have ended, and how many times.
constexpr std::chrono::milliseconds end_poll{10};
constexpr int most_end_polls = 250;

/// How many lost hosts `banyan hosts` shows, and the length of each reason.
constexpr std::size_t most_lost_hosts = 64, most_lost_bytes = 1000;

/// How often orphans of a lost host are searched for.
constexpr std::chrono::milliseconds orphan_poll{100};

}  // namespace

coordinator::coordinator(asio::io_context& io, std::string id, const std::filesystem::path& folder, keeper_link& keeper)
    : io_(io),
      id_(std::move(id)),
      folder_(folder),
      keeper_(keeper),
      secret_(keeper.state().secret),
      host_acceptor_(io, secret_,
                     [this](std::uint32_t number, std::shared_ptr<control_stream> stream) {
                         const auto found = hosts_.find(number);
                         if (found == hosts_.end() || found->second->is_over()) return send_shutdown(std::move(stream));
                         found->second->connected(std::move(stream));
                     }),
      last_host_(keeper.state().last_host),
      last_run_(keeper.state().last_run),
      plain_data_(keeper.state().plain_data),
      end_timer_(io) {
    host_acceptor_.adopt_unix(keeper.take_hosts_listener());
    for (const int listener : keeper.take_tcp_listeners())
        host_acceptor_.adopt_tcp(listener);
    host_acceptor_.on_new_listener([this](int listener) { keeper_.keep_listener(listener); });
}

coordinator::~coordinator() {
    net::wipe(secret_);
}

// ---- hosts

// Ends a daemon that an earlier coordinator was starting, or whose host is lost or has failed to start.
void coordinator::send_shutdown(std::shared_ptr<control_stream> stream) {
    wire::ToHost message;
    message.mutable_shutdown();
    stream->send(message);
    stream->close_when_sent([stream] {});
}

coordinator::host_pointer coordinator::find(const std::string& name) const {
    for (const auto& [number, host] : hosts_)
        if (host->name() == name) return host;
    return nullptr;
}

coordinator::host_pointer coordinator::member(const std::string& name) const {
    auto host = find(name);
    if (!host || !host->is_member()) throw net::error(errc::invalid_argument, fmt::format("unknown host {}", name));
    return host;
}

coordinator::host_pointer coordinator::make_host(const wire::HostToStart& how) {
    const net::host_id number{++last_host_};
    return keep_host(std::make_shared<host_link>(io_, number, how));
}

coordinator::host_pointer coordinator::keep_host(const host_pointer& host) {
    host->know_tasks([this](net::task_id task) { return run_with(task) != nullptr; });
    return hosts_[host->number().value] = host;
}

wire::HostOrders coordinator::orders_for(const host_link& host, const wire::HostToStart& how) {
    wire::HostOrders orders;
    orders.set_version(net::handshake::protocol_version);
    orders.set_virtual_machine(id_);
    orders.set_secret(secret_.data(), secret_.size());
    orders.set_number(host.number().value);
    orders.set_name(how.name());
    orders.set_address(how.address());
    orders.set_plain_data(plain_data_);
    orders.set_slots(how.slots());
    orders.set_speed(how.speed());
    orders.set_on_own_computer(host.is_own_computer());
    orders.set_pvm_vmid(how.pvm_vmid().empty() ? own_vmid() : how.pvm_vmid());
    if (how.coordinator_address().empty()) {
        orders.set_coordinator_path(hosts_socket(id_).string());
    } else {
        orders.set_coordinator_endpoint(host_acceptor_.listen_tcp(how.coordinator_address()));
    }
    return orders;
}

// From now on a restarted coordinator knows the host, and it is not a lost one.
void coordinator::remember(const host_pointer& host) {
    keeper_.state().names.at(host->number().value) = host_name_digest(host->name());  // before its number
    keeper_.state().hosts[host->number().value] =
        host->is_own_computer() ? host->process() : kept_state::started_elsewhere;
    std::erase_if(lost_, [&](const wire::LostHost& known) { return known.name() == host->name(); });
}

void coordinator::forget(net::host_id host) {
    if (keeper_.state().hosts[host.value].exchange(0) != 0) keeper_.state().has_lost_hosts = true;
}

void coordinator::note_lost(const std::string& host, const std::string& why) {
    std::erase_if(lost_, [&](const wire::LostHost& known) { return known.name() == host; });
    if (lost_.size() == most_lost_hosts) lost_.erase(lost_.begin());
    wire::LostHost lost;
    lost.set_name(host);
    lost.set_why(why.substr(0, most_lost_bytes));
    lost_.push_back(std::move(lost));
}

void coordinator::drop(const host_pointer& host) {
    forget(host->number());
    hosts_.erase(host->number().value);
    host->shut_down();
    if (!host->is_gone()) ending_.push_back(host);
}

// If daemon, spawner and watcher of a local host die at once, descendants of their tasks remain. The next subreaper is
// then their parent: the coordinator, or the keeper if an earlier coordinator started the daemon. When one of them is
// killed, its children appear, so the search is repeated for some time.
void coordinator::end_orphans(net::host_id host, int rounds) {
    const std::string attach_path = attach_socket(host_directory(folder_, host.value));
    auto orphans = children();
    if (const pid_t keeper = keeper_.keeper(); keeper != 0)
        std::ranges::copy(children_of(keeper), std::back_inserter(orphans));
    for (const pid_t orphan : orphans)
        if (marked_task(orphan, attach_path) != net::task_id{}) ::kill(orphan, SIGKILL);
    if (rounds == 0) return;
    const auto timer = std::make_shared<asio::steady_timer>(io_, orphan_poll);
    timer->async_wait([this, timer, host, rounds](const error_code& cancelled) {
        if (!cancelled) end_orphans(host, rounds - 1);
    });
}

void coordinator::host_lost(host_link& host, const std::string& why) {
    const auto found = hosts_.find(host.number().value);
    if (found == hosts_.end()) return;
    const auto kept = found->second;
    forget(host.number());
    note_lost(kept->name(), why);
    hosts_.erase(found);
    if (!kept->is_gone()) ending_.push_back(kept);
    const auto runs = runs_;
    for (const auto& [number, r] : runs)
        r->host_lost(host, why);
    end_orphans(host.number(), orphan_rounds);
    if (hosts_.empty()) take_down(last_host_lost);
}

void coordinator::remove_hosts(const wire::RemoveHosts& request) {
    std::set<std::string> names(request.names().begin(), request.names().end());
    std::vector<host_pointer> chosen;
    for (const auto& name : names)
        chosen.push_back(member(name));
    const auto members = std::ranges::count_if(hosts_, [](const auto& entry) { return entry.second->is_member(); });
    if (std::ssize(chosen) >= members)
        throw net::error(errc::invalid_argument,
                         "the last host cannot be deleted; banyan down ends the virtual machine");
    for (const auto& host : chosen)
        remove(host, "it was deleted from the virtual machine");
}

void coordinator::remove(const host_pointer& host, const std::string& why) {
    const auto runs = runs_;
    drop(host);
    for (const auto& [number, r] : runs)
        r->host_lost(*host, why);
}

void coordinator::keep_speeds(const wire::KeepSpeeds& request) {
    std::vector<host_pointer> chosen;
    for (const auto& one : request.hosts()) {
        chosen.push_back(member(one.host()));
        if (!std::isfinite(one.speed().cells_per_s()))
            throw net::error(errc::invalid_argument, fmt::format("host {}: its speed is not a number", one.host()));
    }
    for (std::size_t i = 0; i < chosen.size(); ++i)
        chosen[i]->keep_speed(request.hosts(static_cast<int>(i)).speed());
}

void coordinator::child_ended(pid_t pid, int wait_status) {
    if (pid == pvm_service_) pvm_service_ = 0;
    const auto hosts = hosts_;
    for (const auto& [number, host] : hosts)
        host->child_ended(pid, wait_status);
    for (const auto& host : ending_)
        host->child_ended(pid, wait_status);
    forget_ended();
}

// The processes of ending hosts need not be children of this coordinator, so all of these hosts are checked.
void coordinator::forget_ended() {
    std::erase_if(ending_, [](const host_pointer& host) { return host->is_gone(); });
}

// The service is a child of the coordinator, so that it lives longer than the task that asked for it. It gets the
// secret on its standard input, a pipe that has room for the secret.
void coordinator::start_pvm_service() {
    program_pipes pipes;
    pvm_service_ = start_program({find_companion("banyand"), "pvm", id_}, pipes);
    [[maybe_unused]] const auto written = ::write(pipes.input, secret_.data(), secret_.size());
    ::close(pipes.input);
    ::close(pipes.error);
}

void coordinator::serve_pvm(const wire::ServePvm& request) {
    const auto found = hosts_.find(request.host());
    if (found == hosts_.end())
        throw net::error(errc::invalid_argument, fmt::format("unknown host number {}", request.host()));
    wire::ToHost message;
    message.mutable_pvm_service_at()->set_endpoint(request.endpoint());
    found->second->send(message);
}

// A service that an earlier coordinator has started still has its socket.
bool coordinator::has_pvm_service() const {
    return pvm_service_ > 0 || pvm::is_running(folder_ / pvm3::service_socket_name);
}

void coordinator::take_host_message(const wire::FromHost& message) {
    if (!message.has_want_pvm_service()) return tell_runs(message);
    if (has_pvm_service()) return;
    std::error_code ignored;
    std::filesystem::remove(folder_ / pvm3::service_socket_name, ignored);  // of a service that was killed
    try {
        start_pvm_service();
    } catch (const net::error&) {  // an error of this computer, not of the host; its relay gives up after a while
    }
}

// ---- the end

void coordinator::take_down(const std::string& why) {
    if (down_) return;
    down_ = true;
    keeper_.ending();
    if (pvm_service_ > 0) ::kill(pvm_service_, SIGTERM);
    std::error_code ignored;
    std::filesystem::remove(folder_ / control_socket_name, ignored);  // so that new commands do not find it
    host_acceptor_.close();
    const auto runs = runs_;
    const auto hosts = hosts_;
    for (const auto& [index, r] : runs)
        r->end_early("the virtual machine has ended: " + why);
    for (const auto& [number, host] : hosts) {
        drop(host);
        for (const auto& [index, r] : runs)
            r->host_lost(*host, "the virtual machine has ended");
    }
    adding_.clear();
    wait_for_daemons(most_end_polls);
}

void coordinator::wait_for_daemons(int polls) {
    forget_ended();
    if (ending_.empty() || polls == 0) return finish();
    end_timer_.expires_after(end_poll);
    end_timer_.async_wait([this, polls](const error_code&) { wait_for_daemons(polls - 1); });
}

void coordinator::finish() {
    if (on_end_) std::exchange(on_end_, nullptr)();
}

}  // namespace banyan::daemon
