// A run continues after the restart of its coordinator: output, input, signals, result.
#include "daemon/client/run_session.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <map>

#include "daemon/client/output_position.hpp"
#include "tests/daemon/client/fake_coordinator.hpp"

namespace run_session_test {

using namespace banyan;
using namespace banyan::daemon;
using banyan::testing::fake_coordinator;
using banyan::testing::fake_session;
using Catch::Matchers::Contains;
using positions = std::vector<std::uint64_t>;

namespace {

constexpr const char* id = "private-run";

void demand(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
}

run_request request_for(int tasks) {
    run_request request;
    request.command = {"program"};
    request.tasks = tasks;
    return request;
}

wire::StartRun take_start(fake_session& session) {
    bool is_first = true;
    for (;;) {
        const auto message = session.receive();
        if (message.has_start_run()) {
            demand(!is_first, "the program comes before the run");
            return message.start_run();
        }
        demand(message.has_program(), "a program or a run is wanted");
        demand(message.program().is_first() == std::exchange(is_first, false), "is_first stands in the first part");
    }
}

void send_started(fake_session& session, std::uint64_t received = 0, std::uint64_t taken = 0) {
    wire::ToClient message;
    message.mutable_run_started()->set_run(1);
    message.mutable_run_started()->set_input_received(received);
    message.mutable_run_started()->set_input_taken(taken);
    session.send(message);
}

void send_output(fake_session& session, int rank, const std::string& text) {
    wire::ToClient message;
    message.mutable_output()->set_rank(rank);
    message.mutable_output()->set_data(text);
    session.send(message);
}

void end_run(fake_session& session) {
    wire::ToClient message;
    message.mutable_run_ended()->set_status(3);
    session.send(message);
    demand(session.receive().has_result_taken(), "ResultTaken is wanted");
}

template <class List>
positions copy(const List& list) {
    return {list.begin(), list.end()};
}

/// Replaces a descriptor of this process by another file.
class replaced_descriptor {
  public:
    replaced_descriptor(int descriptor, int by) : descriptor_(descriptor), before_(::dup(descriptor)) {
        ::dup2(by, descriptor);
        ::close(by);
    }
    ~replaced_descriptor() {
        ::dup2(before_, descriptor_);
        ::close(before_);
    }
    replaced_descriptor(const replaced_descriptor&) = delete;
    replaced_descriptor& operator=(const replaced_descriptor&) = delete;

  private:
    int descriptor_;
    int before_;
};

/// Blocks signals, so that a signal that comes too early does not end the test.
class blocked_signals {
  public:
    blocked_signals(std::initializer_list<int> signals) {
        sigset_t set;
        sigemptyset(&set);
        for (const int signal : signals)
            sigaddset(&set, signal);
        ::pthread_sigmask(SIG_BLOCK, &set, &before_);
    }
    ~blocked_signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    blocked_signals(const blocked_signals&) = delete;
    blocked_signals& operator=(const blocked_signals&) = delete;

