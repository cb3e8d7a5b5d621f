#include "daemon/coordinator/host_link.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "banyan/net/error.hpp"
#include "daemon/common/clock_us.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/kept_state.hpp"
#include "daemon/common/names.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/coordinator/placement.hpp"
#include "daemon/coordinator/reported_task.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

constexpr std::chrono::seconds start_limit{30};
/// Between SIGTERM and SIGKILL to what was started for a host.
constexpr std::chrono::seconds end_limit{5};
/// The longest text that a daemon may report about itself. The texts of its orders are shorter. With longer ones, the
/// list of all hosts might not fit into a message.
constexpr std::size_t most_fact_bytes = 4096;

void check_facts(const wire::HostReady& what) {
    for (const std::string* text : {&what.address(), &what.pvm_architecture(), &what.returned().name()})
        if (text->size() > most_fact_bytes)
            throw net::error(net::errc::protocol_violation,
                             fmt::format("its daemon reported a text of {} bytes about itself; at most {} are allowed",
                                         text->size(), most_fact_bytes));
    const auto is_printable_ascii = [](unsigned char c) { return c >= ' ' && c < 0x7f; };
    for (const std::string* text : {&what.address(), &what.pvm_architecture()})  // shown in lists
        if (!std::ranges::all_of(*text, is_printable_ascii))
            throw net::error(net::errc::protocol_violation,
                             "its daemon reported an address or a PVM_ARCH with bytes that are not printable ASCII");
}

// "" for a Unix-domain socket.
std::string tcp_address_of(const net::stream_socket& socket) {
    return socket.local_endpoint().protocol().family() == AF_UNIX ? "" : local_address(socket);
}

}  // namespace

host_link::host_link(asio::io_context& io, net::host_id number, const wire::HostToStart& how)
    : io_(io),
      number_(number),
      how_(how),
      address_(how.address()),
      own_computer_(how.command_size() == 0),
      watcher_end_(io),
      errors_(std::make_shared<daemon_errors>(io)),
      timer_(io) {}

host_link::host_link(asio::io_context& io, net::host_id number) : host_link(io, number, wire::HostToStart()) {
    how_.set_name(fmt::format("number {}", number.value));
}

std::vector<std::string> host_link::command() const {
    std::vector<std::string> words(how_.command().begin(), how_.command().end());
    if (words.empty()) words = {find_companion("banyand"), "host"};
    return words;
}

void host_link::launch(const wire::HostOrders& orders, handlers h) {
    handlers_ = std::move(h);
    program_pipes pipes;
    program_options options;
    options.dies_with_parent =
        !is_own_computer();  // a launcher that is still connecting must end; a daemon notices the end itself
    options.directory = how_.directory();
    child_ = start_program(command(), pipes, options);
    errors_->start(pipes.error);
    // The orders fit into the pipe. If the child does not read them, the time limit ends it.
    const std::string frame = net::control_frame(orders.SerializeAsString());
    [[maybe_unused]] const auto ignored = ::write(pipes.input, frame.data(), frame.size());
    ::close(pipes.input);
    expect_start(start_limit, [this] {
        lose(fmt::format("its daemon did not report within {} s; command: {}{}", start_limit.count(),
                         fmt::join(command(), " "), errors_->last_line()));
    });
}

void host_link::expect_start(std::chrono::milliseconds limit, std::function<void()> too_late) {
    const auto passed = [weak = weak_from_this(), too_late = std::move(too_late)] {
        const auto self = weak.lock();
        if (self && self->state_ != state::ready) too_late();
    };
    start_limit_ = std::make_shared<net::running_time_limit>(io_.get_executor(), limit, passed);
    start_limit_->start();
}

void host_link::expect_return(const known_host& known, handlers h) {
    handlers_ = std::move(h);
    comes_back_ = true;
    known_name_ = known.name;
    accepted_ = true;
    own_computer_ = known.watcher > 0;
    await_return();
    if (!own_computer_) return;
    child_ = known.watcher;
    if (parent_of(child_) != ::getppid())  // not a child of the keeper: another process has this number now
        return asio::post(io_, [self = shared_from_this()] { self->watcher_ended(); });
    watcher_end_.watch(child_, [self = shared_from_this()] { self->watcher_ended(); });
}

