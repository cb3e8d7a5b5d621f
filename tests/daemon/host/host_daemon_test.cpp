// If its coordinator dies, a host daemon continues to serve its tasks, and reports to the next coordinator.
#include "daemon/host/host_daemon.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "banyan/net/ids.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/host_directory.hpp"
#include "daemon/host/reach_coordinator.hpp"
#include "libnet/joining/attach_protocol.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/daemon/host/played_coordinator.hpp"

namespace host_daemon_test {

using namespace banyan::daemon;
using namespace banyan::testing;
namespace net = banyan::net;
namespace asio = banyan::net::asio;
using kind = wire::FromHost::KindCase;

namespace {

constexpr int run_number = 3;
const std::uint32_t first_task = net::task_id::make(7, 1).value;

std::filesystem::path made(const std::filesystem::path& folder) {
    std::filesystem::create_directory(folder);
    return folder;
}

std::ptrdiff_t open_descriptors() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
}

/// A host daemon with its spawner, and the coordinator on the other side.
struct fixture {
    scratch_folder scratch;
    std::filesystem::path folder = made(scratch.path / "host7");
    started_spawner spawner = fork_spawner(folder);
    asio::io_context io;
    std::string path = scratch.path / "hosts.sock";
    played_coordinator<asio::local::stream_protocol> coordinator{io, path};
    std::optional<host_daemon> daemon;

    explicit fixture(bool accepted = true) {
        auto orders = coordinator.orders();
        orders.set_coordinator_path(path);
        orders.set_slots(5);
        orders.set_on_own_computer(true);
        std::shared_ptr<control_stream> stream;
        async_reach_coordinator(io, orders, reach_attempt::first,
                                [&](auto reached, const auto&) { stream = std::move(reached); });
        REQUIRE(run_until(io, [&] { return stream != nullptr; }));
        daemon.emplace(io, orders, folder, spawner, stream);
        daemon->start();
        CHECK_FALSE(coordinator.await(kind::kReady).ready().has_returned());
        if (!accepted) return;
        wire::ToHost message;
        message.mutable_accepted();
        coordinator.send(message);
    }
    ~fixture() {
        if (!io.stopped()) shut_down();
        REQUIRE(::waitpid(spawner.pid, nullptr, 0) == spawner.pid);
    }
    fixture(const fixture&) = delete;
    fixture& operator=(const fixture&) = delete;

    void shut_down() {
        wire::ToHost message;
        message.mutable_shutdown();
        coordinator.send(message);
        CHECK(ends());
    }
    bool ends() {
        run_until(io, [] { return false; });
        return io.stopped();
    }
    void send_program(const std::string& script, bool is_first = true) {
        wire::ToHost message;
        auto& part = *message.mutable_program();
        part.set_run(run_number);
        part.set_is_first(is_first);
        for (const auto* word : {"sh", "-c"})
            part.add_command(word);
        part.add_command(script);
        coordinator.send(message);
    }
    void start_task() {
        wire::ToHost message;
        message.mutable_start()->set_task(first_task);
        message.mutable_start()->set_run(run_number);
        message.mutable_start()->set_size(1);
        message.mutable_start()->set_wants_input(true);
        coordinator.send(message);
    }
    void input(const std::string& data) {
        wire::ToHost message;
        message.mutable_input()->set_task(first_task);
        message.mutable_input()->set_data(data);
        coordinator.send(message);
    }
    void resume(std::uint64_t received, std::uint64_t credited) {
        wire::ToHost message;
        message.mutable_resume_output()->set_task(first_task);
        message.mutable_resume_output()->set_received(received);
        message.mutable_resume_output()->set_credited(credited);
        coordinator.send(message);
    }
    void end_run() {
        wire::ToHost message;
        message.mutable_run_over()->set_run(run_number);
        coordinator.send(message);
    }
    /// The output of the task on this connection.
    std::string output() {
        std::string text;
        for (const auto& message : coordinator.heard)
            text += message.output().data();
        return text;
    }
    void await_output(const std::string& text) {
        REQUIRE(run_until(io, [&] { return output() == text; }));
    }
    /// All messages that the daemon has sent so far.
    void settle() {
        const auto pongs = [this] {
            return std::ranges::count(coordinator.heard, kind::kPong, &wire::FromHost::kind_case);
        };
        const auto before = pongs();
        wire::ToHost message;
        message.mutable_ping();
        coordinator.send(message);
        REQUIRE(run_until(io, [&] { return pongs() > before; }));
    }
    void restart_coordinator() {
        coordinator.die();
        coordinator.await(kind::kEndOfKnown);
    }
};

/// Attaches as the first task, and returns the daemon's answer.
net::control::ToTask attach(fixture& f) {
    const auto stream = std::make_shared<control_stream>(connect_unix(f.io, attach_socket(f.folder)));
    net::control::ToDaemon message;
    message.mutable_attach()->set_version(net::attach_protocol_version);
    message.mutable_attach()->set_task(first_task);
    const auto answer = std::make_shared<std::optional<net::control::ToTask>>();
    stream->start([answer](const std::string& body) { *answer = parse<net::control::ToTask>(body); },
                  [](const auto&) {});
    stream->send(message);
    REQUIRE(run_until(f.io, [&answer] { return answer->has_value(); }));
    stream->close();
    return **answer;
}

}  // namespace