  private:
    sigset_t before_{};
};

struct printed {
    std::map<int, std::string> by_rank;
    output_handler handler = [this](const output_block& block) { by_rank[block.rank] += block.text; };
};

}  // namespace

TEST_CASE("A run continues with the output that has not arrived yet, and the restart is reported once") {
    const std::string long_line(output_position::batch_bytes, 'x');
    std::string token;
    const auto begin = [&](fake_session& session) {
        const auto start = take_start(session);
        token = start.token();
        demand(token.size() == 16, "the token has 16 bytes");
        demand(start.received().empty() && start.credited().empty(), "a new run has no positions");
        send_started(session);
        send_output(session, 0, "one\ntw");
        send_output(session, 1, long_line);
        const auto credit = session.receive().output_taken();
        demand(credit.rank() == 1 && credit.bytes() == long_line.size(), "credit for rank 1 is wanted");
        send_output(session, 1, "abc");
    };
    const auto go_on = [&](fake_session& session, const std::string& of_rank_0) {
        const auto start = take_start(session);
        demand(start.token() == token && start.tasks() == 2, "the same run is wanted");
        demand(copy(start.received()) == positions{6, long_line.size() + 3}, "received");
        demand(copy(start.credited()) == positions{0, long_line.size()}, "credited");
        if (of_rank_0.empty()) return;  // this coordinator crashes too
        send_started(session);
        send_output(session, 0, of_rank_0);
        end_run(session);
    };
    fake_coordinator coordinator(id, {begin, [&](fake_session& s) { go_on(s, ""); }, [](fake_session&) {},
                                      [&](fake_session& s) { go_on(s, "o\nthree"); }});
    const auto errors = coordinator.folder() / "errors";
    printed out;
    run_result result;
    {
        const replaced_descriptor standard_error(STDERR_FILENO,
                                                 ::open(errors.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
        virtual_machine::connection connection(id);
        result = run_on(connection, request_for(2), out.handler);
    }
    CHECK(coordinator.finish() == "");
    CHECK(result.status == 3);
    CHECK(out.by_rank[0] == "one\ntwo\nthree");
    CHECK((out.by_rank[1] == long_line + "abc"));
    std::string told(200, '\0');
    const int file = ::open(errors.c_str(), O_RDONLY | O_CLOEXEC);
    told.resize(static_cast<std::size_t>(std::max<ssize_t>(0, ::read(file, told.data(), told.size()))));
    ::close(file);
    CHECK(told == "banyan: the coordinator of the virtual machine private-run was restarted; the run continues\n");
}

TEST_CASE("A run whose request had no answer yet is requested again with the same token") {
    std::string token;
    const auto crash = [&](fake_session& session) { token = take_start(session).token(); };
    const auto run = [&](fake_session& session) {
        const auto start = take_start(session);
        demand(start.token() == token && start.received().empty(), "the same new run is wanted");
        send_started(session);
        end_run(session);
    };
    fake_coordinator coordinator(id, {crash, run});
    virtual_machine::connection connection(id);
    printed out;
    CHECK(run_on(connection, request_for(1), out.handler).status == 3);
    CHECK(coordinator.finish() == "");
}

TEST_CASE(
    "A run that the new coordinator does not know, or a virtual machine that has ended, is an error after what had "
    "come") {
    const auto begin = [](fake_session& session) {
        take_start(session);
        send_started(session);
        send_output(session, 1, "unfinished");
    };
    const auto refuse = [](fake_session& session) {
        take_start(session);
        wire::ToClient message;
        message.mutable_failure()->set_code(static_cast<int>(net::errc::closed));
        message.mutable_failure()->set_text("no such run");
        session.send(message);
    };
    const bool refuses = GENERATE(false, true);
    std::vector<fake_coordinator::script> scripts{begin};
    if (refuses) scripts.emplace_back(refuse);
    fake_coordinator coordinator(id, std::move(scripts));
    virtual_machine::connection connection(id);
    printed out;
    CHECK_THROWS_WITH(run_on(connection, request_for(2), out.handler),
                      refuses ? "no such run" : "the virtual machine private-run has ended");
    CHECK(out.by_rank[1] == "unfinished");
    CHECK(coordinator.finish() == "");
}

TEST_CASE("Input that has not reached the host of the task is sent again once, with input that was read later") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const auto take_input = [](fake_session& session, const std::string& wanted, bool with_end) {
        std::string got;
        for (bool end = false; with_end ? !end : got.size() < wanted.size();) {
            const auto message = session.receive();
            got += message.input().data();
            end = message.input().end();
        }
        demand(got == wanted, "input: " + got + " instead of " + wanted);
    };
    const auto begin = [&](fake_session& session) {
        demand(take_start(session).wants_input(), "the run wants input");
        send_started(session);
        demand(::write(ends[1], "abcdefgh", 8) == 8, "no input");
        take_input(session, "abcdefgh", false);
    };
    const auto go_on = [&](fake_session& session) {
        take_start(session);
        demand(::write(ends[1], "ijk", 3) == 3, "no input");
        int unread = 3;
        for (int tries = 0; unread > 0 && tries < 20'000; ++tries) {
            ::ioctl(ends[1], FIONREAD, &unread);
            ::poll(nullptr, 0, 1);
        }
        ::close(ends[1]);
        send_started(session, 5, 4);
        take_input(session, "fghijk", true);
        end_run(session);
    };
    fake_coordinator coordinator(id, {begin, go_on});
    const replaced_descriptor standard_input(STDIN_FILENO, ends[0]);
    virtual_machine::connection connection(id);
    printed out;
    auto request = request_for(1);
    request.forward_stdin = true;
    CHECK(run_on(connection, request, out.handler).status == 3);
    CHECK(coordinator.finish() == "");
}

TEST_CASE("A signal without a connection is sent to the next coordinator once") {
    const int signal = GENERATE(SIGTERM, SIGUSR1);
    const blocked_signals blocked({SIGTERM, SIGUSR1, SIGUSR2});
    const auto begin = [](fake_session& session) {
        take_start(session);
        send_started(session);
        ::kill(::getpid(), SIGUSR2);
        demand(session.receive().signal().signal() == SIGUSR2, "the first signal is wanted");
    };
    const auto crash = [&](fake_session& session) {
        demand(take_start(session).asked_to_end_by() == 0, "no signal asks to end yet");
        ::kill(::getpid(), signal);
    };
    const auto go_on = [&](fake_session& session) {
        const auto start = take_start(session);
        send_started(session);
        // Depending on the timing, the request can contain the signal.
        if (start.asked_to_end_by() != signal)
            demand(session.receive().signal().signal() == signal, "the second signal is wanted");
        end_run(session);
    };
    fake_coordinator coordinator(id, {begin, crash, go_on});
    virtual_machine::connection connection(id);
    auto request = request_for(1);
    request.forward_signals = true;
    printed out;
    CHECK(run_on(connection, request, out.handler).status == 3);
    CHECK(coordinator.finish() == "");
}

namespace {

/// Two tasks that receive from each other. Each call has lasted for this time.
wire::ToClient answer_of_stuck_tasks(std::chrono::seconds waited) {
    wire::ToClient message;
    for (const int rank : {0, 1}) {
        auto& entry = *message.mutable_checked_waits()->add_tasks();
        entry.mutable_task()->set_task(static_cast<std::uint32_t>(rank) + 1);
        entry.mutable_task()->set_rank(rank);
        entry.set_answer(wire::TaskWaits::ANSWERED);
        entry.mutable_report()->set_idle(true);
        auto& call = *entry.mutable_report()->add_calls();
        call.set_kind(static_cast<int>(net::detail::blocked_call::kind::receive));
        call.set_awaited_count(1);
        call.set_seconds(static_cast<double>(waited.count()));
        call.add_awaited()->set_peer(static_cast<std::uint32_t>(1 - rank) + 1);
    }
    return message;
}

/// The next message that does not ask what the tasks wait for.
wire::FromClient receive_other(fake_session& session) {
    for (;;)
        if (const auto message = session.receive(); !message.has_check_waits()) return message;
}

}  // namespace

TEST_CASE("The tasks of a quiet run are asked what they wait for, and a deadlock is reported once") {
    const auto begin = [](fake_session& session) {
        take_start(session);
        send_started(session);
        send_output(session, 0, "begin\n");
        demand(session.receive().has_check_waits(), "a request for reports is wanted");
    };  // this coordinator crashes before it answers
    const auto go_on = [](fake_session& session) {
        take_start(session);
        send_started(session);
        for (const int hours : {1, 2}) {
            demand(session.receive().has_check_waits(), "a request for reports is wanted again");
            session.send(answer_of_stuck_tasks(std::chrono::hours(hours)));
        }
        session.send(answer_of_stuck_tasks(std::chrono::hours(3)));  // an answer that comes too late
        wire::ToClient message;
        message.mutable_run_ended()->set_status(3);
        session.send(message);
        demand(receive_other(session).has_result_taken(), "ResultTaken is wanted");
    };
    fake_coordinator coordinator(id, {begin, go_on});
    auto request = request_for(2);
    request.quiet_time = std::chrono::milliseconds(1);
    int deadlocks = 0;
    request.on_deadlock = [&](const std::vector<task_waits>& tasks, const std::vector<int>& cycle) {
        ++deadlocks;
        CHECK(tasks.size() == 2);
        CHECK(cycle == std::vector<int>{0, 1});
    };
    printed out;
    run_result result;
    {
        virtual_machine::connection connection(id);
        result = run_on(connection, request, out.handler);
    }
    CHECK(coordinator.finish() == "");
    CHECK(result.status == 3);
    CHECK(deadlocks == 1);
}

}  // namespace run_session_test
