#include "daemon/host/host_daemon.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <new>
#include <thread>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/common/clock_us.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/control_stream.hpp"
#include "daemon/common/host_directory.hpp"
#include "daemon/common/process_limits.hpp"
#include "daemon/common/processes.hpp"
#include "libnet/joining/attach_protocol.hpp"
#include "libnet/pvm3/own_host.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using boost::system::error_code;

namespace {

/// For sending the reason of the end to the coordinator. A broken network must not delay the end.
constexpr std::chrono::seconds failure_limit{1};

/// The limit of a message of a task, except a report: messages of a run contain those of many tasks.
constexpr std::size_t most_message_bytes = 8192;

task_relay::options relay_options(const wire::StartTask& order) {
    task_relay::options o{
        .wants_input = order.wants_input(), .output_terminal = std::nullopt, .joined_output = order.joined_output()};
    if (order.has_output_terminal())
        o.output_terminal = terminal_size{order.output_terminal().rows(), order.output_terminal().columns()};
    return o;
}

wire::SpawnTask spawn_order(const wire::StartTask& order, const std::filesystem::path& folder) {
    wire::SpawnTask spawn;
    spawn.set_task(order.task());
    spawn.set_run(order.run());
    spawn.add_environment(std::string(net::daemon_socket_variable) + "=" + attach_socket(folder).string());
    spawn.add_environment(std::string(net::task_variable) + "=" + std::to_string(order.task()));
    spawn.add_environment(std::string(net::rank_variable) + "=" + std::to_string(order.rank()));
    spawn.add_environment(std::string(net::size_variable) + "=" + std::to_string(order.size()));
    spawn.add_environment(std::string(net::local_rank_variable) + "=" + std::to_string(order.rank_on_host()));
    spawn.add_environment(std::string(net::local_size_variable) + "=" + std::to_string(order.tasks_on_host()));
    return spawn;
}

}  // namespace

host_daemon::host_daemon(asio::io_context& io, wire::HostOrders orders, const std::filesystem::path& folder,
                         const started_spawner& spawner, std::shared_ptr<control_stream> coordinator)
    : io_(io),
      orders_(std::move(orders)),
      folder_(folder),
      spawner_pid_(spawner.pid),
      spawner_(io, spawner.socket),
      coordinator_(io, orders_, std::move(coordinator)),
      attach_(io, attach_socket(folder),
              {[this](std::uint32_t id, const auto& stream) { return answer_attach(id, stream); },
               [this](std::uint32_t id) { tell_attached(id); },
               [this](std::uint32_t id, const net::control::ToDaemon& message) { take_task_message(id, message); }}),
      watch_(io) {
    if (orders_.coordinator_endpoint().empty()) return;
    pvm_.emplace(io, orders_, folder, [this] {
        wire::FromHost message;
        message.mutable_want_pvm_service();
        coordinator_.send(message);
    });
}

void host_daemon::start() {
    spawner_.start([this](const wire::FromSpawner& report) { take_report(report); },
                   [this] { end("its spawner died"); });
    coordinator_.start({[this](const wire::ToHost& message) { take(message); }, [this] { hold_output(); },
                        [this] { tell_known(); }, [this] { stop(); }});
    attach_.start();
    if (pvm_) pvm_->start();
    coordinator_.send(ready_message());
    watch_others();
}

wire::FromHost host_daemon::ready_message() const {
    wire::FromHost message;
    auto& ready = *message.mutable_ready();
    ready.set_pid(::getpid());
    ready.set_cores(static_cast<int>(std::max(1u, std::thread::hardware_concurrency())));
    ready.set_address(orders_.address());
    ready.set_watcher(::getppid());
    ready.set_pvm_architecture(pvm3::own_architecture);
    ready.set_pvm_data_signature(pvm3::own_data_signature);
    return message;
}

void host_daemon::hold_output() {
    for (auto& [id, t] : tasks_)
        if (t.relay) t.relay->hold();
}

