// Silent connections at a TCP listener stay in the system for a while; those that have sent a byte come first.
#include "libnet/transport/socket/listener.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <optional>
#include <vector>

#include "tests/libnet/messaging/mailbox_testing.hpp"

namespace listener_test {

using namespace banyan::net;
using namespace banyan::testing;

namespace {

struct fixture {
    asio::io_context io;
    detail::descriptor_reserve reserve{handshake_purpose::data};
    std::vector<stream_socket> arrived;
    detail::listener<asio::ip::tcp> door{io,
                                         asio::ip::tcp::endpoint(asio::ip::address_v4::loopback(), 0),
                                         reserve,
                                         {[this](stream_socket s) { arrived.push_back(std::move(s)); },
                                          [] { return false; }, [] { return false; }, [] { return false; }}};

    asio::ip::tcp::socket connect() {
        asio::ip::tcp::socket caller(io);
        caller.connect(door.local_endpoint());
        return caller;
    }
    void await_arrivals(std::size_t wanted) {
        for (const deadline until(limit); arrived.size() < wanted && !until.passed();)
            io.run_one_for(std::chrono::milliseconds(20));
        REQUIRE(arrived.size() == wanted);
    }
};

// True if a connection that has sent a byte is accepted before 20 older silent ones. The system keeps these for 3 s, so
// there is no answer if this thread was stopped for long.
std::optional<bool> accepts_the_speaker_first() {
    fixture f;
    const deadline kept(std::chrono::seconds(1));
    std::vector<asio::ip::tcp::socket> silent;
    for (int i = 0; i < 20; ++i)
        silent.push_back(f.connect());
    f.io.poll();
    const bool none_before = f.arrived.empty();
    auto caller = f.connect();
    caller.send(asio::buffer("!", 1));
    while (f.arrived.empty() && !kept.passed())
        f.io.run_one_for(std::chrono::milliseconds(20));
    if (kept.passed()) return std::nullopt;
    char said = 0;
    return none_before && f.arrived.size() == 1 && f.arrived.front().available() == 1 &&
           f.arrived.front().receive(asio::buffer(&said, 1)) == 1 && said == '!';
}

// Without them silent connections are accepted at once.
bool system_has_syn_cookies() {
    char setting = '0';
    std::ifstream("/proc/sys/net/ipv4/tcp_syncookies") >> setting;
    return setting != '0';
}

}  // namespace

TEST_CASE("A connection that has sent a byte is accepted before older silent ones", "[strangers]") {
    if (!system_has_syn_cookies()) {
        WARN("this system has no SYN cookies");
        return;
    }
    std::optional<bool> is_first;
    for (int attempt = 0; attempt < 30 && !is_first; ++attempt)
        is_first = accepts_the_speaker_first();
    REQUIRE(is_first.has_value());
    CHECK(*is_first);
}

TEST_CASE("A silent connection is accepted at last, and can still send", "[strangers]") {
    fixture f;
    auto caller = f.connect();
    f.await_arrivals(1);
    caller.send(asio::buffer("?", 1));
    char said = 0;
    f.arrived.front().receive(asio::buffer(&said, 1));
    CHECK(said == '?');
}

}  // namespace listener_test
