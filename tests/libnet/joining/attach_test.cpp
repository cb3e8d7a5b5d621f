// The task's side of the attachment against a scripted daemon.
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "banyan/net/error.hpp"
#include "banyan/net/session.hpp"
#include "libnet/base/asio.hpp"
#include "libnet/joining/attach_protocol.hpp"
#include "libnet/joining/attachment.hpp"
#include "libnet/joining/control.pb.h"
#include "libnet/wire/control_frame.hpp"
#include "tests/common/error_of.hpp"
#include "tests/common/scratch_folder.hpp"

namespace attach_test {

using namespace banyan::net;
using banyan::testing::error_of;
namespace asio = banyan::net::asio;
using unix_socket = asio::local::stream_protocol::socket;

namespace {

/// A daemon that plays one script with one task, in a thread of its own.
class scripted_daemon {
  public:
    explicit scripted_daemon(std::function<void(scripted_daemon&)> script) {
        const std::string path = folder_.path / "tasks.sock";
        door_.emplace(io_, asio::local::stream_protocol::endpoint(path));
        setenv(daemon_socket_variable, path.c_str(), 1);
        setenv(task_variable, "262145", 1);
        thread_ = std::thread([this, script] {
            door_->accept(socket_);
            try {
                script(*this);
            } catch (const boost::system::system_error&) {  // the task has closed
            }
            boost::system::error_code ignored;
            socket_.close(ignored);
        });
    }
    ~scripted_daemon() {
        thread_.join();
        unsetenv(daemon_socket_variable);
        unsetenv(task_variable);
    }

    control::ToDaemon read() {
        for (;;) {
            if (const auto body = reader_.next()) {
                control::ToDaemon frame;
                frame.ParseFromString(*body);
                return frame;
            }
            std::byte chunk[1000];
            const auto n = socket_.read_some(asio::buffer(chunk));
            reader_.feed({chunk, n});
        }
    }
    void write_raw(const std::string& bytes) { asio::write(socket_, asio::buffer(bytes)); }
    void write(const control::ToTask& frame) { write_raw(control_frame(frame.SerializeAsString())); }
    void expect_attach() { attached_task = read().attach().task(); }
    void give_facts() {
        control::ToTask answer;
        auto& facts = *answer.mutable_facts();
        facts.set_task(262145);
        facts.set_rank(0);
        facts.set_size(2);
        facts.set_host("a");
        facts.add_data_addresses("127.0.0.2");
        facts.add_data_addresses("::1");
        facts.set_socket_directory("/nowhere");
        facts.set_secret(std::string(32, 's'));
        facts.set_tasks_on_host(2);
        write(answer);
    }
    void give_table() { write(table()); }
    /// All that a task waits for when it attaches.
    void take_in() {
        expect_attach();
        give_facts();
        read();
        give_table();
    }
    void give_table_and_losses() {
        const std::string loss_frame = control_frame(loss_of(false).SerializeAsString());
        write_raw(control_frame(table().SerializeAsString()) + loss_frame + loss_frame);
    }
    static control::ToTask table() {
        control::ToTask answer;
        for (std::uint32_t rank = 0; rank < 2; ++rank) {
            auto& member = *answer.mutable_table()->add_members();
            member.set_task(262145 + rank);
            member.set_host("a");
            member.set_host_number(1);
            member.mutable_endpoints()->add_tcp("127.0.0.2:" + std::to_string(1000 + rank));
        }
        return answer;
    }
    void give_loss(bool orderly = false) { write(loss_of(orderly)); }
    static control::ToTask loss_of(bool orderly) {
        control::ToTask answer;
        answer.mutable_loss()->set_task(262146);
        answer.mutable_loss()->set_text("rank 1 is dead");
        answer.mutable_loss()->set_orderly(orderly);
        return answer;
    }

    std::uint32_t attached_task = 0;

  private:
    asio::io_context io_;
    banyan::testing::scratch_folder folder_;
    std::optional<asio::local::stream_protocol::acceptor> door_;
    unix_socket socket_{io_};
    control_frame_reader reader_;
    std::thread thread_;
};

const std::chrono::seconds soon{30};  // longer than any step takes, unless it hangs

}  // namespace

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
        auto task = attach_from_environment(soon);
        REQUIRE(task);
        CHECK(task->facts().self == task_id{262145});
        CHECK(task->facts().size == 2);
        CHECK(task->facts().data_addresses == std::vector<std::string>{"127.0.0.2", "::1"});
        CHECK(task->facts().secret[31] == std::byte{'s'});
        const auto members = task->exchange({{"127.0.0.2:1000"}, "/nowhere/1"}, soon);
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
        const auto task = attach_from_environment(soon);
        CHECK(task->speeds().values.empty());
        task->exchange({}, soon);
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
    auto task = attach_from_environment(soon);
    try {
        task->exchange({}, soon);
        FAIL("no error");
    } catch (const error& e) {
        CHECK(e.which() == errc::peer_lost);
        CHECK(e.peer() == task_id{262146});
        CHECK(std::string(e.what()).find("rank 1 is dead") != std::string::npos);
    }
}

