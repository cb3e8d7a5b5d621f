#include "advisor/ping_pong_probe.hpp"

#include "advisor/seconds_since.hpp"

namespace banyan::advisor {
namespace {

constexpr net::tag ping_tag{1};
constexpr net::tag pong_tag{2};
constexpr net::tag stream_tag{3};
constexpr net::tag ready_tag{4};

std::vector<double> time_round_trips(const net::group& world, net::rank peer, const ping_pong_options& options) {
    std::vector<std::byte> buffer(options.bytes);
    const std::span<std::byte> whole(buffer);
    std::vector<double> seconds;
    for (int i = -options.warm_up; i < options.repeat; ++i) {
        const auto start = clock::now();
        world.send(peer, ping_tag, std::span<const std::byte>(whole));
        world.recv(peer, pong_tag, whole);
        if (i >= 0) seconds.push_back(seconds_since(start) / 2);
    }
    return seconds;
}

void return_messages(const net::group& world, net::rank peer, const ping_pong_options& options) {
    std::vector<std::byte> buffer(options.bytes);
    const std::span<std::byte> whole(buffer);
    for (int i = -options.warm_up; i < options.repeat; ++i) {
        world.recv(peer, ping_tag, whole);
        world.send(peer, pong_tag, std::span<const std::byte>(whole));
    }
}

// The empty message of the receiver says that its receives are posted. The time is measured from one such message to
// the next.
std::vector<double> send_bursts(const net::group& world, net::rank peer, int burst, const ping_pong_options& options) {
    const std::vector<std::byte> buffer(options.bytes);
    const std::span<std::byte> nothing;
    std::vector<double> seconds;
    world.recv(peer, ready_tag, nothing);
    for (int i = -options.warm_up; i < options.repeat; ++i) {
        const auto start = clock::now();
        std::vector<net::request> sends;
        for (int k = 0; k < burst; ++k) {
            sends.push_back(world.async_send(peer, stream_tag, std::span<const std::byte>(buffer)));
        }
        net::wait_all(sends);
        world.recv(peer, ready_tag, nothing);
        if (i >= 0) seconds.push_back(seconds_since(start) / burst);
    }
    return seconds;
}

void receive_bursts(const net::group& world, net::rank peer, int burst, const ping_pong_options& options) {
    std::vector<std::vector<std::byte>> buffers(static_cast<std::size_t>(burst), std::vector<std::byte>(options.bytes));
    const std::span<const std::byte> nothing;
    for (int i = -options.warm_up; i <= options.repeat; ++i) {
        std::vector<net::request> receives;
        for (auto& buffer : buffers) {
            if (i < options.repeat)
                receives.push_back(world.async_recv(peer, stream_tag, std::span<std::byte>(buffer)));
        }
        world.send(peer, ready_tag, nothing);
        net::wait_all(receives);
    }
}

}  // namespace

std::vector<double> ping_pong(const net::group& world, net::rank a, net::rank b, const ping_pong_options& options) {
    if (world.rank() == a) return time_round_trips(world, b, options);
    if (world.rank() == b) return_messages(world, a, options);
    return {};
}

std::vector<double> stream(const net::group& world, net::rank a, net::rank b, int burst,
                           const ping_pong_options& options) {
    if (world.rank() == a) return send_bursts(world, b, burst, options);
    if (world.rank() == b) receive_bursts(world, a, burst, options);
    return {};
}

}  // namespace banyan::advisor
