#include "daemon/client/host_examination.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <exception>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "banyan/net/error.hpp"
#include "banyan/net/version.hpp"
#include "daemon/client/clock_comparison.hpp"
#include "daemon/client/command_output.hpp"
#include "daemon/client/line_splitter.hpp"
#include "daemon/client/resolve.hpp"
#include "daemon/client/run_in_parallel.hpp"
#include "daemon/common/connect.hpp"
#include "daemon/common/names.hpp"
#include "daemon/common/processes.hpp"
#include "libnet/base/asio.hpp"

namespace banyan::daemon {

namespace asio = net::asio;
using asio::ip::tcp;

namespace {

constexpr std::chrono::seconds host_limit{20};  // ssh gives up after 10 s
/// The sockets and files of a virtual machine need much less.
constexpr std::uint64_t least_free_bytes = std::uint64_t{1} << 20;
constexpr std::size_t most_failures =
    16;  // of a host: more are ignored, because a false host may report them without end
/// What a banyand of a version without `banyand check` prints.
constexpr std::string_view usage_of_banyand = "banyand is started by banyan";

template <class Number>
Number number_of(const std::string& text) {
    Number value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// The first word of a text and what follows it.
std::pair<std::string, std::string> split_first(const std::string& text) {
    const auto space = text.find(' ');
    if (space == std::string::npos) return {text, ""};
    return {text.substr(0, space), text.substr(space + 1)};
}

void take_version(host_examination& host, const std::string& version) {
    host.version = version;
    if (version != net::version_string)
        host.failures.push_back(
            fmt::format("it has version {} of Banyan, this computer has {}", version, net::version_string));
}

void take_folder(host_examination& host, const std::string& value) {
    const auto [bytes, folder] = split_first(value);
    host.folder = folder;
    host.free_bytes = number_of<std::uint64_t>(bytes);
    if (*host.free_bytes < least_free_bytes)
        host.failures.push_back(fmt::format("its folder {} has only {} bytes of free space", folder, bytes));
}

void take_listening(host_examination& host, const std::string& value) {
    const auto [address, port] = split_first(value);
    host.address = address;
    host.port = number_of<std::uint16_t>(port);
}

void take_listen_failure(host_examination& host, const std::string& value) {
    const auto [address, why] = split_first(value);
    host.address = address;
    host.failures.push_back(fmt::format("its tasks cannot listen at {}: {}", address, why));
}

/// Connects from this computer to the host, and reads its clock.
void visit(host_examination& host) {
    if (host.port == 0) return;
    try {
        const auto visited = compare_clocks({asio::ip::make_address(host.address), host.port});
        host.is_reached = visited.failure.empty();
        host.clock = visited.clock;
        if (!visited.failure.empty())
            host.failures.push_back(
                fmt::format("this computer cannot reach it at {}: {}", host.address, visited.failure));
    } catch (const std::exception& failed) {
        host.is_reached = false;
        host.failures.push_back(fmt::format("this computer cannot reach it at {}: {}", host.address, failed.what()));
    }
}

void take_line(host_examination& host, const std::string& line) {
    const bool was_complete = host.is_complete;
    take_check_line(host, line);
    if (host.is_complete && !was_complete) visit(host);
}

/// The sockets that hosts try to connect to. The system completes the connections; nothing is read from them.
class own_listeners {
  public:
    /// Listens on this numeric address of this computer, and returns the port.
    std::uint16_t port_at(const std::string& address) {
        const auto found = listeners_.find(address);
        if (found != listeners_.end()) return found->second.local_endpoint().port();
        try {
            const tcp::endpoint any_port(asio::ip::make_address(address), 0);
            return listeners_.try_emplace(address, io_, any_port).first->second.local_endpoint().port();
        } catch (const boost::system::system_error& failed) {
            throw net::error(net::errc::resource_limit,
                             fmt::format("this computer cannot listen at {}: {}", address, failed.code().message()));
        }
    }

  private:
    asio::io_context io_;
    std::map<std::string, tcp::acceptor> listeners_;
};

/// What is wrong if the command has ended without a complete answer.
std::string failure_text_of(const command_end& end, const std::vector<std::string>& words) {
    if (end.last_error.starts_with(usage_of_banyand))
        return fmt::format("it has another version of Banyan, which cannot be examined; command: {}",
                           fmt::join(words, " "));
    const std::string what =
        end.is_killed ? fmt::format("did not answer within {} s", host_limit.count()) : describe_end(end.wait_status);
    return fmt::format("it cannot be examined; the command {}: {}{}{}", what, fmt::join(words, " "),
                       end.last_error.empty() ? "" : ": ", end.last_error);
}

std::string orders_of(const host_examination& host, std::uint16_t port) {
    return fmt::format("{} {} {}", host.here, port, host.address.empty() ? "-" : host.address);
}

void examine_by_command(host_examination& host, const wire::HostToStart& how, std::uint16_t port) {
    command_to_run what;
    what.words.assign(how.command().begin(), how.command().end());
    what.directory = how.directory();
    what.input = orders_of(host, port) + "\n";
    what.limit = host_limit;
    try {
        if (what.words.empty()) what.words = {find_companion("banyand"), "check"};
        const auto end = read_command(what, [&host](const std::string& line) { take_line(host, line); });
        if (!host.is_complete) host.failures.push_back(failure_text_of(end, what.words));
    } catch (const std::exception& failed) {
        host.failures.emplace_back(failed.what());
    }
}

void examine_by_task(host_examination& host, std::uint16_t port, const std::function<void(run_request&)>& prepare) {
    run_request request;
    request.command = {"banyand", "check"};
    std::istringstream orders(orders_of(host, port));
    for (std::string word; orders >> word;)
        request.command.push_back(word);
    request.hosts = {host.name};
    request.timeout = host_limit;
    request.grace = std::chrono::seconds(1);
    try {
        prepare(request);
        line_splitter lines;
        const auto result = virtual_machine::find().run(request, [&](const output_block& block) {
            if (!block.is_error) lines.add(block.text, [&host](const std::string& line) { take_line(host, line); });
        });
        if (!host.is_complete)
            host.failures.push_back(result.message.empty() ? "it cannot be examined: its task has not answered"
                                                           : "it cannot be examined: " + result.message);
    } catch (const std::exception& failed) {
        host.failures.emplace_back(failed.what());
    }
}

std::string here_for(const std::string& coordinator_address) {
    return coordinator_address.empty() ? "127.0.0.1" : coordinator_address;
}

}  // namespace

void take_check_line(host_examination& host, const std::string& line) {
    if (host.is_complete || host.failures.size() >= most_failures) return;
    const auto [name, value] = split_first(line);
    if (name == "version") take_version(host, value);
    if (name == "system") host.system = value;
    if (name == "cores") host.cores = number_of<int>(value);
    if (name == "folder") take_folder(host, value);
    if (name == "folder_failed") host.failures.push_back(value);
    if (name == "connected") host.reaches_here = true;
    if (name == "connect_failed") {
        host.reaches_here = false;
        host.failures.push_back(fmt::format("it cannot reach this computer at {}: {}", host.here, value));
    }
    if (name == "listening") take_listening(host, value);
    if (name == "listen_failed") take_listen_failure(host, value);
    if (name == "ready") {
        host.is_complete = true;
        if (host.slots == 0) host.slots = host.cores;
    }
}

std::vector<host_examination> examine_hosts(const std::vector<host_entry>& hosts) {
    const auto plan = plan_hosts(hosts, "check");
    own_listeners listeners;
    std::vector<host_examination> found;
    std::vector<std::uint16_t> ports;
    for (const auto& how : plan.hosts()) {
        found.push_back({.name = how.name(), .slots = how.slots(), .address = how.address()});
        found.back().here = here_for(how.coordinator_address());
        ports.push_back(listeners.port_at(found.back().here));
    }
    run_in_parallel(found.size(),
                    [&](std::size_t i) { examine_by_command(found[i], plan.hosts(static_cast<int>(i)), ports[i]); });
    return found;
}

std::vector<host_examination> examine_running_hosts(const std::vector<host_info>& hosts,
                                                    const std::function<void(run_request&)>& prepare) {
    own_listeners listeners;
    std::vector<host_examination> found;
    std::vector<std::uint16_t> ports;
    for (const auto& host : hosts) {
        found.push_back({.name = host.name, .slots = host.slots, .address = host.address});
        found.back().here = here_for(host.coordinator_address);
        ports.push_back(listeners.port_at(found.back().here));
    }
    run_in_parallel(found.size(), [&](std::size_t i) { examine_by_task(found[i], ports[i], prepare); });
    return found;
}

}  // namespace banyan::daemon