TEST_CASE("A host daemon reports what it knows to a restarted coordinator") {
    fixture f;
    wire::ToHost message;
    message.mutable_run_record()->set_run(run_number);
    message.mutable_run_record()->mutable_request()->set_token("of the command");
    f.coordinator.send(message);
    f.send_program("echo one; read line; echo $line; exit 3");
    f.start_task();
    f.await_output("one\n");
    const auto pid = f.coordinator.await(kind::kStarted).started().pid();

    f.restart_coordinator();
    const auto ready = f.coordinator.await(kind::kReady).ready();
    CHECK(ready.watcher() == ::getppid());
    CHECK(ready.returned().name() == "alpha");
    CHECK(ready.returned().slots() == 5);
    CHECK(ready.returned().on_own_computer());
    CHECK(ready.returned().accepted());
    CHECK(ready.returned().last_local_task() == 1);
    CHECK(f.coordinator.await(kind::kRunKnown).run_known().record().request().token() == "of the command");
    const auto known = f.coordinator.await(kind::kTaskKnown).task_known();
    CHECK(known.pid() == pid);
    CHECK_FALSE(known.has_wait_status());

    f.start_task();  // started a second time, which is ignored
    f.input("two\n");
    f.coordinator.await(kind::kDied);
    f.settle();
    CHECK(f.output().empty());
    CHECK(f.coordinator.first(kind::kEnded) == nullptr);
    CHECK(f.coordinator.first(kind::kStarted) == nullptr);
    f.resume(2, 0);
    CHECK(f.coordinator.await(kind::kEnded).ended().wait_status() == 3 << 8);
    CHECK(f.output() == "e\ntwo\n");
    CHECK(f.coordinator.heard.back().has_ended());
}

TEST_CASE("A host daemon stores the measured speed of its host for a restarted coordinator") {
    fixture f;
    wire::ToHost message;
    message.mutable_keep_speed()->mutable_speed()->set_cells_per_s(4e7);
    message.mutable_keep_speed()->mutable_speed()->set_at(99);
    f.coordinator.send(message);
    f.settle();
    f.restart_coordinator();
    const auto returned = f.coordinator.await(kind::kReady).ready().returned();
    CHECK(returned.measured_speed().cells_per_s() == 4e7);
    CHECK(returned.measured_speed().at() == 99);
}

TEST_CASE("What happens without a coordinator is reported to the next one") {
    fixture f;
    f.send_program("read line; echo $line; exit 4");
    f.start_task();
    f.coordinator.await(kind::kStarted);
    f.input("x\n");
    f.settle();
    f.coordinator.to_close = 3;
    f.restart_coordinator();
    if (!f.coordinator.await(kind::kTaskKnown).task_known().has_wait_status()) f.coordinator.await(kind::kDied);
    const auto known = f.coordinator.await(kind::kTaskKnown).task_known();
    CHECK(known.input_received() == 2);
    f.resume(0, 0);
    CHECK(f.coordinator.await(kind::kEnded).ended().wait_status() == 4 << 8);
    CHECK(f.output() == "x\n");

    f.restart_coordinator();  // the second restart makes certain that it has ended
    CHECK(f.coordinator.await(kind::kTaskKnown).task_known().wait_status() == 4 << 8);
    CHECK(f.coordinator.first(kind::kTaskKnown)->task_known().input_taken() == 2);
    f.settle();
    CHECK(f.coordinator.first(kind::kEnded) == nullptr);
    wire::ToHost message;
    message.mutable_discard()->set_task(first_task);
    f.coordinator.send(message);
    f.coordinator.await(kind::kEnded);
    CHECK(f.output().empty());
}