// A daemon of this computer that is slow, but neither dead nor stopped, has no time limit.
void host_link::await_return() {
    expect_start(keepalive_limit, [this] {
        const auto runs = [](pid_t pid) { return is_running(pid) && !is_stopped(pid); };
        if (own_computer_ && child_ != 0 && std::ranges::any_of(children_of(child_), runs)) return await_return();
        lose(fmt::format("its daemon did not reconnect within {} s after the restart of the coordinator",
                         std::chrono::duration_cast<std::chrono::seconds>(keepalive_limit).count()));
    });
}

void host_link::watcher_ended() {
    child_ = 0;
    watcher_end_.cancel();
    if (state_ == state::over) timer_.cancel();
    if (state_ == state::launching || state_ == state::connected) lose("its daemon died");
}

void host_link::accept() {
    accepted_ = true;
    wire::ToHost message;
    message.mutable_accepted();
    send(message);
}

void host_link::keep_speed(const wire::MeasuredSpeed& measured) {
    measured_speed_ = measured;
    wire::ToHost message;
    *message.mutable_keep_speed()->mutable_speed() = measured;
    send(message);
}

void host_link::connected(std::shared_ptr<control_stream> stream) {
    if (state_ != state::launching) return;
    state_ = state::connected;
    stream_ = std::move(stream);
    const auto self = shared_from_this();
    stream_->start([self](const std::string& body) { self->take(parse<wire::FromHost>(body)); },
                   [self](const std::string& why) {
                       if (self->stream_->refused_input()) return self->lose(why);
                       self->lose_connection();
                   });
    ping();  // at once: it shows the daemon that its proof was accepted
}

// A daemon that is not ready yet may connect again, or its process ends and its last line gives the reason.
void host_link::lose_connection() {
    const bool may_come = state_ == state::connected && (child_ != 0 || comes_back_);
    if (!may_come) return lose("its daemon died" + errors_->last_line_of_daemon());
    state_ = state::launching;
}

void host_link::ping() {
    wire::ToHost message;
    message.mutable_ping();
    clock_.sent(now_us());
    stream_->send(message);
}

void host_link::take(const wire::FromHost& message) {
    if (state_ == state::over) return;
    silence_.heard();
    const auto task = reported_task(message);
    if (task != net::task_id{} && task.host_part() != number_.value)
        throw net::error(
            net::errc::protocol_violation,
            fmt::format("its daemon sent a message about task {}, which is not on this host", task_name(task)));
    if (message.has_ready() && state_ == state::connected) {
        take_ready(message.ready());
    } else if (message.has_pong()) {
        clock_.answered(message.pong().clock_us(), now_us());
    } else if (message.has_failure()) {
        lose(message.failure().text());
    } else if (message.has_end_of_known() && state_ == state::reporting) {
        become_ready();
    } else if (state_ == state::ready || state_ == state::reporting) {
        const auto handler = handlers_.message;  // a copy, because the call may clear handlers_
        handler(*this, message);
    }
}

void host_link::take_ready(const wire::HostReady& what) {
    check_facts(what);
    daemon_ = what.pid();
    if (!what.address().empty()) address_ = what.address();
    take_pvm_facts(what);
    if (comes_back_) take_returned(what);
    slots_ = std::clamp(how_.slots() > 0 ? how_.slots() : what.cores(), 1, most_slots);
    if (what.has_returned())
        state_ = state::reporting;
    else
        become_ready();
}

// The name decides which host a command means, so a daemon cannot take the name of another host.
void host_link::take_returned(const wire::HostReady& what) {
    const auto& before = what.returned();
    if (!what.has_returned() || host_name_digest(before.name()) != known_name_)
        throw net::error(
            net::errc::protocol_violation,
            fmt::format("its daemon reported another name after the restart of the coordinator: '{}'", before.name()));
    if (!std::isfinite(before.speed()) || before.speed() < 0 || !std::isfinite(before.measured_speed().cells_per_s()))
        throw net::error(net::errc::protocol_violation,
                         "its daemon reported a speed that is not a number of 0 or more");
    how_.set_name(before.name());
    how_.set_slots(before.slots());
    how_.set_speed(before.speed());
    measured_speed_ = before.measured_speed();
    task_numbers_.reserve(std::min(before.last_local_task(), net::task_id::max_local));
}

