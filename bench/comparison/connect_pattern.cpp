#include "connect_pattern.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "patterns.h"

namespace banyan::bench {
namespace {

using namespace net;

constexpr tag hello_tag{2};
constexpr tag report_tag{3};
constexpr tag links_tag{4};
constexpr tag barrier_tag{5};

// The two ends of an established TCP connection, as "address:port".
struct tcp_link {
    std::array<char, 32> local{}, remote{};
};

struct report {
    double start = 0, end = 0;
    std::uint64_t links = 0;
};

void write_address(std::array<char, 32>& text, const sockaddr_in& address) {
    std::snprintf(text.data(), text.size(), "%08x:%u", static_cast<unsigned>(ntohl(address.sin_addr.s_addr)),
                  static_cast<unsigned>(ntohs(address.sin_port)));
}

// The TCP connection of a descriptor of this process: only if it is established and uses IPv4.
std::optional<tcp_link> link_behind(int descriptor) {
    tcp_info info{};
    socklen_t info_length = sizeof info;
    if (::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &info_length) != 0) return std::nullopt;
    sockaddr_in near{}, far{};
    socklen_t near_length = sizeof near, far_length = sizeof far;
    if (info.tcpi_state != TCP_ESTABLISHED ||
        ::getsockname(descriptor, reinterpret_cast<sockaddr*>(&near), &near_length) != 0 ||
        ::getpeername(descriptor, reinterpret_cast<sockaddr*>(&far), &far_length) != 0)
        return std::nullopt;
    tcp_link link;
    write_address(link.local, near);
    write_address(link.remote, far);
    return link;
}

std::vector<tcp_link> own_links() {
    std::vector<tcp_link> links;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        if (const auto link = link_behind(std::stoi(entry.path().filename()))) links.push_back(*link);
    return links;
}

// Starts all sends and receives at once: one byte to and from every other task.
void meet_everybody(const group& world) {
    const char out = 'c';
    std::vector<char> in(static_cast<std::size_t>(world.size()));
    std::vector<request> requests;
    for (int r = 0; r < world.size(); ++r) {
        if (rank{r} == world.rank()) continue;
        requests.push_back(world.async_recv(rank{r}, hello_tag, std::span(&in[static_cast<std::size_t>(r)], 1)));
        requests.push_back(world.async_send(rank{r}, hello_tag, std::span(&out, 1)));
    }
    wait_all(requests);
}

// The number of pairs of tasks that do not have exactly one connection with both ends alive.
int count_faults(const std::vector<std::vector<tcp_link>>& by_rank) {
    std::map<std::string, std::size_t> owner;  // rank by "local remote" of the end
    for (std::size_t r = 0; r < by_rank.size(); ++r)
        for (const auto& link : by_rank[r])
            owner[std::string(link.local.data()) + " " + link.remote.data()] = r;
    std::map<std::pair<std::size_t, std::size_t>, int> ends;  // by pair of ranks; one connection has two ends
    int faults = 0;
    for (std::size_t r = 0; r < by_rank.size(); ++r)
        for (const auto& link : by_rank[r]) {
            const auto other = owner.find(std::string(link.remote.data()) + " " + link.local.data());
            if (other == owner.end())
                ++faults;  // the other end is missing
            else
                ++ends[std::minmax(r, other->second)];
        }
    const std::size_t pairs = by_rank.size() * (by_rank.size() - 1) / 2;
    faults += static_cast<int>(pairs - ends.size());
    return faults +
           static_cast<int>(std::count_if(ends.begin(), ends.end(), [](const auto& e) { return e.second != 2; }));
}

void tell(const group& world, const report& mine, const std::vector<tcp_link>& links) {
    world.send(rank{0}, report_tag, std::span<const report>(&mine, 1));
    world.send(rank{0}, links_tag, std::span<const tcp_link>(links));
}

void print_all(const group& world, report all, std::vector<tcp_link> links) {
    std::vector<std::vector<tcp_link>> by_rank{std::move(links)};
    for (int r = 1; r < world.size(); ++r) {
        report its;
        world.recv(rank{r}, report_tag, std::span(&its, 1));
        world.recv(rank{r}, links_tag, std::span(by_rank.emplace_back(its.links)));
        all = {std::min(all.start, its.start), std::max(all.end, its.end), all.links + its.links};
    }
    std::printf("%.6f %.1f %d\n", all.end - all.start, static_cast<double>(all.links) / 2, count_faults(by_rank));
}

// Returns when all tasks have called it.
void wait_for_all(const group& world) {
    char token = 'w';
    if (world.rank() != rank{0}) {
        world.send(rank{0}, barrier_tag, std::span<const char>(&token, 1));
        world.recv(rank{0}, barrier_tag, std::span(&token, 1));
        return;
    }
    for (int r = 1; r < world.size(); ++r)
        world.recv(rank{r}, barrier_tag, std::span(&token, 1));
    for (int r = 1; r < world.size(); ++r)
        world.send(rank{r}, barrier_tag, std::span<const char>(&token, 1));
}

}  // namespace

int run_connect(const group& world) {
    report mine{.start = now_seconds()};
    meet_everybody(world);
    mine.end = now_seconds();
    wait_for_all(world);
    const auto links = own_links();
    mine.links = links.size();
    wait_for_all(world);  // a task that ends closes its connections
    if (world.rank() == rank{0})
        print_all(world, mine, links);
    else
        tell(world, mine, links);
    return 0;
}

}  // namespace banyan::bench
