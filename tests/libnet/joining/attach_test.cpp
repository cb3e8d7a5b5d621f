// The task's side of the attachment against a scripted daemon.
#include <poll.h>

#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/session.hpp"
#include "libnet/joining/attachment.hpp"
#include "libnet/joining/control.pb.h"
#include "tests/common/error_of.hpp"
#include "tests/libnet/joining/scripted_daemon.hpp"

namespace attach_test {

using namespace banyan::net;
using banyan::testing::attach_limit;
using banyan::testing::error_of;
using banyan::testing::scripted_daemon;

TEST_CASE("A task learns its facts, the members and the losses") {
    control::ToDaemon published;
    bool left = false;
    std::uint32_t attached = 0;
    {
        scripted_daemon daemon([&](scripted_daemon& d) {
            d.expect_attach();
            attached = d.attached_task;
            d.give_facts();
            published = d.read();
            d.give_table();
            d.give_loss(true);
            left = d.read().has_leave();
        });
        auto task = attach_from_environment(attach_limit);
        REQUIRE(task);
        CHECK(task->facts().self == task_id{262145});
        CHECK(task->facts().size == 2);
        CHECK(task->facts().data_addresses == std::vector<std::string>{"127.0.0.2", "::1"});
        CHECK(task->facts().secret[31] == std::byte{'s'});
        const auto members = task->exchange({{"127.0.0.2:1000"}, "/nowhere/1"}, attach_limit);
        REQUIRE(members.size() == 2);
        CHECK(members[1].task == task_id{262146});
        CHECK(members[1].endpoints.tcp.at(0) == "127.0.0.2:1001");
        std::optional<loss> lost;
        while (!lost)
            lost = task->try_next_loss();
        CHECK(lost->orderly);
        CHECK(lost->text == "rank 1 is dead");
        CHECK_FALSE(task->try_next_loss());
        task->leave();
    }
    CHECK(attached == 262145);
    CHECK(published.publish().tcp(0) == "127.0.0.2:1000");
    CHECK(published.publish().unix_path() == "/nowhere/1");
    CHECK(left);
}

TEST_CASE("A task learns the speeds of the members, and where they come from") {
    const auto speeds_of = [](const control::ToTask& table) {
        scripted_daemon daemon([&table](scripted_daemon& d) {
            d.expect_attach();
            d.give_facts();
            d.read();
            d.write(table);
        });
        const auto task = attach_from_environment(attach_limit);
        CHECK(task->speeds().values.empty());
        task->exchange({}, attach_limit);
        return task->speeds();
    };
    auto table = scripted_daemon::table();
    CHECK(speeds_of(table).values == std::vector<double>{1, 1});  // a daemon that does not send them
    table.mutable_table()->mutable_members(0)->set_speed(2.5);
    table.mutable_table()->mutable_members(1)->set_speed(-1);  // wrong
    const auto declared = speeds_of(table);
    CHECK(declared.values == std::vector<double>{2.5, 1});
    CHECK(declared.source == speed_source::declared);
    table.mutable_table()->mutable_members(0)->set_speed(3e8);
    table.mutable_table()->mutable_members(1)->set_speed(1e8);
    table.mutable_table()->set_speeds_measured_at(1'700'000'000);
    const auto measured = speeds_of(table);
    CHECK(measured.values == std::vector<double>{3e8, 1e8});
    CHECK(measured.source == speed_source::measured);
    CHECK(measured.measured_at.time_since_epoch() == std::chrono::seconds(1'700'000'000));
}

TEST_CASE("A program that was started alone has speed 1") {
    const session alone;
    CHECK(alone.speeds().values == std::vector<double>{1});
    CHECK(alone.speeds().source == speed_source::none);
    CHECK(rank_speeds::equal(3).values == std::vector<double>{1, 1, 1});
    for (const auto source : {speed_source::none, speed_source::declared, speed_source::measured})
        CHECK(name_of(source) != std::string("unknown"));
}

TEST_CASE("A member that dies before it attaches ends the exchange with its name") {
    scripted_daemon daemon([](scripted_daemon& d) {
        d.expect_attach();
        d.give_facts();
        d.give_loss();
        d.read();
    });
    auto task = attach_from_environment(attach_limit);
    try {
        task->exchange({}, attach_limit);
        FAIL("no error");
    } catch (const error& e) {
        CHECK(e.which() == errc::peer_lost);
        CHECK(e.peer() == task_id{262146});
        CHECK(std::string(e.what()).find("rank 1 is dead") != std::string::npos);
    }
}

TEST_CASE("A daemon that dies later is reported as the loss of all others") {
    scripted_daemon daemon([](scripted_daemon& d) { d.take_in(); });
    auto task = attach_from_environment(attach_limit);
    task->exchange({}, attach_limit);
    std::optional<loss> lost;
    while (!lost)
        lost = task->try_next_loss();
    CHECK(lost->task == task_id{262146});
    CHECK(lost->host_lost);
    CHECK_FALSE(task->try_next_loss());
    task->leave();  // does not throw
}

TEST_CASE("The end of the daemon is host_lost from every operation with another task") {
    scripted_daemon daemon([](scripted_daemon& d) { d.take_in(); });
    mailbox_options options;
    options.transport = transport_kind::tcp;
    session run(options, attach_limit);
    int value = 0;
    for (int i = 0; i < 2; ++i) {
        CHECK(error_of([&] { run.world().recv(rank{1}, tag{1}, std::span(&value, 1), attach_limit); }) ==
              errc::host_lost);
        CHECK(error_of([&] { run.world().send(rank{1}, tag{1}, std::span<const int>(&value, 1), attach_limit); }) ==
              errc::host_lost);
    }
}

TEST_CASE("A daemon that sends undecodable bytes is lost, and its connection ends") {
    scripted_daemon daemon([](scripted_daemon& d) {
        d.take_in();
        d.write_raw(control_frame("\xff\xff") + std::string(1000, 'x'));
        d.read();
    });
    auto task = attach_from_environment(attach_limit);
    task->exchange({}, attach_limit);
    std::optional<loss> lost;
    while (!lost)
        lost = task->try_next_loss();
    CHECK(lost->host_lost);
    char next = 0;  // the thread that watches the connection sees its end, not unread bytes
    CHECK(::recv(task->native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT) == 0);
}

TEST_CASE("A loss that comes right behind the table keeps the handle readable") {
    scripted_daemon daemon([](scripted_daemon& d) {
        d.expect_attach();
        d.give_facts();
        d.read();
        d.give_table_and_losses();
        d.read();
    });
    auto task = attach_from_environment(attach_limit);
    task->exchange({}, attach_limit);
    pollfd waiting{task->native_handle(), POLLIN, 0};
    REQUIRE(::poll(&waiting, 1, 30'000) == 1);
    for (int i = 0; i < 2; ++i) {
        std::optional<loss> lost;
        while (!lost)
            lost = task->try_next_loss();
        CHECK(lost->text == "rank 1 is dead");
    }
    CHECK_FALSE(task->try_next_loss());
    task->leave();
}

TEST_CASE("A task reports what it waits for, closed connections and its failure") {
    control::ToDaemon report, gave_up, failure;
    scripted_daemon daemon([&](scripted_daemon& d) {
        d.take_in();
        control::ToTask request;
        request.mutable_report_request()->set_request(77);
        d.write(request);
        report = d.read();
        gave_up = d.read();
        failure = d.read();
        control::ToTask link = scripted_daemon::loss_of(false);
        link.mutable_loss()->set_link_only(true);
        d.write(link);
        d.read();
    });
    {
        auto task = attach_from_environment(attach_limit);
        task->exchange({}, attach_limit);
        bool asked = false;
        task->use_reporter([&] {
            asked = true;
            detail::wait_snapshot seen;
            seen.message_count = 3;
            return seen;
        });
        while (!asked)
            CHECK_FALSE(task->try_next_loss());
        task->give_up(task_id{262146}, errc::resource_limit, "no descriptor");
        CHECK(task->tell_failure("bad input", task_id{262146}));
        std::optional<loss> lost;
        while (!lost)
            lost = task->try_next_loss();
        CHECK(lost->link_only);
        CHECK_FALSE(task->is_lost());
        task->leave();
        while (!task->is_lost())
            (void)task->try_next_loss();
        CHECK_FALSE(task->tell_failure("too late", {}));
    }
    CHECK(report.report().request() == 77);
    CHECK(report.report().message_count() == 3);
    CHECK(gave_up.gave_up().peer() == 262146);
    CHECK(gave_up.gave_up().code() == static_cast<int>(errc::resource_limit));
    CHECK(gave_up.gave_up().text() == "no descriptor");
    CHECK(failure.failure().text() == "bad input");
    CHECK(failure.failure().follows() == 262146);
}

}  // namespace attach_test