void host_daemon::tell_known() {
    wire::FromHost message = ready_message();
    auto& returned = *message.mutable_ready()->mutable_returned();
    returned.set_name(orders_.name());
    returned.set_slots(orders_.slots());
    returned.set_speed(orders_.speed());
    *returned.mutable_measured_speed() = measured_speed_;
    returned.set_on_own_computer(orders_.on_own_computer());
    returned.set_accepted(coordinator_.is_accepted());
    returned.set_last_local_task(ledger_.last_local_task());
    coordinator_.send(message);
    for (const auto& known : ledger_.all_known(task_ledger::clock::now()))
        coordinator_.send(known);
    if (pvm_) pvm_->ask_again();
}

void host_daemon::tell(const wire::FromHost& message) {
    if (ledger_.note(message)) coordinator_.send(message);
}

// If the coordinator cannot be reached any more, this part of the virtual machine must end. The folder on the computer
// of the coordinator is watched by the coordinator.
void host_daemon::watch_others() {
    watch_.expires_after(keepalive_interval);
    watch_.async_wait([this](const error_code& cancelled) {
        if (cancelled || ending_ || stopping_) return;
        const auto limit_s = std::chrono::duration_cast<std::chrono::seconds>(keepalive_limit).count();
        if (coordinator_.is_silent())
            return end(fmt::format("it had no answer from the coordinator for {} s", limit_s));
        if (spawner_stop_.tick(is_stopped(spawner_pid_)))
            return end(fmt::format("its spawner (pid {}) has been stopped for {} s", spawner_pid_, limit_s));
        if (const auto removed = removed_text(folder_); !removed.empty() && !orders_.on_own_computer() && is_idle())
            return end(removed);
        watch_others();
    });
}

void host_daemon::end(const std::string& why) {
    if (ending_ || stopping_) return;
    ending_ = true;
    wire::FromHost message;
    message.mutable_failure()->set_text(why);
    coordinator_.send(message);
    coordinator_.close_when_sent([this] { stop(); });
    watch_.expires_after(failure_limit);
    watch_.async_wait([this](const error_code&) { stop(); });
}

void host_daemon::stop() {
    if (stopping_) return;
    stopping_ = true;
    spawner_.close();
    io_.stop();
}

host_daemon::task* host_daemon::find(std::uint32_t id) {
    const auto found = tasks_.find(id);
    return found == tasks_.end() ? nullptr : &found->second;
}

void host_daemon::take(const wire::ToHost& message) {
    if (message.has_ping()) {
        wire::FromHost answer;
        answer.mutable_pong()->set_clock_us(now_us());
        return coordinator_.send(answer);
    }
    if (message.has_shutdown()) return stop();
    if (message.has_accepted()) return coordinator_.accept();
    if (message.has_program()) return spawner_.add_program_part(message.program());
    if (message.has_start()) return start_task(message.start());
    if (message.has_signal()) {
        ledger_.take_signal(message.signal());
        return spawner_.signal(message.signal());
    }
    if (message.has_pvm_service_at() && pvm_) pvm_->serve(message.pvm_service_at().endpoint());
    take_record(message);
    take_run_message(message);
    take_task_order(message);
}

// Stores what only a restarted coordinator needs.
void host_daemon::take_record(const wire::ToHost& message) {
    if (message.has_run_record()) ledger_.take_record(message.run_record(), task_ledger::clock::now());
    if (message.has_run_ending()) ledger_.take_ending(message.run_ending(), task_ledger::clock::now());
    if (message.has_task_over()) ledger_.take_task_over(message.task_over());
    if (message.has_keep_speed()) measured_speed_ = message.keep_speed().speed();
}