// The PVM service listens at the address of the coordinator, so the address is not taken from what the daemon reports.
void host_link::take_pvm_facts(const wire::HostReady& what) {
    pvm_facts_.set_coordinator_address(tcp_address_of(stream_->socket()));
    pvm_facts_.set_pvm_architecture(what.pvm_architecture());
    pvm_facts_.set_pvm_data_signature(what.pvm_data_signature());
}

void host_link::describe_to_pvm(wire::Host& entry) const {
    entry.MergeFrom(pvm_facts_);
    if (!pvm_facts_.coordinator_address().empty()) entry.set_clock_ahead_us(clock_.ahead_us());
    entry.set_is_silent(state_ == state::ready && silence_.is_silent() && !is_busy());
}

void host_link::become_ready() {
    state_ = state::ready;
    start_limit_->cancel();
    watch();
    const auto handler = handlers_.ready;
    handler(*this);
}

// If a daemon of this computer dies, its connection ends; a long silence means that it is busy.
bool host_link::is_busy() const {
    return is_own_computer() && child_ != 0 && !is_stopped(daemon_);
}

void host_link::watch() {
    if (state_ != state::ready) return;
    if (silence_.tick() && !is_busy()) {
        const auto limit_s = std::chrono::duration_cast<std::chrono::seconds>(keepalive_limit).count();
        const std::string stopped = is_own_computer() ? fmt::format("; its daemon (pid {}) is stopped", daemon_) : "";
        return lose(fmt::format("no answer for {} s{}", limit_s, stopped));
    }
    ping();
    timer_.expires_after(keepalive_interval);
    timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (!cancelled) self->watch();
    });
}

void host_link::child_ended(pid_t pid, int wait_status) {
    if (pid != child_) return;
    child_ = 0;
    if (state_ == state::over) timer_.cancel();
    if (state_ == state::launching || state_ == state::connected)
        lose(fmt::format("its daemon did not start; the command {}: {}{}", describe_end(wait_status),
                         fmt::join(command(), " "), errors_->last_line()));
}

void host_link::send(const wire::ToHost& message) {
    if (state_ == state::ready) stream_->send(message);
}

void host_link::shut_down() {
    if (state_ == state::ready) {
        wire::ToHost message;
        message.mutable_shutdown();
        stream_->send(message);
        stream_->close_when_sent([] {});
        timer_.cancel();
    } else {
        end_child();
    }
    state_ = state::over;
    handlers_ = {};
}

// SIGTERM ends ssh and a starting daemon. A watcher ends all processes of its host when it gets SIGTERM.
void host_link::end_child() {
    timer_.cancel();
    if (start_limit_) start_limit_->cancel();
    if (child_ == 0) return;
    ::kill(child_, SIGTERM);
    timer_.expires_after(end_limit);
    timer_.async_wait([self = shared_from_this()](const error_code& cancelled) {
        if (!cancelled && self->child_ != 0) ::kill(self->child_, SIGKILL);
    });
}

void host_link::lose(const std::string& why) {
    if (state_ == state::over) return;
    state_ = state::over;
    if (stream_) stream_->close();
    end_child();
    errors_->close();
    const auto lost = std::move(handlers_.lost);
    handlers_ = {};
    lost(*this, why);
}

net::task_id host_link::next_task() {
    const auto id = [this](std::uint32_t number) { return net::task_id::make(number_.value, number); };
    const auto number =
        task_numbers_.next([&](std::uint32_t asked) { return task_exists_ && task_exists_(id(asked)); });
    if (number == 0)
        throw net::error(net::errc::resource_limit,
                         fmt::format("host {} has {} tasks, which is the limit", name(), net::task_id::max_local));
    return id(number);
}

}  // namespace banyan::daemon
