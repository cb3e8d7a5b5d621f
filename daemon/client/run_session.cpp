#include "daemon/client/run_session.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/client/line_relay.hpp"
#include "daemon/client/own_umask.hpp"
#include "daemon/client/program_parts.hpp"
#include "daemon/client/signal_watch.hpp"
#include "daemon/client/standard_input.hpp"
#include "daemon/common/grace.hpp"
#include "daemon/common/names.hpp"
#include "daemon/common/own_environment.hpp"

namespace banyan::daemon {

namespace asio = net::asio;

namespace {

/// Credit is given back for so many bytes of a task at a time. Less than the window of a task (daemon/host/task_relay),
/// so that what is held back never stops it.
constexpr std::size_t credit_batch_bytes = 32 * 1024;

wire::FromClient start_message(const run_request& request) {
    wire::FromClient message;
    auto& start = *message.mutable_start_run();
    start.set_tasks(request.tasks);
    start.set_per_host(request.per_host);
    for (const auto& host : request.hosts)
        start.add_hosts(host);
    std::error_code ignored;
    const auto here = std::filesystem::current_path(ignored);
    const bool named = !request.working_directory.empty();
    start.set_working_directory((named ? here / request.working_directory : here).string());
    start.set_directory_must_exist(named);
    start.set_wants_input(request.forward_stdin);
    start.set_umask(own_umask());
    if (request.grace) start.set_grace_ms(std::max<std::int64_t>(0, request.grace->count()));
    if (request.output_terminal) {
        start.mutable_output_terminal()->set_rows(request.output_terminal->rows);
        start.mutable_output_terminal()->set_columns(request.output_terminal->columns);
    }
    if (request.timeout) start.set_timeout_ms(std::max<std::int64_t>(1, request.timeout->count()));
    return message;
}

run_result result_of(const wire::RunEnded& ended) {
    run_result result{ended.status(), ended.text()};
    for (const auto& failure : ended.failures())
        result.failures.push_back({net::task_id{failure.task()}, failure.rank(), failure.host(), failure.status(),
                                   failure.text(), failure.follows()});
    return result;
}

class session {
  public:
    session(virtual_machine::connection& machine, const run_request& request, const output_handler& out)
        : machine_(machine), lines_(request.tasks == 1, out) {}

    run_result run(const run_request& request) {
        for (const auto& part : program_parts(request, own_environment())) {
            wire::FromClient message;
            *message.mutable_program() = part;
            machine_.send(message);
        }
        machine_.ask(start_message(request));
        std::optional<standard_input> input;
        std::optional<signal_watch> signals;
        std::function<void()> ask_waits;
        if (request.on_waits) ask_waits = [this] { send_waits_request(); };
        if (request.forward_signals)
            signals.emplace([this](int signal) { send_signal(signal); }, ask_waits,
                            request.grace.value_or(default_grace));
        if (request.forward_stdin)
            input.emplace([this](std::string data, bool end) { send_input(std::move(data), end); });
        for (;;) {
            const auto received = next();
            if (!received) return interrupted();
            const auto& message = *received;
            if (message.has_output()) take_output(message.output());
            if (message.has_input_taken() && input) input->taken(message.input_taken().bytes());
            if (message.has_waits() && request.on_waits) request.on_waits(from_wire(message.waits()));
            if (!message.has_run_ended()) continue;
            lines_.finish();
            return result_of(message.run_ended());
        }
    }

  private:
    // Where the machine is lost, what has come of unfinished lines is handed over: it may tell why.
    std::optional<wire::ToClient> next() {
        try {
            auto received = machine_.receive();
            if (received) virtual_machine::connection::throw_failure(*received);
            return received;
        } catch (const net::error&) {
            lines_.finish();
            throw;
        }
    }
    void take_output(const wire::RunOutput& output) {
        lines_.take(output.rank(), output.is_error(), output.data());
        auto& taken = taken_bytes_[output.rank()];
        taken += output.data().size();
        if (taken < credit_batch_bytes) return;
        wire::FromClient message;
        message.mutable_output_taken()->set_rank(output.rank());
        message.mutable_output_taken()->set_bytes(static_cast<std::uint32_t>(std::exchange(taken, 0)));
        machine_.send(message);
    }

    // In other threads: only the io_context may be touched there.
    void send_input(std::string data, bool end) {
        wire::FromClient message;
        message.mutable_input()->set_data(std::move(data));
        message.mutable_input()->set_end(end);
        asio::post(machine_.io(), [this, message] { machine_.send(message); });
    }
    void send_waits_request() {
        wire::FromClient message;
        message.mutable_list_waits();
        asio::post(machine_.io(), [this, message] { machine_.send(message); });
    }
    void send_signal(int signal) {
        wire::FromClient message;
        message.mutable_signal()->set_signal(signal);
        asio::post(machine_.io(), [this, message, signal] {
            machine_.send(message);
            if (!asks_to_end(signal)) return;
            if (asked_to_end_by_ == 0) asked_to_end_by_ = signal;
            machine_.end_if_stopped();
        });
    }
    // The coordinator cannot end the run now.
    run_result interrupted() {
        lines_.finish();
        const std::string end =
            machine_.is_own() ? "the coordinator is stopped and is killed, and the run with it"
                              : "the run ends when its coordinator goes on: " + machine_.coordinator().stopped_text();
        return {128 + asked_to_end_by_, fmt::format("interrupted by {}; {}", signal_name(asked_to_end_by_), end)};
    }

    virtual_machine::connection& machine_;
    line_relay lines_;
    std::map<int, std::size_t> taken_bytes_;  // by rank, for which no credit has been given back yet
    int asked_to_end_by_ = 0;
};

}  // namespace

run_result run_on(virtual_machine::connection& machine, const run_request& request, const output_handler& on_output) {
    if (request.command.empty()) throw net::error(net::errc::invalid_argument, "no program to run");
    session s(machine, request, on_output);
    const auto result = s.run(request);
    // What the other threads have posted refers to the session: let it go by before that ends.
    machine.io().restart();
    machine.io().poll();
    return result;
}

}  // namespace banyan::daemon
