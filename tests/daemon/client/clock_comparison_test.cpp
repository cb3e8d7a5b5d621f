// The comparison of clocks with a host whose clock is wrong by a known time.
#include "daemon/client/clock_comparison.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <thread>

#include "daemon/common/clock_us.hpp"

namespace clock_comparison_test {

using namespace banyan::daemon;
namespace asio = banyan::net::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

/// Accepts one connection and answers each byte by what `answer` returns, until the connection closes.
class server {
  public:
    explicit server(std::function<std::string()> answer)
        : acceptor_(io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)),
          address_(acceptor_.local_endpoint()),
          thread_([this, answer = std::move(answer)] { serve(answer); }) {}
    [[nodiscard]] tcp::endpoint address() const { return address_; }

  private:
    void serve(const std::function<std::string()>& answer) {
        tcp::socket socket(io_);
        error_code failed;
        acceptor_.accept(socket, failed);
        for (char asked = 0; !failed && socket.read_some(asio::buffer(&asked, 1), failed) == 1;) {
            const std::string text = answer();
            if (text.empty()) return;
            asio::write(socket, asio::buffer(text), failed);
        }
    }

    asio::io_context io_;
    tcp::acceptor acceptor_;
    tcp::endpoint address_;
    std::jthread thread_;
};

}  // namespace

TEST_CASE("the difference of the clocks is exact within the uncertainty") {
    for (const double ahead_s : {0.0, 1234.5, -0.75}) {
        const auto ahead_us = static_cast<std::int64_t>(ahead_s * 1e6);
        const server host([ahead_us] { return std::to_string(now_us() + ahead_us) + "\n"; });
        const auto found = compare_clocks(host.address());
        CHECK(found.failure.empty());
        REQUIRE(found.clock);
        constexpr double rounding_s = 2e-6;
        CHECK(found.clock->uncertainty_s >= 0);
        CHECK(std::abs(found.clock->ahead_s - ahead_s) <= found.clock->uncertainty_s + rounding_s);
    }
}

TEST_CASE("without a valid answer there is no clock") {
    for (const std::string answer : {"", "no number\n", "12"}) {
        const server host([answer] { return answer; });
        const auto found = compare_clocks(host.address());
        CHECK(found.failure.empty());
        CHECK_FALSE(found.clock);
    }
}

TEST_CASE("a refused connection is named") {
    asio::io_context io;
    tcp::acceptor not_listening(io);
    not_listening.open(tcp::v4());
    not_listening.bind(tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    const auto found = compare_clocks(not_listening.local_endpoint());
    CHECK(found.failure == error_code(asio::error::connection_refused).message());
    CHECK_FALSE(found.clock);
}

}  // namespace clock_comparison_test