void host_daemon::take_task_order(const wire::ToHost& message) {
    const auto relay_of = [this](std::uint32_t id) {
        const auto* t = find(id);
        return t == nullptr ? nullptr : t->relay;
    };
    if (message.has_input()) {
        const auto& input = message.input();
        if (!ledger_.take_input(input)) return;
        if (const auto relay = relay_of(input.task())) relay->input(input.data(), input.end());
    } else if (message.has_output_taken()) {
        if (const auto relay = relay_of(message.output_taken().task()))
            relay->output_taken(message.output_taken().bytes());
    } else if (message.has_resume_output()) {
        const auto& resume = message.resume_output();
        if (const auto relay = relay_of(resume.task())) relay->resume(resume.received(), resume.credited());
    } else if (message.has_discard()) {
        if (const auto relay = relay_of(message.discard().task())) relay->discard();
    }
}

void host_daemon::take_run_message(const wire::ToHost& message) {
    net::control::ToTask forwarded;
    if (message.has_table()) {
        if (!ledger_.take_table(message.table())) return;
        tell_run(message.table().run(), ledger_.find_run(message.table().run())->table);
    } else if (message.has_loss()) {
        if (!ledger_.take_loss(message.loss())) return;
        *forwarded.mutable_loss() = message.loss().loss();
        tell_run(message.loss().run(), forwarded);
    } else if (message.has_task_loss()) {
        *forwarded.mutable_loss() = message.task_loss().loss();
        const auto* t = find(message.task_loss().task());
        if (t != nullptr && t->stream) t->stream->send(forwarded);
    } else if (message.has_report_request()) {
        *forwarded.mutable_report_request() = message.report_request().request();
        tell_run(message.report_request().run(), forwarded);
    } else if (message.has_run_over()) {
        forget_run(message.run_over());
    }
}

void host_daemon::forget_run(const wire::RunOver& over) {
    for (const auto id : ledger_.take_run_over(over)) {
        if (const auto relay = tasks_[id].relay) relay->discard();
        tasks_.erase(id);
    }
    spawner_.forget_program(over);
}

void host_daemon::take_task_message(std::uint32_t id, const net::control::ToDaemon& message) {
    if (!message.has_report() && message.ByteSizeLong() > most_message_bytes)
        throw net::error(net::errc::protocol_violation, "a message of a task is too long");
    wire::FromHost told;
    if (message.has_publish()) {
        told.mutable_published()->set_task(id);
        *told.mutable_published()->mutable_endpoints() = message.publish();
    } else if (message.has_leave()) {
        told.mutable_left()->set_task(id);
    } else if (message.has_failure()) {
        told.mutable_failed()->set_task(id);
        *told.mutable_failed()->mutable_failure() = message.failure();
    } else if (message.has_gave_up()) {
        told.mutable_gave_up()->set_task(id);
        *told.mutable_gave_up()->mutable_gave_up() = message.gave_up();
    } else if (message.has_report()) {
        told.mutable_report()->set_task(id);
        *told.mutable_report()->mutable_report() = message.report();
    }
    tell(told);
}

void host_daemon::tell_run(int number, const net::control::ToTask& message) {
    for (auto& [id, t] : tasks_)
        if (t.run == number && t.stream) t.stream->send(message);
}

void host_daemon::start_task(const wire::StartTask& order) {
    if (!ledger_.take_order(order)) return;
    tasks_[order.task()].run = order.run();
    std::array<int, 3> theirs{-1, -1, -1};
    try {
        if (const auto removed = removed_text(folder_); !removed.empty())
            throw net::error(net::errc::launch_failed, removed);
        auto relay = std::make_shared<task_relay>(io_, relay_options(order), theirs);
        tasks_[order.task()].relay = relay;
        relay_output(order.task(), relay);  // before the first input can arrive
        spawner_.spawn(spawn_order(order, folder_), theirs);
    } catch (const std::exception& failed) {
        for (const int fd : theirs)
            if (fd >= 0) ::close(fd);
        const bool memory = dynamic_cast<const std::bad_alloc*>(&failed) != nullptr;
        wire::TaskNotStarted what;
        what.set_task(order.task());
        what.set_text(memory ? memory_shortage_text() : failed.what());
        what.set_status(1);
        report_not_started(what);
    }
}