TEST_CASE("A daemon that dies later is reported as the loss of all others") {
    scripted_daemon daemon([](scripted_daemon& d) { d.take_in(); });
    auto task = attach_from_environment(soon);
    task->exchange({}, soon);
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
    session run(options, soon);
    int value = 0;
    for (int i = 0; i < 2; ++i) {
        CHECK(error_of([&] { run.world().recv(rank{1}, tag{1}, std::span(&value, 1), soon); }) == errc::host_lost);
        CHECK(error_of([&] { run.world().send(rank{1}, tag{1}, std::span<const int>(&value, 1), soon); }) ==
              errc::host_lost);
    }
}

TEST_CASE("A daemon that sends undecodable bytes is lost, and its connection ends") {
    scripted_daemon daemon([](scripted_daemon& d) {
        d.take_in();
        d.write_raw(control_frame("\xff\xff") + std::string(1000, 'x'));
        d.read();
    });
    auto task = attach_from_environment(soon);
    task->exchange({}, soon);
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
    auto task = attach_from_environment(soon);
    task->exchange({}, soon);
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
        auto task = attach_from_environment(soon);
        task->exchange({}, soon);
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

TEST_CASE("Failures while attaching are named errors") {
    SECTION("no daemon in the environment") {
        unsetenv(daemon_socket_variable);
        CHECK(attach_from_environment(soon) == nullptr);
    }
    SECTION("no socket at the path") {
        setenv(daemon_socket_variable, "/nowhere/tasks.sock", 1);
        setenv(task_variable, "5", 1);
        CHECK(error_of([] { attach_from_environment(soon); }) == errc::attach_failed);
        setenv(task_variable, "5x", 1);
        CHECK(error_of([] { attach_from_environment(soon); }) == errc::attach_failed);
        setenv(daemon_socket_variable, std::string(200, 'p').c_str(), 1);
        setenv(task_variable, "5", 1);
        CHECK(error_of([] { attach_from_environment(soon); }) == errc::attach_failed);
        unsetenv(daemon_socket_variable);
        unsetenv(task_variable);
    }
    SECTION("the daemon refuses") {
        scripted_daemon daemon([](scripted_daemon& d) {
            d.expect_attach();
            control::ToTask answer;
            answer.mutable_refusal()->set_text("no such task");
            d.write(answer);
        });
        CHECK(error_of([] { attach_from_environment(soon); }) == errc::attach_failed);
    }
    SECTION("the daemon is silent") {
        scripted_daemon daemon([](scripted_daemon& d) {
            d.expect_attach();
            d.read();
        });
        CHECK(error_of([] { attach_from_environment(std::chrono::milliseconds(20)); }) == errc::timeout);
    }
    SECTION("another task of the run does not attach") {
        scripted_daemon daemon([](scripted_daemon& d) {
            d.expect_attach();
            d.give_facts();
            d.read();  // its addresses
            d.read();  // until the task has closed
        });
        const auto task = attach_from_environment(soon);
        try {
            task->exchange({}, std::chrono::milliseconds(20));
            FAIL("an error is wanted");
        } catch (const error& late) {
            CHECK(late.which() == errc::timeout);
            CHECK_THAT(late.what(), Catch::Contains("all 2 tasks") && Catch::Contains("banyan ps --waits"));
        }
    }
    SECTION("the daemon ends") {
        scripted_daemon daemon([](scripted_daemon& d) { d.expect_attach(); });
        CHECK(error_of([] { attach_from_environment(soon); }) == errc::attach_failed);
    }
    SECTION("the daemon sends garbage") {
        scripted_daemon daemon([](scripted_daemon& d) {
            d.expect_attach();
            d.write_raw("\xff\xff\xff\xff garbage");
        });
        CHECK(error_of([] { attach_from_environment(soon); }) == errc::protocol_violation);
    }
    SECTION("the table has another size than the run") {
        scripted_daemon daemon([](scripted_daemon& d) {
            d.expect_attach();
            d.give_facts();
            d.read();
            control::ToTask answer;
            answer.mutable_table()->add_members();
            d.write(answer);
        });
        auto task = attach_from_environment(soon);
        CHECK(error_of([&] { task->exchange({}, soon); }) == errc::protocol_violation);
    }
}

}  // namespace attach_test
