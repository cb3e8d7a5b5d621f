#include "daemon/host/answer_check.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include "banyan/net/version.hpp"
#include "daemon/common/clock_us.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::chrono::seconds connect_back_limit{3};
/// How long `banyan doctor` may take to connect and to read the clock.
constexpr std::chrono::seconds visit_limit{8};
constexpr const char* unknown_address = "-";

void say(const std::string& line) {
    std::cout << line << std::endl;
}

std::string system_name() {
    constexpr std::string_view key = "PRETTY_NAME=";
    std::string name = "Linux";
    std::ifstream in("/etc/os-release");
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with(key)) continue;
        name = line.substr(key.size());
        std::erase(name, '"');
    }
    utsname kernel{};
    return ::uname(&kernel) == 0 ? fmt::format("{}, kernel {}", name, kernel.release) : name;
}

void say_folder() {
    try {
        const auto folder = runtime_directory();
        say(fmt::format("folder {} {}", std::filesystem::space(folder).available, folder.string()));
    } catch (const std::exception& failed) {
        say(fmt::format("folder_failed {}", failed.what()));
    }
}

tcp::endpoint endpoint_of(const std::string& address, const std::string& port) {
    std::uint16_t number = 0;
    std::from_chars(port.data(), port.data() + port.size(), number);
    return {asio::ip::make_address(address), number};
}

/// Tries whether this host reaches the computer of `banyan doctor`. Returns the local address of the connection, "" if
/// there is none.
std::string local_end(const check_orders& orders) {
    try {
        asio::io_context io;
        tcp::socket socket(io);
        const error_code result = connect_within(io, socket, endpoint_of(orders.here, orders.port), connect_back_limit);
        say(result ? fmt::format("connect_failed {}", result.message()) : "connected");
        return result ? "" : socket.local_endpoint().address().to_string();
    } catch (const std::exception& failed) {
        say(fmt::format("connect_failed {}", failed.what()));
        return "";
    }
}

/// A connection that gets the time of the system clock, as a line, for each byte that it sends.
class clock_visit : public std::enable_shared_from_this<clock_visit> {
  public:
    clock_visit(asio::io_context& io, tcp::socket socket) : io_(io), socket_(std::move(socket)) {}

    /// Ends the loop when the other side has read the clock and closes.
    void serve() {
        socket_.async_read_some(asio::buffer(&asked_, 1),
                                [self = shared_from_this()](const error_code& end, std::size_t) {
                                    if (!end) return self->send_clock();
                                    if (self->has_answered_) self->io_.stop();
                                });
    }

  private:
    void send_clock() {
        line_ = fmt::format("{}\n", now_us());
        asio::async_write(socket_, asio::buffer(line_),
                          [self = shared_from_this()](const error_code& failed, std::size_t) {
                              if (failed) return;
                              self->has_answered_ = true;
                              self->serve();
                          });
    }

    asio::io_context& io_;
    tcp::socket socket_;
    char asked_ = 0;
    bool has_answered_ = false;
    std::string line_;
};

void serve_next(asio::io_context& io, tcp::acceptor& acceptor) {
    acceptor.async_accept([&io, &acceptor](const error_code& failed, tcp::socket socket) {
        if (failed) return;
        std::make_shared<clock_visit>(io, std::move(socket))->serve();
        serve_next(io, acceptor);
    });
}

/// Listens until `banyan doctor` has read the clock, or until the time limit.
void serve_clock(const std::string& address) {
    asio::io_context io;
    try {
        tcp::acceptor acceptor(io, endpoint_of(address, "0"));
        say(fmt::format("listening {} {}", address, acceptor.local_endpoint().port()));
        say("ready");
        serve_next(io, acceptor);
        io.run_for(visit_limit);
    } catch (const boost::system::system_error& failed) {
        say(fmt::format("listen_failed {} {}", address, failed.code().message()));
        say("ready");
    }
}

}  // namespace

check_orders read_check_orders() {
    check_orders orders;
    std::cin >> orders.here >> orders.port >> orders.address;
    return orders;
}

int answer_check(const check_orders& orders) {
    if (orders.address.empty()) {
        std::cerr << "banyand check: its orders are not complete" << std::endl;
        return 2;
    }
    say(fmt::format("version {}", net::version_string));
    say(fmt::format("system {}", system_name()));
    say(fmt::format("cores {}", std::max(1u, std::thread::hardware_concurrency())));
    say_folder();
    const std::string local = local_end(orders);
    const std::string address = orders.address == unknown_address ? local : split_addresses(orders.address).front();
    if (!address.empty()) {
        serve_clock(address);
        return 0;
    }
    say("ready");  // the failure of the connection is the reason
    return 0;
}

}  // namespace banyan::daemon