void host_daemon::report_not_started(const wire::TaskNotStarted& what) {
    auto* t = find(what.task());
    if (t == nullptr || !ledger_.may_live(what.task())) return;
    if (const auto relay = std::exchange(t->relay, nullptr)) relay->discard();
    wire::FromHost message;
    *message.mutable_not_started() = what;
    tell(message);
}

void host_daemon::take_report(const wire::FromSpawner& report) {
    if (report.has_not_started()) return report_not_started(report.not_started());
    if (report.has_started()) {
        wire::FromHost message;
        *message.mutable_started() = report.started();
        tell(message);
    } else if (report.has_died()) {
        const auto* t = find(report.died().task());
        if (t == nullptr) return;
        // Its messages come first, such as Leave. Some of them may still be in its socket.
        const auto stream = t->stream;
        if (!stream) return report_death(report.died());
        stream->drain([this, died = report.died()] { report_death(died); });
    }
}

void host_daemon::report_death(const wire::TaskDied& died) {
    auto* t = find(died.task());
    if (t == nullptr) return;
    t->stream.reset();
    wire::FromHost message;
    *message.mutable_died() = died;
    tell(message);
    if (const auto relay = t->relay) relay->process_died();
}

void host_daemon::relay_output(std::uint32_t id, const std::shared_ptr<task_relay>& relay) {
    relay->start({[this, id](bool is_error, std::string& data) {
                      wire::FromHost message;
                      message.mutable_output()->set_task(id);
                      message.mutable_output()->set_is_error(is_error);
                      message.mutable_output()->set_data(std::move(data));
                      coordinator_.send(message);
                      data = std::move(*message.mutable_output()->mutable_data());
                  },
                  [this, id](std::size_t bytes) {
                      wire::FromHost message;
                      message.mutable_input_taken()->set_task(id);
                      message.mutable_input_taken()->set_bytes(static_cast<std::uint32_t>(bytes));
                      tell(message);
                  },
                  [this, id] {
                      const auto* known = ledger_.find_task(id);
                      if (known == nullptr) return;
                      wire::FromHost message;
                      message.mutable_ended()->set_task(id);
                      message.mutable_ended()->set_wait_status(known->known.wait_status());
                      tell(message);
                  }});
}

net::control::ToTask host_daemon::answer_attach(std::uint32_t id, const std::shared_ptr<control_stream>& stream) {
    net::control::ToTask answer;
    auto* t = find(id);
    const bool is_here = t != nullptr && ledger_.may_live(id);
    if (!is_here || t->stream) {
        answer.mutable_refusal()->set_text(is_here ? "a process has already attached as this task, which has only one "
                                                     "session; start the next program by another `banyan run`"
                                                   : "this host has no such task");
        return answer;
    }
    const auto& order = ledger_.find_task(id)->order;
    t->stream = stream;
    auto& facts = *answer.mutable_facts();
    facts.set_task(id);
    facts.set_rank(order.rank());
    facts.set_size(order.size());
    facts.set_host(orders_.name());
    for (const auto& address : split_addresses(orders_.address()))
        facts.add_data_addresses(address);
    facts.set_socket_directory(folder_.string());
    facts.set_secret(orders_.secret());
    facts.set_plain_data(orders_.plain_data());
    facts.set_tasks_on_host(order.tasks_on_host());
    return answer;
}

// Sends what the other tasks of the run were told before this task attached.
void host_daemon::tell_attached(std::uint32_t id) {
    const auto* t = find(id);
    if (t == nullptr) return;
    const auto* run = ledger_.find_run(t->run);
    if (run == nullptr) return;
    for (const auto& loss : run->known.losses()) {
        net::control::ToTask forwarded;
        *forwarded.mutable_loss() = loss;
        t->stream->send(forwarded);
    }
    if (run->known.has_table()) t->stream->send(run->table);
}

}  // namespace banyan::daemon
