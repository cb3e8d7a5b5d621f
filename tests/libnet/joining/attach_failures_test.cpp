// A task that cannot attach: each failure is a named error.
#include <stdlib.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <string>

#include "banyan/net/error.hpp"
#include "libnet/joining/attachment.hpp"
#include "tests/common/error_of.hpp"
#include "tests/libnet/joining/scripted_daemon.hpp"

namespace attach_failures_test {

using namespace banyan::net;
using banyan::testing::attach_limit;
using banyan::testing::error_of;
using banyan::testing::scripted_daemon;

TEST_CASE("A program without a daemon in its environment does not attach") {
    unsetenv(daemon_socket_variable);
    CHECK(attach_from_environment(attach_limit) == nullptr);
}

TEST_CASE("A path without a socket and a task id that is no number are named errors") {
    setenv(daemon_socket_variable, "/nowhere/tasks.sock", 1);
    setenv(task_variable, "5", 1);
    CHECK(error_of([] { attach_from_environment(attach_limit); }) == errc::attach_failed);
    setenv(task_variable, "5x", 1);
    CHECK(error_of([] { attach_from_environment(attach_limit); }) == errc::attach_failed);
    setenv(daemon_socket_variable, std::string(200, 'p').c_str(), 1);
    setenv(task_variable, "5", 1);
    CHECK(error_of([] { attach_from_environment(attach_limit); }) == errc::attach_failed);
    unsetenv(daemon_socket_variable);
    unsetenv(task_variable);
}

TEST_CASE("A daemon that refuses is a named error") {
    scripted_daemon daemon([](scripted_daemon& d) {
        d.expect_attach();
        control::ToTask answer;
        answer.mutable_refusal()->set_text("no such task");
        d.write(answer);
    });
    CHECK(error_of([] { attach_from_environment(attach_limit); }) == errc::attach_failed);
}

TEST_CASE("A silent daemon is a timeout") {
    scripted_daemon daemon([](scripted_daemon& d) {
        d.expect_attach();
        d.read();
    });
    CHECK(error_of([] { attach_from_environment(std::chrono::milliseconds(20)); }) == errc::timeout);
}

TEST_CASE("Another task of the run that does not attach is a timeout, which says what to do") {
    scripted_daemon daemon([](scripted_daemon& d) {
        d.expect_attach();
        d.give_facts();
        d.read();  // its addresses
        d.read();  // until the task has closed
    });
    const auto task = attach_from_environment(attach_limit);
    try {
        task->exchange({}, std::chrono::milliseconds(20));
        FAIL("an error is wanted");
    } catch (const error& late) {
        CHECK(late.which() == errc::timeout);
        CHECK_THAT(late.what(), Catch::Contains("all 2 tasks") && Catch::Contains("banyan ps --waits"));
    }
}

TEST_CASE("A daemon that ends is a named error") {
    scripted_daemon daemon([](scripted_daemon& d) { d.expect_attach(); });
    CHECK(error_of([] { attach_from_environment(attach_limit); }) == errc::attach_failed);
}

TEST_CASE("A daemon that sends undecodable bytes at the beginning is a protocol violation") {
    scripted_daemon daemon([](scripted_daemon& d) {
        d.expect_attach();
        d.write_raw("\xff\xff\xff\xff garbage");
    });
    CHECK(error_of([] { attach_from_environment(attach_limit); }) == errc::protocol_violation);
}

TEST_CASE("A table of another size than the run is a protocol violation") {
    scripted_daemon daemon([](scripted_daemon& d) {
        d.expect_attach();
        d.give_facts();
        d.read();
        control::ToTask answer;
        answer.mutable_table()->add_members();
        d.write(answer);
    });
    auto task = attach_from_environment(attach_limit);
    CHECK(error_of([&] { task->exchange({}, attach_limit); }) == errc::protocol_violation);
}

}  // namespace attach_failures_test
