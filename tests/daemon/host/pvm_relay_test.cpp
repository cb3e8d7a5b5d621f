// Programs of a host reach the PVM service on another computer, which this test plays.
#include "daemon/host/pvm_relay.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "daemon/common/coordinator_id.hpp"
#include "daemon/coordinator/host_acceptor.hpp"
#include "libnet/base/secret.hpp"
#include "libnet/pvm3/service_address.hpp"
#include "tests/common/scratch_folder.hpp"

namespace pvm_relay_test {

using namespace banyan::daemon;
using namespace banyan::testing;
namespace net = banyan::net;
namespace asio = banyan::net::asio;

namespace {

constexpr std::uint32_t host = 7;
const std::string private_virtual_machine = "p-1";  // so that no file in PVM_TMP names it

/// One end of a connection: what it has received, and whether it was closed by the other side.
struct stream_end {
    explicit stream_end(std::shared_ptr<control_stream> s) : stream(std::move(s)) {
        stream->start([this](const std::string& body) { received.push_back(body); },
                      [this](const std::string&) { is_closed = true; });
    }
    std::shared_ptr<control_stream> stream;
    std::vector<std::string> received;
    bool is_closed = false;
};

struct fixture {
    const scratch_folder folder;
    asio::io_context io;
    net::secret_key secret = net::make_secret();
    std::unique_ptr<stream_end> service;  // the last connection that has arrived
    std::unique_ptr<host_acceptor> acceptor;
    std::string endpoint;
    int wishes = 0;
    pvm_relay relay{io, orders(), folder.path, [this] { ++wishes; }};

    fixture() { relay.start(); }
    wire::HostOrders orders() const {
        wire::HostOrders result;
        result.set_virtual_machine(private_virtual_machine);
        result.set_secret(secret.data(), secret.size());
        result.set_number(host);
        result.set_coordinator_endpoint("127.0.0.1:1");
        return result;
    }
    void start_service() {
        acceptor = std::make_unique<host_acceptor>(
            io, secret,
            [this](std::uint32_t from, std::shared_ptr<control_stream> stream) {
                CHECK(from == host);
                stream->send_body("");  // accepts
                service = std::make_unique<stream_end>(std::move(stream));
            },
            pvm_service_id);
        endpoint = acceptor->listen_tcp("127.0.0.1");
    }
    std::unique_ptr<stream_end> program() {
        asio::local::stream_protocol::socket socket(io);
        socket.connect((folder.path / banyan::pvm3::service_socket_name).string());
        return std::make_unique<stream_end>(std::make_shared<control_stream>(std::move(socket)));
    }
    template <class Condition>
    void run_until(const Condition& holds) {
        while (!holds())
            io.run_one();
    }
};

}  // namespace

TEST_CASE("Frames pass in both directions, those of before the service is known as well", "[pvm_relay]") {
    fixture f;
    const auto program = f.program();
    program->stream->send_body("early");
    f.run_until([&] { return f.wishes == 1; });
    f.start_service();
    f.relay.serve(f.endpoint);
    f.run_until([&] { return f.service && f.service->received.size() == 2; });
    wire::RelayedTask introduced;
    REQUIRE(introduced.ParseFromString(f.service->received[0]));
    CHECK(introduced.pid() == ::getpid());
    CHECK(f.service->received[1] == "early");
    f.service->stream->send_body("answer");
    program->stream->send_body("late");
    f.run_until([&] { return program->received.size() == 1 && f.service->received.size() == 3; });
    CHECK(program->received[0] == "answer");
    CHECK(f.service->received[2] == "late");
}

TEST_CASE("When one side closes, the other side is closed after its last frame", "[pvm_relay]") {
    fixture f;
    f.start_service();
    f.relay.serve(f.endpoint);
    const auto program = f.program();
    f.run_until([&] { return f.service && f.service->received.size() == 1; });
    SECTION("the program") {
        program->stream->send_body("last");
        program->stream->close_when_sent([] {});
        f.run_until([&] { return f.service->is_closed; });
        CHECK(f.service->received.back() == "last");
    }
    SECTION("the service") {
        f.service->stream->send_body("last");
        f.service->stream->close_when_sent([] {});
        f.run_until([&] { return program->is_closed; });
        CHECK(program->received == std::vector<std::string>{"last"});
    }
    CHECK(f.wishes == 0);
}

TEST_CASE("A program is connected with the next service if the known one was killed", "[pvm_relay]") {
    fixture f;
    f.start_service();
    f.acceptor->close();
    f.relay.serve(f.endpoint);
    const auto program = f.program();
    program->stream->send_body("early");
    f.run_until([&] { return f.wishes == 1; });
    f.relay.ask_again();  // the coordinator has returned
    CHECK(f.wishes == 2);
    f.start_service();
    f.relay.serve(f.endpoint);
    f.run_until([&] { return f.service && f.service->received.size() == 2; });
    CHECK(f.service->received[1] == "early");
    CHECK_FALSE(program->is_closed);
    f.relay.ask_again();
    CHECK(f.wishes == 2);
}

}  // namespace pvm_relay_test
