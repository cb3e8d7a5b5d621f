// What a command does if the coordinator is restarted during a request, or has ended.
#include "daemon/client/connection.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <future>

#include "daemon/common/command_protocol.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "tests/common/error_of.hpp"
#include "tests/daemon/client/fake_coordinator.hpp"

namespace connection_test {

using namespace banyan;
using namespace banyan::daemon;
using banyan::testing::error_of;
using banyan::testing::fake_coordinator;
using banyan::testing::fake_session;
using Catch::Matchers::Contains;

namespace {

constexpr const char* id = "private-fake";

wire::FromClient list_tasks() {
    wire::FromClient message;
    message.mutable_list_tasks();
    return message;
}

wire::FromClient kill_task() {
    wire::FromClient message;
    message.mutable_kill_tasks()->add_tasks(7);
    return message;
}

void demand(bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
}

void take_list(fake_session& session) {
    demand(session.receive().has_list_tasks(), "a request for the tasks is wanted");
}

void answer_list(fake_session& session) {
    take_list(session);
    wire::ToClient answer;
    answer.mutable_tasks()->add_tasks()->set_pid(4711);
    session.send(answer);
}

void answer_done(fake_session& session) {
    wire::ToClient answer;
    answer.mutable_done();
    session.send(answer);
}

void close_at_once(fake_session& /*session*/) {}

// The owner pipe is /dev/null. So closing it ends nothing.
started_coordinator started(const std::string& virtual_machine_id) {
    return {virtual_machine_id, 0, ::open("/dev/null", O_WRONLY | O_CLOEXEC)};
}

}  // namespace

TEST_CASE("A request that only reads is repeated until a coordinator answers") {
    fake_coordinator coordinator(id, {take_list, close_at_once, close_at_once, take_list, answer_list});
    virtual_machine::connection connection(id);
    const auto answer = connection.ask(list_tasks());
    CHECK(answer.tasks().tasks(0).pid() == 4711);
    CHECK(coordinator.finish() == "");
}

TEST_CASE("The first message on each connection has the version of the command, and no other message") {
    const auto take_with = [](fake_session& session, std::uint32_t version) {
        const auto message = session.receive();
        demand(message.has_list_tasks() && message.version() == version, "a request with another version is wanted");
    };
    const auto answer = [](fake_session& session) {
        wire::ToClient tasks;
        tasks.mutable_tasks();
        session.send(tasks);
    };
    const auto first = [&](fake_session& session) {
        take_with(session, command_protocol_version);
        answer(session);
        take_with(session, 0);  // and closes, so that the request is repeated
    };
    const auto second = [&](fake_session& session) {
        take_with(session, command_protocol_version);
        answer(session);
    };
    fake_coordinator coordinator(id, {first, second});
    virtual_machine::connection connection(id);
    connection.ask(list_tasks());
    connection.ask(list_tasks());
    CHECK(coordinator.finish() == "");
}

TEST_CASE("A request that changes something is not repeated, and the error says that its outcome is unknown") {
    const auto take_kill = [](fake_session& session) {
        demand(session.receive().has_kill_tasks(), "a kill is wanted");
    };
    const auto answer_probe = [](fake_session& session) {
        demand(session.receive().has_list_hosts(), "a request that only reads is wanted");
        wire::ToClient answer;
        answer.mutable_hosts();
        session.send(answer);
        answer_list(session);
    };
    fake_coordinator coordinator(id, {take_kill, close_at_once, answer_probe});
    virtual_machine::connection connection(id);
    try {
        connection.ask(kill_task());
        FAIL("an error is wanted");
    } catch (const net::error& failed) {
        CHECK(failed.which() == net::errc::closed);
        CHECK_THAT(failed.what(), Contains("was restarted;") && Contains("not known whether"));
    }
    CHECK(connection.ask(list_tasks()).tasks().tasks_size() == 1);
    CHECK(coordinator.finish() == "");
}

TEST_CASE("The error of any request names a virtual machine that has ended") {
    const auto request = GENERATE(list_tasks(), kill_task());
    const auto take = [](fake_session& session) { session.receive(); };
    fake_coordinator coordinator(id, {take, close_at_once});
    virtual_machine::connection connection(id);
    try {
        connection.ask(request);
        FAIL("an error is wanted");
    } catch (const net::error& failed) {
        CHECK(failed.which() == net::errc::closed);
        CHECK(std::string(failed.what()) == "the virtual machine private-fake has ended");
    }
    CHECK(coordinator.finish() == "");
}

TEST_CASE("A failure that the coordinator reports after its restart is thrown") {
    const auto refuse = [](fake_session& session) {
        session.receive();
        wire::ToClient answer;
        answer.mutable_failure()->set_code(static_cast<int>(net::errc::resource_limit));
        session.send(answer);
    };
    fake_coordinator coordinator(id, {take_list, refuse});
    virtual_machine::connection connection(id);
    CHECK(error_of([&] { connection.ask(list_tasks()); }) == net::errc::resource_limit);
    CHECK(coordinator.finish() == "");
}

TEST_CASE("A coordinator that closes every connection is given up") {
    fake_coordinator coordinator(id, std::vector<fake_coordinator::script>(31, close_at_once));
    virtual_machine::connection connection(id);
    CHECK_THROWS_WITH(connection.ask(list_tasks()), Contains("has closed 30 connections in a row"));
    CHECK(coordinator.finish() == "");
}

TEST_CASE("A command does not reconnect to a coordinator that sends an invalid frame") {
    const auto send_rubbish = [](fake_session& session) {
        take_list(session);
        session.send_bytes("\xff\xff\xff\xff");
    };
    fake_coordinator coordinator(id, {send_rubbish});
    virtual_machine::connection connection(id);
    CHECK(error_of([&] { connection.ask(list_tasks()); }) == net::errc::protocol_violation);
    CHECK(coordinator.finish() == "");
}

TEST_CASE("A request to end is repeated until the virtual machine has ended") {
    const auto take_down = [](fake_session& session) {
        demand(session.receive().has_take_down(), "a request to end is wanted");
    };
    const bool crashes = GENERATE(false, true);
    std::vector<fake_coordinator::script> scripts{take_down};
    if (crashes) scripts.emplace_back(take_down);
    scripts.emplace_back([](fake_session&) { std::filesystem::remove_all(virtual_machine_directory(id)); });
    fake_coordinator coordinator(id, std::move(scripts));
    virtual_machine::connection connection(id);
    connection.take_down();
    CHECK_FALSE(std::filesystem::exists(virtual_machine_directory(id)));
    CHECK(coordinator.finish() == "");
}

TEST_CASE("A virtual machine is found again under its final name when the answer to Detach is lost") {
    const std::string public_id = "fake";
    const bool renamed = GENERATE(false, true);
    const auto rename = [&] { std::filesystem::rename(first_socket(public_id), control_socket(public_id)); };
    const auto take_keep = [&](fake_session& session) {
        demand(session.receive().has_detach(), "Keep is wanted");
        if (renamed) rename();
    };
    const auto answer_keep = [&](fake_session& session) {
        demand(session.receive().has_detach(), "Keep is wanted again");
        if (!renamed) rename();
        answer_done(session);
        take_list(session);
    };
    fake_coordinator coordinator(public_id, {take_keep, answer_keep, answer_list});
    virtual_machine::connection connection(started(public_id));
    connection.detach();
    CHECK_FALSE(connection.is_own());
    CHECK(connection.ask(list_tasks()).tasks().tasks_size() == 1);
    CHECK(coordinator.finish() == "");
}

TEST_CASE("All messages have left this process after flush()") {
    constexpr int messages = 8;
    std::promise<void> sent;
    const auto take_all = [&](fake_session& session) {
        demand(sent.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready, "nothing is sent");
        for (int i = 0; i < messages; ++i)
            demand(session.receive().has_input(), "input is wanted");
    };
    fake_coordinator coordinator(id, {take_all});
    {
        virtual_machine::connection connection(id);
        wire::FromClient message;
        message.mutable_input()->set_data(std::string(500'000, 'x'));  // more than the socket has room for
        for (int i = 0; i < messages; ++i)
            connection.send(message);
        sent.set_value();
        connection.flush();
    }
    CHECK(coordinator.finish() == "");
}

TEST_CASE("A command waits while the queue of connections is full") {
    fake_coordinator* self = nullptr;
    std::promise<void> seen;
    const auto fill = [&](fake_session& session) {
        take_list(session);
        self->fill_queue();
        session.close();
        demand(seen.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready, "no attempt");
    };
    fake_coordinator coordinator(id, {fill, answer_list});
    self = &coordinator;
    virtual_machine::connection connection(id);
    // The command has tried to connect between two handlers.
    net::asio::steady_timer timer(connection.io());
    std::function<void()> look = [&] {
        if (!connection.is_connected()) return seen.set_value();
        timer.expires_after(std::chrono::milliseconds(1));
        timer.async_wait([&](const boost::system::error_code&) { look(); });
    };
    net::asio::post(connection.io(), look);
    CHECK(connection.ask(list_tasks()).tasks().tasks_size() == 1);
    CHECK(coordinator.finish() == "");
}

}  // namespace connection_test
