#include "daemon/client/run_session.hpp"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <optional>
#include <utility>

#include "banyan/net/error.hpp"
#include "daemon/client/deadlock_watch.hpp"
#include "daemon/client/kept_input.hpp"
#include "daemon/client/line_relay.hpp"
#include "daemon/client/output_position.hpp"
#include "daemon/client/program_parts.hpp"
#include "daemon/client/run_signals.hpp"
#include "daemon/client/run_token.hpp"
#include "daemon/client/signal_watch.hpp"
#include "daemon/client/standard_input.hpp"
#include "daemon/common/end_signals.hpp"
#include "daemon/common/names.hpp"
#include "daemon/common/own_process.hpp"

namespace banyan::daemon {

namespace asio = net::asio;

namespace {

wire::FromClient start_message(const run_request& request) {
    wire::FromClient message;
    auto& start = *message.mutable_start_run();
    start.set_token(make_run_token());
    start.set_tasks(request.tasks);
    start.set_per_host(request.per_host);
    for (const auto& host : request.hosts)
        start.add_hosts(host);
    start.set_wants_input(request.forward_stdin);
    if (request.grace) start.set_grace_ms(std::max<std::int64_t>(0, request.grace->count()));
    if (request.output_terminal) {
        start.mutable_output_terminal()->set_rows(request.output_terminal->rows);
        start.mutable_output_terminal()->set_columns(request.output_terminal->columns);
    }
    if (request.timeout) start.set_timeout_ms(std::max<std::int64_t>(1, request.timeout->count()));
    return message;
}

std::vector<wire::ProgramPart> program_of(const run_request& request) {
    auto parts = program_parts(request, own_environment());
    auto& first = parts.front();
    std::error_code ignored;
    const auto here = std::filesystem::current_path(ignored);
    const bool named = !request.working_directory.empty();
    first.set_working_directory((named ? here / request.working_directory : here).string());
    first.set_directory_must_exist(named);
    first.set_search_list(request.search_list);
    first.set_umask(own_umask());
    return parts;
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
    session(virtual_machine::connection& connection, const run_request& request, const output_handler& out)
        : connection_(connection),
          request_(request),
          out_(out),
          shown_([this](const output_block& block) { show(block); }),
          lines_(request.tasks == 1, shown_),
          program_(program_of(request)),
          start_(start_message(request)),
          question_timer_(connection.io()) {}

    // Handlers that the other threads have posted refer to this object, so they run before it is destroyed.
    ~session() {
        signals_.reset();
        input_.reset();
        try {
            question_timer_.cancel();
            connection_.io().restart();
            connection_.io().poll();
        } catch (const std::exception&) {  // the connection is broken; its next use reports it
        }
    }
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    run_result run() {
        auto result = run_until_end();
        if (unwritten_) throw net::error(*unwritten_);
        return result;
    }

  private:
    run_result run_until_end() {
        connection_.ask([this] { send_start(); });
        position_ = output_position(request_.tasks);
        const virtual_machine::connection::reconnecting again(connection_, [this] { resume_run(); });
        start_input();
        start_deadlock_watch();
        for (;;) {
            const auto received = next();
            if (!received) return interrupted();
            const auto& message = *received;
            if (message.has_run_started()) take_return(message.run_started());
            if (message.has_output()) take_output(message.output());
            if (message.has_input_taken()) take_input_taken(message.input_taken().bytes());
            if (message.has_waits() && request_.on_waits) request_.on_waits(from_wire(message.waits()));
            if (message.has_checked_waits()) take_checked_waits(from_wire(message.checked_waits()));
            if (!message.has_run_ended()) continue;
            lines_.finish();
            send_result_taken();
            return result_of(message.run_ended());
        }
    }
    void send_start() {
        for (const auto& part : program_) {
            wire::FromClient message;
            *message.mutable_program() = part;
            connection_.send(message);
        }
        connection_.send(start_);
        start_.mutable_start_run()->set_is_again(true);
    }
    void start_input() {
        std::function<void()> ask_waits;
        if (request_.on_waits) ask_waits = [this] { send_waits_request(); };
        if (request_.forward_signals)
            signals_.emplace([this](int signal) { post_signal(signal); }, ask_waits,
                             request_.grace.value_or(default_grace));
        if (request_.forward_stdin)
            input_.emplace([this](std::string data, bool end) { post_input(std::move(data), end); });
    }
    // If the virtual machine is lost, unfinished lines are passed on, because they may show the reason.
    std::optional<wire::ToClient> next() {
        try {
            auto received = connection_.receive();
            if (received) virtual_machine::connection::throw_failure(*received);
            return received;
        } catch (const net::error&) {
            lines_.finish();
            throw;
        }
    }

    // The coordinator was restarted: it must know what this command has received. All messages of the last coordinator
    // have been handled.
    void resume_run() {
        auto& start = *start_.mutable_start_run();
        start.mutable_received()->Assign(position_.received().begin(), position_.received().end());
        start.mutable_credited()->Assign(position_.credited().begin(), position_.credited().end());
        start.set_asked_to_end_by(sent_signals_.begin_return());
        kept_input_.hold();
        send_start();
    }
    void take_return(const wire::RunStarted& started) {
        virtual_machine::connection::print_line(connection_.restart_text() + "; the run continues");
        for (const int signal : sent_signals_.end_return())
            send_signal(signal);
        if (!input_) return;
        auto rest = kept_input_.resume(started.input_received(), started.input_taken(), started.input_ended());
        input_->taken(rest.newly_taken);
        if (!rest.data.empty() || rest.end) send_input(std::move(rest.data), rest.end);
    }

    // The tasks are asked from this thread, while next() waits.
    void start_deadlock_watch() {
        if (!request_.on_deadlock) return;
        deadlocks_.emplace(request_.quiet_time, deadlock_watch::clock::now());
        await_question();
    }
    void await_question() {
        const auto when = deadlocks_->next();
        is_question_awaited_ = when.has_value();
        if (!when) return;
        question_timer_.expires_at(*when);
        question_timer_.async_wait([this](const boost::system::error_code& cancelled) {
            if (!cancelled) ask_if_quiet();
        });
    }
    void ask_if_quiet() {
        const auto now = deadlock_watch::clock::now();
        const auto when = deadlocks_->next();
        if (when && *when <= now) {
            deadlocks_->note_request(now);
            wire::FromClient message;
            message.mutable_check_waits();
            connection_.send(message);
        }
        await_question();
    }
    void take_checked_waits(const std::vector<task_waits>& tasks) {
        if (!deadlocks_) return;
        const auto cycle = deadlocks_->take(tasks, deadlock_watch::clock::now());
        if (!cycle.empty()) request_.on_deadlock(tasks, cycle);
        await_question();
    }
    // Output may come often, so it does not change the timer: ask_if_quiet() does that when the timer ends.
    void note_output() {
        if (!deadlocks_) return;
        deadlocks_->note_output(deadlock_watch::clock::now());
        if (!is_question_awaited_) await_question();
    }

    void take_output(const wire::RunOutput& output) {
        note_output();
        const auto credit = position_.take(output.rank(), output.data().size());
        lines_.take(output.rank(), output.is_error(), output.data());
        if (credit == 0) return;
        wire::FromClient message;
        message.mutable_output_taken()->set_rank(output.rank());
        message.mutable_output_taken()->set_bytes(static_cast<std::uint32_t>(credit));
        connection_.send(message);
    }
    // When the user ends the run, the reader of its output may end too, as in `banyan run | tee`. Then the output is
    // dropped, so that the tasks have their time to end. They also have it if the disk is full.
    void show(const output_block& block) {
        try {
            out_(block);
        } catch (const net::error& failed) {
            if (failed.which() != net::errc::closed) throw;
            if (!is_asked_to_end_) end_unwritten(failed);
        }
    }
    void end_unwritten(const net::error& why) {
        unwritten_.emplace(why);
        is_asked_to_end_ = true;
        if (sent_signals_.take(SIGTERM, connection_.is_connected())) send_signal(SIGTERM);
        connection_.end_if_stopped();
    }
    void take_input_taken(std::size_t bytes) {
        if (!input_) return;
        kept_input_.taken(bytes);
        input_->taken(bytes);
    }
    void send_input(std::string data, bool end) {
        wire::FromClient message;
        message.mutable_input()->set_data(std::move(data));
        message.mutable_input()->set_end(end);
        connection_.send(message);
    }
    void send_signal(int signal) {
        wire::FromClient message;
        message.mutable_signal()->set_signal(signal);
        connection_.send(message);
    }
    void send_result_taken() {
        wire::FromClient message;
        message.mutable_result_taken();
        connection_.send(message);
        connection_.flush();
    }

    // The next three functions run in other threads, where only the io_context may be used.
    void post_input(std::string data, bool end) {
        asio::post(connection_.io(), [this, data = std::move(data), end]() mutable {
            if (kept_input_.add(data, end)) send_input(std::move(data), end);
        });
    }
    void send_waits_request() {
        wire::FromClient message;
        message.mutable_list_waits();
        asio::post(connection_.io(), [this, message] { connection_.send(message); });
    }
    void post_signal(int signal) {
        if (asks_to_end(signal)) {
            is_asked_to_end_ = true;
            ::signal(SIGPIPE, SIG_IGN);  // until the end of this process: its last lines go to the same reader
        }
        asio::post(connection_.io(), [this, signal] {
            if (sent_signals_.take(signal, connection_.is_connected())) send_signal(signal);
            if (asks_to_end(signal)) connection_.end_if_stopped();
            if (signals_) signals_->handled();
        });
    }
    // The coordinator is stopped, so it cannot end the run now.
    run_result interrupted() {
        lines_.finish();
        const std::string end = connection_.is_own() ? "the coordinator is stopped; it is killed, and the run with it"
                                                     : "the run ends when its coordinator continues: " +
                                                           connection_.coordinator().stopped_text();
        const int by = sent_signals_.asked_to_end_by();
        return {128 + by, fmt::format("interrupted by {}; {}", signal_name(by), end)};
    }

    virtual_machine::connection& connection_;
    const run_request& request_;
    const output_handler& out_;
    const output_handler shown_;
    line_relay lines_;
    output_position position_{0};
    kept_input kept_input_;
    run_signals sent_signals_;
    const std::vector<wire::ProgramPart> program_;
    wire::FromClient start_;
    std::optional<standard_input> input_;
    std::optional<signal_watch> signals_;
    std::optional<deadlock_watch> deadlocks_;
    asio::steady_timer question_timer_;         // until the tasks may have to be asked what they wait for
    bool is_question_awaited_ = false;          // the timer runs
    std::atomic<bool> is_asked_to_end_{false};  // by a signal to this command, or because output cannot be written
    std::optional<net::error> unwritten_;       // why output cannot be written
};

}  // namespace

run_result run_on(virtual_machine::connection& connection, const run_request& request,
                  const output_handler& on_output) {
    if (request.command.empty()) throw net::error(net::errc::invalid_argument, "no program to run");
    session s(connection, request, on_output);
    return s.run();
}

}  // namespace banyan::daemon