TEST_CASE("All output of a task arrives once and in order, however often the coordinator dies") {
    fixture f;
    f.send_program("seq 1 200000; echo end >&2");
    f.start_task();
    f.coordinator.await(kind::kStarted);
    std::string expected;
    for (int i = 1; i <= 200'000; ++i)
        expected += std::to_string(i) + "\n";
    std::mt19937 random(1);
    std::string errors, read;
    std::size_t credited = 0, taken = 0, deaths = 0;
    for (bool ended = false; !ended || deaths < 10;) {
        if (random() % 4 == 0 || ended) {  // loses unread output and perhaps a credit
            if (random() % 2 == 0) credited = read.size() + errors.size();
            f.restart_coordinator();
            f.resume(read.size() + errors.size(), credited);
            taken = 0;
            ++deaths;
        }
        REQUIRE(run_until(f.io, [&] { return f.coordinator.heard.size() > taken; }));
        const auto& message = f.coordinator.heard[taken++];
        (message.output().is_error() ? errors : read) += message.output().data();
        ended = message.has_ended();
        if (const auto due = read.size() + errors.size() - credited; due > 100'000 || random() % 2 == 0) {
            wire::ToHost credit;
            credit.mutable_output_taken()->set_task(first_task);
            credit.mutable_output_taken()->set_bytes(static_cast<std::uint32_t>(due));
            f.coordinator.send(credit);
            credited += due;
        }
    }
    CHECK((read == expected));
    CHECK(errors == "end\n");
}

TEST_CASE("A task that has ended holds no descriptors, cannot be attached as, and is forgotten when its run is over") {
    fixture f;
    f.send_program("exit 0");
    f.settle();
    const auto descriptors = open_descriptors();
    f.start_task();
    f.coordinator.await(kind::kEnded);
    CHECK(open_descriptors() == descriptors);

    CHECK(attach(f).refusal().text() == "this host has no such task");

    f.end_run();
    f.settle();
    f.restart_coordinator();
    CHECK(f.coordinator.first(kind::kRunKnown) == nullptr);
    CHECK(f.coordinator.first(kind::kTaskKnown) == nullptr);
    CHECK(f.coordinator.first(kind::kReady)->ready().returned().last_local_task() == 1);
}

TEST_CASE("A task can attach, however many connections have not attached yet") {
    fixture f;
    f.send_program("read line");
    f.start_task();
    f.coordinator.await(kind::kStarted);
    std::vector<net::stream_socket> silent;
    for (int i = 0; i < 100; ++i)
        silent.push_back(connect_unix(f.io, attach_socket(f.folder)));
    CHECK(attach(f).facts().task() == first_task);
    f.input("\n");
    f.coordinator.await(kind::kEnded);
}

TEST_CASE("A program that is sent again replaces its earlier parts") {
    fixture f;
    f.send_program("echo wrong", false);
    f.restart_coordinator();
    f.send_program("echo right");
    f.start_task();
    f.await_output("right\n");  // from a new task, which needs no ResumeOutput
    f.coordinator.await(kind::kEnded);
}

TEST_CASE("A task that could not be started is reported as such") {
    fixture f;
    wire::ToHost message;
    message.mutable_program()->set_run(run_number);
    message.mutable_program()->add_command("/nonexistent/program");
    f.coordinator.send(message);
    f.start_task();
    f.coordinator.await(kind::kNotStarted);
    f.restart_coordinator();
    CHECK(f.coordinator.await(kind::kTaskKnown).task_known().not_started().status() == 127);
    f.resume(0, 0);
    f.end_run();
    f.settle();
}

TEST_CASE("The error of a program that is named relative to a missing directory names the directory") {
    fixture f;
    const std::string name = GENERATE("./program", "bin/program", "/nonexistent/program", "nonexistent-program");
    const std::string folder = "/nonexistent/folder";
    wire::ToHost message;
    auto& program = *message.mutable_program();
    program.set_run(run_number);
    program.set_is_first(true);
    program.add_command(name);
    program.set_working_directory(folder);
    f.coordinator.send(message);
    f.start_task();
    const auto text = f.coordinator.await(kind::kNotStarted).not_started().text();
    const bool is_relative = name == "./program" || name == "bin/program";
    CHECK(text.find(name) != text.npos);
    CHECK((text.find(folder) != text.npos) == is_relative);
    f.end_run();
    f.settle();
}

TEST_CASE("A host daemon that does not belong to the virtual machine yet ends with its connection") {
    fixture f(false);
    f.coordinator.die();
    CHECK(f.ends());
    CHECK(f.coordinator.arrived == 1);
}

TEST_CASE("A host daemon ends when the virtual machine is over, and when it is told to") {
    fixture f;
    if (GENERATE(true, false)) {
        f.settle();
        f.coordinator.close();
        f.coordinator.die();
        CHECK(f.ends());
    } else {
        f.shut_down();
    }
}

}  // namespace host_daemon_test
