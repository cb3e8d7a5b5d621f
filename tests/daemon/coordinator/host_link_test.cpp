// What the coordinator believes of the report of a host daemon.
#include "daemon/coordinator/host_link.hpp"

#include <sys/wait.h>

#include <array>
#include <boost/asio/local/connect_pair.hpp>
#include <catch2/catch.hpp>
#include <climits>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "daemon/common/kept_state.hpp"
#include "tests/daemon/host/played_coordinator.hpp"

namespace host_link_test {

using namespace banyan;
using namespace banyan::daemon;
namespace asio = banyan::net::asio;
using asio::ip::tcp;
using local = asio::local::stream_protocol;

namespace {

wire::FromHost first_report() {
    wire::FromHost message;
    auto& ready = *message.mutable_ready();
    ready.set_pvm_architecture("LINUX64");
    ready.mutable_returned()->set_name("alpha");
    ready.mutable_returned()->set_slots(1);
    ready.mutable_returned()->set_speed(1);
    return message;
}

/// A host whose daemon is the other end of a connection.
template <class Protocol>
struct reporting_host {
    /// `near_end` is that of the coordinator.
    void connect(typename Protocol::socket near_end) {
        link->expect_return({0, host_name_digest("alpha")},
                            {[this](host_link&) { is_ready = true; }, [](host_link&, const wire::FromHost&) {},
                             [this](host_link&, const std::string& text) { lost_because = text; }});
        link->connected(std::make_shared<control_stream>(net::stream_socket(std::move(near_end))));
    }
    ~reporting_host() {
        link->shut_down();
        io.restart();
        io.run();
    }
    void report(const wire::FromHost& message) {
        asio::write(far_end, asio::buffer(net::control_frame(message.SerializeAsString())));
        wire::FromHost end;
        end.mutable_end_of_known();
        asio::write(far_end, asio::buffer(net::control_frame(end.SerializeAsString())));
        REQUIRE(banyan::testing::run_until(io, [this] { return is_ready || lost_because; }));
    }
    [[nodiscard]] std::string coordinator_address() const {
        wire::Host entry;
        link->describe_to_pvm(entry);
        return entry.coordinator_address();
    }

    asio::io_context io;
    typename Protocol::socket far_end{io};
    std::shared_ptr<host_link> link = std::make_shared<host_link>(io, net::host_id{2});
    bool is_ready = false;
    std::optional<std::string> lost_because;
};

void connect_tcp(reporting_host<tcp>& host) {
    tcp::acceptor acceptor(host.io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    host.far_end.connect(acceptor.local_endpoint());
    host.connect(acceptor.accept());
}

}  // namespace

TEST_CASE("The PVM service listens where the coordinator was reached by TCP") {
    reporting_host<tcp> host;
    connect_tcp(host);
    host.report(first_report());
    CHECK(host.is_ready);
    CHECK(host.coordinator_address() == "127.0.0.1");
}

TEST_CASE("For a host that has connected by a Unix-domain socket the PVM service does not listen") {
    reporting_host<local> host;
    local::socket near_end(host.io);
    boost::asio::local::connect_pair(near_end, host.far_end);
    host.connect(std::move(near_end));
    host.report(first_report());
    CHECK(host.is_ready);
    CHECK(host.coordinator_address().empty());
}

TEST_CASE("The slots that a daemon reports have the limits of a host file") {
    constexpr int most = 4096;
    const std::array<std::array<int, 3>, 5> reports{
        {{0, 8, 8}, {3, 8, 3}, {0, INT_MAX, most}, {INT_MAX, 8, most}, {0, -1, 1}}};
    for (const auto& [slots, cores, expected] : reports) {
        reporting_host<tcp> host;
        connect_tcp(host);
        auto message = first_report();
        message.mutable_ready()->set_cores(cores);
        message.mutable_ready()->mutable_returned()->set_slots(slots);
        host.report(message);
        CHECK(host.link->slots() == expected);
    }
}

TEST_CASE("A host that reports another name or an impossible speed after a restart is lost") {
    const auto is_lost = [](const auto& change) {
        reporting_host<tcp> host;
        connect_tcp(host);
        auto message = first_report();
        change(*message.mutable_ready());
        host.report(message);
        CHECK(host.is_ready != host.lost_because.has_value());
        return host.lost_because.has_value();
    };
    CHECK_FALSE(is_lost([](wire::HostReady&) {}));
    CHECK(is_lost([](wire::HostReady& ready) { ready.mutable_returned()->set_name("beta"); }));
    CHECK(is_lost([](wire::HostReady& ready) { ready.mutable_returned()->clear_name(); }));
    CHECK(is_lost([](wire::HostReady& ready) { ready.clear_returned(); }));
    for (const double speed : {std::nan(""), std::numeric_limits<double>::infinity(), -1.0}) {
        CHECK(is_lost([&](wire::HostReady& ready) { ready.mutable_returned()->set_speed(speed); }));
        if (speed < 0) continue;  // not measured
        CHECK(is_lost([&](wire::HostReady& ready) {
            ready.mutable_returned()->mutable_measured_speed()->set_cells_per_s(speed);
        }));
    }
}

TEST_CASE("A host that reports a long text about itself is lost") {
    const std::string longest(4096, 'x');
    for (const bool is_too_long : {false, true}) {
        reporting_host<tcp> host;
        connect_tcp(host);
        auto message = first_report();
        message.mutable_ready()->set_pvm_architecture(longest + (is_too_long ? "x" : ""));
        host.report(message);
        CHECK(host.is_ready != is_too_long);
        CHECK(host.lost_because.has_value() == is_too_long);
        if (host.lost_because) CHECK(host.lost_because->find("4097 bytes") != std::string::npos);
    }
}

TEST_CASE("A host that reports an address or a PVM_ARCH with bytes that are not printable ASCII is lost") {
    for (const bool in_address : {false, true})
        for (const std::string text : {"LINUX64 ~", "a\x1b]0;title\a", "a\x7f",
                                       "a\xc2\x9b"
                                       "1m",
                                       "caf\xc3\xa9"}) {
            reporting_host<tcp> host;
            connect_tcp(host);
            auto message = first_report();
            auto& ready = *message.mutable_ready();
            in_address ? ready.set_address(text) : ready.set_pvm_architecture(text);
            host.report(message);
            CHECK(host.is_ready == (text == "LINUX64 ~"));
            if (!host.is_ready)
                CHECK_THAT(host.lost_because.value(),
                           Catch::Contains("an address or a PVM_ARCH with bytes that are not printable ASCII"));
        }
}

TEST_CASE("A launcher that writes errors without end does not hold up the coordinator") {
    asio::io_context io;
    wire::HostToStart how;
    how.set_name("alpha");
    for (const char* word : {"sh", "-c", "exec yes failed >&2"})
        how.add_command(word);
    const auto link = std::make_shared<host_link>(io, net::host_id{1}, how);
    std::string lost_because;
    link->launch({}, {[](host_link&) {}, [](host_link&, const wire::FromHost&) {},
                      [&](host_link&, const std::string& text) { lost_because = text; }});
    const pid_t launcher = link->process();
    io.run_one();                    // its first lines
    link->child_ended(launcher, 0);  // it goes on: this is about what is read after the end
    CHECK(lost_because.starts_with("its daemon did not start"));
    CHECK(lost_because.size() < 5000);
    CHECK(::waitpid(launcher, nullptr, 0) == launcher);  // the pipe is closed
    io.run();
}

}  // namespace host_link_test
