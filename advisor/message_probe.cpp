#include "advisor/message_probe.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "advisor/ping_pong_probe.hpp"
#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "banyan/net/collectives.hpp"

namespace banyan::advisor {
namespace {

constexpr int fewest_round_trips = 3;

class pair_rounds {
  public:
    pair_rounds(const net::group& world, const message_probe_options& options) : world_(world), options_(options) {}

    std::vector<pair_latency> run() {
        const auto rounds = rounds_of_pairs(world_.size());
        double spent = 0;
        for (std::size_t round = 0; round < rounds.size(); ++round) {
            if (round > 0 && spent > options_.budget_s) break;
            const double left = (options_.budget_s - spent) / static_cast<double>(rounds.size() - round);
            net::barrier(world_);
            const auto start = clock::now();
            measure_round(rounds[round], left);
            spent += longest_of(world_, seconds_since(start));
        }
        return std::move(found_);
    }

  private:
    // The first round trips open the connection and show how many fit into the time.
    void measure_round(const std::vector<std::pair<int, int>>& pairs, double seconds) {
        std::vector<double> mine;
        int peer = -1;
        for (const auto& [a, b] : pairs) {
            const int me = world_.rank().value;
            if (me != a && me != b) continue;
            peer = b;
            const auto trips = [&](int count, int warm_up) {
                return ping_pong(world_, net::rank{a}, net::rank{b}, {message_probe_bytes, count, warm_up});
            };
            mine = trips(fewest_round_trips, 1);
            const auto once = exchange_estimate(mine, net::rank{a}, net::rank{b});
            const int more =
                static_cast<int>(std::clamp(seconds / (2 * once), 1.0, static_cast<double>(options_.most_samples)));
            mine = trips(more, 0);
        }
        collect(mine, peer);
    }

    // Both ranks of the pair must do the same number of round trips.
    double exchange_estimate(const std::vector<double>& seconds, net::rank a, net::rank b) {
        constexpr net::tag estimate_tag{22};
        double once = seconds.empty() ? 0 : std::max(median(seconds), 1e-7);
        if (world_.rank() == a) world_.send(b, estimate_tag, std::span<const double>(&once, 1));
        if (world_.rank() == b) world_.recv(a, estimate_tag, std::span<double>(&once, 1));
        return once;
    }

    // The first rank of a pair has the samples; before them, rank 0 gets the number of the other rank.
    void collect(const std::vector<double>& mine, int peer) {
        std::vector<double> packed;
        if (!mine.empty()) {
            packed.push_back(peer);
            packed.insert(packed.end(), mine.begin(), mine.end());
        }
        const auto all = net::gather_varying(world_, packed);
        auto next = all.items.begin();
        for (std::size_t a = 0; a < all.counts.size(); ++a) {
            const auto end = next + static_cast<std::ptrdiff_t>(all.counts[a]);
            if (next != end) add(static_cast<int>(a), static_cast<int>(*next), {next + 1, end});
            next = end;
        }
    }

    void add(int a, int b, std::vector<double> seconds) {
        found_.push_back({a, b, world_.host(net::rank{a}) == world_.host(net::rank{b}), std::move(seconds)});
    }

    const net::group& world_;
    const message_probe_options& options_;
    std::vector<pair_latency> found_;
};

struct calls {
    double send_s;
    double receive_s;
};

calls time_calls(const net::group& world, std::chrono::duration<double> pause) {
    constexpr net::tag overhead_tag{23};
    const net::rank right{(world.rank().value + 1) % world.size()};
    const net::rank left{(world.rank().value + world.size() - 1) % world.size()};
    std::vector<std::byte> in(message_probe_bytes), out(message_probe_bytes);
    auto receive = world.async_recv(left, overhead_tag, std::span<std::byte>(in));
    net::barrier(world);
    const auto start = clock::now();
    auto send = world.async_send(right, overhead_tag, std::span<const std::byte>(out));
    const double send_s = seconds_since(start);
    std::this_thread::sleep_for(pause);
    const auto arrived = clock::now();
    receive.wait();
    const double receive_s = seconds_since(arrived);
    send.wait();
    return {send_s, receive_s};
}

}  // namespace

std::vector<pair_latency> measure_pair_latencies(const net::group& world, const message_probe_options& options) {
    if (world.size() < 2) return {};
    return pair_rounds(world, options).run();
}

message_overheads measure_overheads(const net::group& world, const message_probe_options& options) {
    message_overheads found;
    if (world.size() < 2) return found;
    constexpr std::chrono::duration<double> first_pause{0.002}, longest_pause{0.1};
    net::barrier(world);
    const auto start = clock::now();
    net::barrier(world);
    // A barrier is at least as long as a message.
    const auto pause = std::clamp(std::chrono::duration<double>(2 * longest_of(world, seconds_since(start))),
                                  first_pause, longest_pause);
    double spent = 0;
    for (int i = 0; i < options.most_samples && (i == 0 || spent < options.budget_s); ++i) {
        const auto one = time_calls(world, pause);
        found.send_s.push_back(longest_of(world, one.send_s));
        found.receive_s.push_back(longest_of(world, one.receive_s));
        spent = longest_of(world, seconds_since(start));
    }
    return found;
}

}  // namespace banyan::advisor
