#include "daemon/client/clock_comparison.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>

#include "daemon/common/clock_us.hpp"
#include "daemon/common/connect.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::chrono::seconds reach_limit{3};
constexpr std::chrono::seconds clock_answer_limit{3};
constexpr int readings = 5;

/// Asks once. Returns the clock of the host in microseconds; nothing if it does not answer until the limit.
std::optional<std::int64_t> ask_clock(asio::io_context& io, tcp::socket& socket,
                                      std::chrono::steady_clock::time_point limit) {
    std::array<char, 64> answer{};
    std::size_t length = 0;
    error_code failed;
    socket.write_some(asio::buffer("?", 1), failed);
    if (failed) return std::nullopt;
    socket.async_read_some(asio::buffer(answer),
                           [&length](const error_code& end, std::size_t n) { length = end ? 0 : n; });
    io.restart();
    io.run_until(limit);
    if (length == 0) {
        socket.close(failed);
        io.restart();
        io.run();  // the handler of the read, which names a local variable
        return std::nullopt;
    }
    std::int64_t clock_us = 0;
    const auto parsed = std::from_chars(answer.data(), answer.data() + length, clock_us);
    if (parsed.ec != std::errc{} || parsed.ptr == answer.data() + length || *parsed.ptr != '\n') return std::nullopt;
    return clock_us;
}

std::optional<clock_reading> read_clock(asio::io_context& io, tcp::socket& socket) {
    const auto limit = std::chrono::steady_clock::now() + clock_answer_limit;
    std::optional<clock_reading> best;
    for (int i = 0; i < readings; ++i) {
        const auto before = now_us();
        const auto answer = ask_clock(io, socket, limit);
        const auto after = now_us();
        if (!answer) break;
        const double half = 0.5 * static_cast<double>(after - before);
        const clock_reading reading{1e-6 * (static_cast<double>(*answer - before) - half), 1e-6 * half};
        if (!best || reading.uncertainty_s < best->uncertainty_s) best = reading;
    }
    return best;
}

}  // namespace

clock_comparison compare_clocks(const tcp::endpoint& host) {
    asio::io_context io;
    tcp::socket socket(io);
    const error_code result = connect_within(io, socket, host, reach_limit);
    if (result) return {result.message(), std::nullopt};
    return {"", read_clock(io, socket)};
}

}  // namespace banyan::daemon
