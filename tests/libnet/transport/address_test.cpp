// Which of a peer's addresses is used: the first that is authenticated as the peer, whatever answers at the others.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "tests/common/error_of.hpp"
#include "tests/common/scratch_folder.hpp"
#include "tests/libnet/transport/socket_tasks.hpp"

namespace address_test {

using namespace banyan::net;
using namespace banyan::testing;
using namespace std::chrono_literals;

namespace {

bool has_ipv6() {
    asio::io_context io;
    asio::ip::tcp::acceptor door(io);
    boost::system::error_code failed;
    door.open(asio::ip::tcp::v6(), failed);
    if (!failed) door.bind({asio::ip::address_v6::loopback(), 0}, failed);
    return !failed;
}

}  // namespace

TEST_CASE("tasks listen on every address they were given and tell all of them", "[address]") {
    std::vector<std::string> addresses{"127.0.0.2", "127.0.0.3"};
    if (has_ipv6()) addresses.push_back("::1");
    socket_tasks tasks({addresses, {"127.0.0.1"}});
    const auto& told = tasks.table()[0].endpoints.tcp;
    REQUIRE(told.size() == addresses.size());
    for (std::size_t i = 0; i < told.size(); ++i)
        CHECK(parse_endpoint(told[i]).address().to_string() == addresses[i]);
    meet(tasks, 1, 0);
}

TEST_CASE("a task listens where an earlier task with its number was killed", "[address]") {
    const scratch_folder folder;
    const auto self = socket_tasks::task(0);
    auto box = std::make_unique<detail::mailbox_impl>(self, mailbox_options{}, 0, false);
    detail::socket_settings settings;
    settings.self = self;
    settings.host = "host";
    settings.data_addresses = {"127.0.0.1"};
    settings.socket_directory = folder.path.string();
    settings.secret = make_secret();
    settings.credit_window_bytes = box->credit_window_bytes();
    const auto left = folder.path / "task-40001";
    std::ofstream(left) << "as the socket of the earlier task, it is in the place of the new one";
    auto driver = detail::socket_driver::make(settings, *box);
    const std::vector<member> table{{self, settings.host, host_id{1}, driver->endpoints()}};
    CHECK(table[0].endpoints.unix_path == left.string());
    CHECK(std::filesystem::is_socket(left));
    driver->set_members(table);
    box->use_members(table);
    box->use_driver(std::move(driver));
    const mailbox used(std::move(box));
}

TEST_CASE("an endpoint is a numeric address and a port from 1 to 65535", "[address]") {
    for (const std::string text : {"192.0.2.1:1", "192.0.2.1:65535", "[2001:db8::1]:4711"})
        CHECK(to_text(parse_endpoint(text)) == text);
    for (const std::string text : {"", ":", "192.0.2.1", "192.0.2.1:", "192.0.2.1:0", "192.0.2.1:65536", "192.0.2.1:-1",
                                   "192.0.2.1:1x", "host:1", ":1", "[2001:db8::1]"})
        CHECK(error_of([&] { parse_endpoint(text); }) == errc::invalid_argument);
}

TEST_CASE("each advertised address alone leads to the task", "[address]") {
    const auto which = GENERATE(0u, 1u, 2u);
    if (which == 2 && !has_ipv6()) return;
    std::vector<std::string> addresses{"127.0.0.2", "127.0.0.3"};
    if (has_ipv6()) addresses.push_back("::1");
    socket_tasks tasks({{"127.0.0.1"}, addresses}, {},
                       [&](std::vector<member>& table) { table[1].endpoints.tcp = {table[1].endpoints.tcp[which]}; });
    meet(tasks);
}

TEST_CASE("IPv4, IPv6 and mixed families", "[address]") {
    if (!has_ipv6()) {
        WARN("skipped: no IPv6 here");
        return;
    }
    const auto one = GENERATE("127.0.0.1", "::1");
    const auto other = GENERATE("127.0.1.1", "::1");
    socket_tasks tasks({{one}, {other}});
    meet(tasks);
}

TEST_CASE("a wrong first address does not hide the right one", "[address]") {
    using kind = wrong_address::kind;
    const wrong_address wrong(GENERATE(kind::refuses, kind::silent, kind::black_hole));
    socket_tasks tasks({{"127.0.0.1"}, {"127.0.0.2"}}, {}, [&](std::vector<member>& table) {
        table[1].endpoints.tcp.insert(table[1].endpoints.tcp.begin(), wrong.text());
    });
    meet(tasks);
}

TEST_CASE("a pair meets if only one side can reach the other, although both send", "[address]") {
    const std::size_t hidden = GENERATE(0u, 1u), other = 1 - hidden;
    const wrong_address unreachable(wrong_address::kind::black_hole);
    socket_tasks tasks({{"127.0.0.1"}, {"127.0.0.2"}}, {},
                       [&](std::vector<member>& table) { table[hidden].endpoints.tcp = {unreachable.text()}; });
    const std::vector<std::byte> word(8);
    auto sent = tasks.box(other).async_send({tasks.task(hidden), tag{4}}, word);  // this connection is never made
    meet(tasks, hidden, other);
    CHECK(tasks.box(hidden).recv({tasks.task(other), tag{4}}, limit).payload == word);
    sent.wait(limit);
}

TEST_CASE("a task of another virtual machine at the first address is detected", "[address]") {
    socket_tasks strangers({{"127.0.0.1"}, {"127.0.0.1"}});
    socket_tasks tasks({{"127.0.0.1"}, {"127.0.0.2"}}, {}, [&](std::vector<member>& table) {
        table[1].endpoints.tcp.insert(table[1].endpoints.tcp.begin(), strangers.table()[1].endpoints.tcp[0]);
    });
    std::atomic<bool> over = false;
    background answering([&] {
        while (!over)  // the stranger answers all the time, and gets nothing
            demand(!strangers.box(1).try_probe({any_source, any_tag}), "the stranger was sent a message");
    });
    meet(tasks);
    over = true;
    CHECK(answering.failure().empty());
}

TEST_CASE("another task of the same virtual machine at the first address is detected", "[address]") {
    socket_tasks tasks({{"127.0.0.1"}, {"127.0.0.2"}, {"127.0.0.3"}}, {}, [&](std::vector<member>& table) {
        table[1].endpoints.tcp.insert(table[1].endpoints.tcp.begin(), table[2].endpoints.tcp[0]);
    });
    std::atomic<bool> over = false;
    background answering([&] {
        while (!over)
            demand(!tasks.box(2).try_probe({any_source, any_tag}), "the wrong task was sent a message");
    });
    meet(tasks);
    over = true;
    CHECK(answering.failure().empty());
}

TEST_CASE("a peer with no right address is connect_failed in time, and other pairs continue", "[address][errors]") {
    using kind = wrong_address::kind;
    const wrong_address wrong(GENERATE(kind::refuses, kind::black_hole));
    mailbox_options options;
    options.connect_timeout = 300ms;
    options.detach_after = limit;  // the send itself is to report it
    socket_tasks tasks({{"127.0.0.1"}, {"127.0.0.2"}, {"127.0.0.3"}}, options,
                       [&](std::vector<member>& table) { table[1].endpoints.tcp = {wrong.text()}; });
    const auto begun = std::chrono::steady_clock::now();
    const std::vector<std::byte> payload(100'000);
    const auto failed = error_of([&] { tasks.box(0).send({tasks.task(1), tag{1}}, payload, limit); });
    CHECK(failed == errc::connect_failed);
    CHECK(std::chrono::steady_clock::now() - begun < limit / 2);
    meet(tasks, 0, 2);
}

TEST_CASE("an address that is not valid does not hide the right one", "[address]") {
    socket_tasks tasks({{"127.0.0.1"}, {"127.0.0.2"}}, {}, [](std::vector<member>& table) {
        table[1].endpoints.tcp.insert(table[1].endpoints.tcp.begin(), "localhost:1");
    });
    meet(tasks);
}

TEST_CASE("a peer without a valid address is connect_failed, and the error names an address", "[address][errors]") {
    mailbox_options options;
    options.detach_after = limit;  // the send itself is to report it
    socket_tasks tasks({{"127.0.0.1"}, {"127.0.0.2"}}, options,
                       [](std::vector<member>& table) { table[1].endpoints.tcp = {"localhost:1"}; });
    const std::vector<std::byte> payload(100'000);
    try {
        tasks.box(0).send({tasks.task(1), tag{1}}, payload, limit);
        FAIL("the task was reached");
    } catch (const error& failed) {
        CHECK(failed.which() == errc::connect_failed);
        CHECK_THAT(failed.what(), Catch::Contains("localhost"));
    }
}

TEST_CASE("the transport unix says that it does not reach tasks of other computers", "[address][errors]") {
    const bool is_near = GENERATE(false, true);
    const scratch_folder folder;
    mailbox_options options;
    options.connect_timeout = 100ms;
    options.detach_after = limit;
    const task_id self = socket_tasks::task(0), peer = socket_tasks::task(1);
    auto box = std::make_unique<detail::mailbox_impl>(self, options, 1, false);
    detail::socket_settings settings;
    settings.self = self;
    settings.host = "a";
    settings.socket_directory = folder.path.string();
    settings.secret = make_secret();
    settings.kind = transport_kind::unix_domain;
    settings.credit_window_bytes = box->credit_window_bytes();
    settings.connect_timeout = options.connect_timeout;
    auto driver = detail::socket_driver::make(settings, *box);
    const std::string nowhere = folder.path / "nowhere";
    const std::vector<member> table{{self, "a", host_id{1}, driver->endpoints()},
                                    {peer, is_near ? "a" : "b", host_id{2}, {{}, nowhere}}};
    driver->set_members(table);
    box->use_members(table);
    box->use_driver(std::move(driver));
    mailbox used(std::move(box));
    const std::vector<std::byte> payload(100'000);
    try {
        used.send({peer, tag{1}}, payload, limit);
        FAIL("an error is wanted");
    } catch (const error& failed) {
        CHECK(failed.which() == errc::connect_failed);
        CHECK((std::string(failed.what()).find("same computer") == std::string::npos) == is_near);
    }
}

TEST_CASE("a peer whose every address is a stranger's is connect_failed in time", "[address][errors]") {
    socket_tasks strangers({{"127.0.0.1"}, {"127.0.0.1"}});
    mailbox_options options;
    options.connect_timeout = 300ms;
    options.detach_after = limit;
    socket_tasks tasks({{"127.0.0.1"}, {"127.0.0.2"}}, options, [&](std::vector<member>& table) {
        table[1].endpoints.tcp = strangers.table()[1].endpoints.tcp;
    });
    const std::vector<std::byte> payload(100'000);
    CHECK(error_of([&] { tasks.box(0).send({tasks.task(1), tag{1}}, payload, limit); }) == errc::connect_failed);
}

}  // namespace address_test
