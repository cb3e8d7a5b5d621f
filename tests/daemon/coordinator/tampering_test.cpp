// If bytes between coordinator and host daemon are changed, their connection ends, and no changed frame is accepted.
#include <catch2/catch.hpp>

#include <chrono>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "daemon/common/coordinator_id.hpp"
#include "daemon/coordinator/host_acceptor.hpp"
#include "daemon/daemon.pb.h"
#include "libnet/transport/socket/address.hpp"
#include "libnet/transport/socket/async_secure.hpp"
#include "tests/common/long_form.hpp"
#include "tests/common/tampering_proxy.hpp"

namespace tampering_test {

using namespace banyan::daemon;
using namespace banyan::testing;
namespace net = banyan::net;
namespace asio = banyan::net::asio;

namespace {

constexpr std::chrono::minutes limit{1};
/// For the proof: the time in which the host daemon gives up a connection whose bytes were changed.
constexpr std::chrono::milliseconds usual_patience{200};
constexpr std::chrono::milliseconds long_patience{20'000};

std::vector<wire::ToHost> orders() {
    std::vector<wire::ToHost> list;
    for (int number = 1; number <= 60; ++number) {
        list.emplace_back().mutable_ping();
        auto& program = *list.emplace_back().mutable_program();
        program.set_run(number);
        program.set_working_directory(std::string(static_cast<std::size_t>(number) * 20, 'd'));
        list.emplace_back().mutable_signal()->set_signal(number);
        list.emplace_back().mutable_input()->set_data(std::string(static_cast<std::size_t>(number) * 100, 'i'));
        list.emplace_back().mutable_table()->set_run(number);
        list.emplace_back().mutable_loss()->set_run(number);
    }
    return list;
}

std::vector<wire::FromHost> reports() {
    std::vector<wire::FromHost> list;
    for (int number = 1; number <= 60; ++number) {
        list.emplace_back().mutable_pong();
        list.emplace_back().mutable_started()->set_pid(number);
        list.emplace_back().mutable_output()->set_data(std::string(static_cast<std::size_t>(number) * 100, 'o'));
        list.emplace_back().mutable_published()->mutable_endpoints()->set_unix_path("/tmp/x");
        list.emplace_back().mutable_died()->set_wait_status(number);
    }
    return list;
}

/// Sends all of `out` and stores what it receives.
struct end {
    std::shared_ptr<control_stream> stream;
    std::vector<std::string> got;
    bool closed = false;

    template <class Message>
    void start(std::shared_ptr<control_stream> made, const std::vector<Message>& out) {
        stream = std::move(made);
        stream->start([this](const std::string& body) { got.push_back(body); }, [this](const auto&) { closed = true; });
        for (const auto& one : out)
            stream->send(one);
    }
    ~end() {
        if (stream) stream->close();
    }
};

template <class Message>
bool is_beginning(const std::vector<std::string>& got, const std::vector<Message>& sent) {
    if (got.size() > sent.size()) return false;
    for (std::size_t i = 0; i < got.size(); ++i)
        if (got[i] != sent[i].SerializeAsString()) return false;
    return true;
}

/// The connection of a host daemon to the coordinator through the proxy.
struct connection {
    asio::io_context io;
    net::secret_key secret = net::make_secret();
    end coordinator, host;
    bool failed = false;
    host_acceptor acceptor{io, secret, [this](std::uint32_t, std::shared_ptr<control_stream> made) {
                               coordinator.start(std::move(made), orders());
                           }};
    tampering_proxy between;
    net::stream_socket socket{io};

    connection(attack_plan plan, std::chrono::milliseconds patience) : between(acceptor.listen_tcp("127.0.0.1"), plan) {
        asio::ip::tcp::socket client(io);
        client.connect(net::parse_endpoint(between.address()));
        socket = std::move(client);
        auto proof = std::make_shared<net::handshake>(
            net::handshake_role::initiator, secret, net::handshake_purpose::control, host_daemon_id(1), coordinator_id);
        net::async_secure(
            socket, proof,
            [this](const std::optional<net::error>& refused, std::unique_ptr<net::detail::link_protection> tls) {
                failed = refused.has_value();
                if (!failed) host.start(std::make_shared<control_stream>(std::move(socket), std::move(tls)), reports());
            },
            patience);
    }
    [[nodiscard]] bool over() const {
        const bool all = coordinator.got.size() == reports().size() && host.got.size() == orders().size();
        return failed || coordinator.closed || host.closed || all;
    }
    void run() {
        const auto until = std::chrono::steady_clock::now() + limit;
        while (!over() && std::chrono::steady_clock::now() < until)
            io.run_one_until(until);
    }
};

}  // namespace

TEST_CASE("Orders and reports pass a proxy that changes nothing") {
    connection c({.what = attack::flip, .at = std::size_t{1} << 40}, long_patience);
    c.run();
    CHECK(c.host.got.size() == orders().size());
    CHECK(c.coordinator.got.size() == reports().size());
}

TEST_CASE("Bytes that are changed at any place of a control connection end it, and only sent frames are accepted") {
    const auto what = GENERATE(from_range(attacks));
    const bool from_client = GENERATE(true, false);
    std::mt19937 random(static_cast<unsigned>(what) * 2 + from_client);
    const int places = full_form() ? 400 : 8;
    for (int place = 0; place < places; ++place) {
        const std::size_t range[] = {88, 700, 5'000, 100'000};  // proof, TLS handshake, frames
        const std::size_t at = random() % range[place % 4];
        INFO("attack " << static_cast<int>(what) << (from_client ? " on the client's" : " on the server's") << " byte "
                       << at);
        const attack_plan plan{what, from_client, at};
        std::optional<connection> attempt;
        attempt.emplace(plan, usual_patience);
        attempt->run();
        if (!attempt->between.has_struck()) {  // a busy computer took longer for the bytes before
            attempt.emplace(plan, long_patience);
            attempt->run();
        }
        connection& c = *attempt;
        CHECK(c.between.has_struck());
        CHECK((c.failed || c.coordinator.closed || c.host.closed));
        CHECK(is_beginning(c.host.got, orders()));
        CHECK(is_beginning(c.coordinator.got, reports()));
        c.io.run_for(std::chrono::milliseconds(5));
        CHECK(is_beginning(c.host.got, orders()));
        CHECK(is_beginning(c.coordinator.got, reports()));
    }
}

}  // namespace tampering_test
