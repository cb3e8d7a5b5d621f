#include "advisor/exchange_probe.hpp"

#include <algorithm>

#include "advisor/exchange_sampling.hpp"
#include "advisor/ping_pong_probe.hpp"
#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "banyan/net/collectives.hpp"

namespace banyan::advisor {
namespace {

constexpr int single_message_kind = 0;  // in sampling_options::messages

class probe {
  public:
    probe(const net::group& world, const exchange_options& options)
        : world_(world),
          options_(options),
          bytes_(options.bytes),
          messages_{single_message_kind},
          ring_(world, *std::max_element(options.bytes.begin(), options.bytes.end()),
                *std::max_element(options.messages_at_once.begin(), options.messages_at_once.end())) {
        std::sort(bytes_.begin(), bytes_.end());
        messages_.insert(messages_.end(), options.messages_at_once.begin(), options.messages_at_once.end());
    }

    std::vector<exchange_samples> run() {
        const auto start = clock::now();
        choose_single_pair();
        for (const int messages : options_.messages_at_once) {
            net::barrier(world_);
            ring_rounds(messages, bytes_.front(), 1);  // opens connections and warms up
        }
        exchange_sampling sampling(
            {messages_, bytes_, options_.budget_s - seconds_since(start), options_.most_samples});
        while (measure_pass(sampling)) {
        }
        return world_.rank().value == 0 ? results(sampling) : std::vector<exchange_samples>{};
    }

  private:
    // Chooses the slowest neighbours of the ring for the single messages, because they determine the time of the ring.
    // If there are many, only the first ones are compared, in at most a quarter of the time.
    void choose_single_pair() {
        constexpr int round_trips = 4;
        const auto start = clock::now();
        double slowest = -1;
        int slowest_left = 0;
        for (int left = 0; left < (world_.size() == 2 ? 1 : world_.size()); ++left) {
            pair_left_ = left;
            net::barrier(world_);
            const double mine = single_message(bytes_.front(), round_trips, round_trips);
            std::vector<double> longest{mine, seconds_since(start)};
            longest_of_each(world_, longest);
            if (longest[0] > slowest) {
                slowest = longest[0];
                slowest_left = left;
            }
            if (longest[1] > options_.budget_s / 4) break;
        }
        pair_left_ = slowest_left;
    }

    // Rank 0 decides what is measured, so all ranks do the same. Returns whether there was a further pass.
    bool measure_pass(exchange_sampling& sampling) {
        const auto start = clock::now();
        std::vector<int> rounds(messages_.size() * bytes_.size());
        if (world_.rank().value == 0) rounds = sampling.next_pass();
        net::broadcast(world_, rounds);
        if (std::ranges::all_of(rounds, [](int n) { return n == 0; })) return false;
        std::vector<double> round_s(rounds.size());
        for (std::size_t e = 0; e < rounds.size(); ++e) {
            if (rounds[e] > 0) round_s[e] = seconds_of_round(e, rounds[e]);
        }
        longest_of_each(world_, round_s);
        if (world_.rank().value == 0) sampling.add_pass(round_s, seconds_since(start));
        return true;
    }

    double seconds_of_round(std::size_t exchange, int rounds) {
        const int messages = messages_[exchange / bytes_.size()];
        const auto bytes = bytes_[exchange % bytes_.size()];
        net::barrier(world_);
        return messages == single_message_kind ? single_message(bytes, rounds, 0)
                                               : ring_rounds(messages, bytes, rounds);
    }

    // 0 on ranks that do not send the first message.
    double single_message(std::size_t bytes, int rounds, int warm_up) {
        const net::rank left{pair_left_}, right{(pair_left_ + 1) % world_.size()};
        const auto seconds = ping_pong(world_, left, right, {bytes, rounds, warm_up});
        double sum = 0;
        for (const double s : seconds) {
            sum += s;
        }
        return sum / rounds;
    }

    double ring_rounds(int messages, std::size_t bytes, int rounds) {
        const auto start = clock::now();
        for (int round = 0; round < rounds; ++round) {
            ring_.start(messages, bytes);
            ring_.finish();
        }
        return seconds_since(start) / rounds;
    }

    std::vector<exchange_samples> results(const exchange_sampling& sampling) const {
        std::vector<exchange_samples> out;
        for (std::size_t e = 0; e < messages_.size() * bytes_.size(); ++e) {
            if (sampling.samples(e).empty()) continue;
            const int messages = messages_[e / bytes_.size()];
            const auto bytes = static_cast<double>(bytes_[e % bytes_.size()]);
            const double each = std::max(1, messages);
            const double tasks = messages == single_message_kind ? 1 : world_.size();
            out.push_back({{each, each * tasks, each * bytes, each * tasks * bytes}, sampling.samples(e)});
        }
        return out;
    }

    const net::group& world_;
    const exchange_options& options_;
    std::vector<std::size_t> bytes_;  // ascending
    std::vector<int> messages_;       // of the kinds of exchanges
    ring ring_;
    int pair_left_ = 0;
};

}  // namespace

std::vector<exchange_samples> measure_exchanges(const net::group& world, const exchange_options& options) {
    if (options.bytes.empty() || options.messages_at_once.empty())
        throw net::error(net::errc::invalid_argument, "the exchange probe needs at least one size and one ring");
    if (world.size() < 2) return {};
    return probe(world, options).run();
}

std::vector<size_samples> published_ring(const std::vector<exchange_samples>& exchanges) {
    std::vector<size_samples> sizes;
    for (const auto& e : exchanges) {
        if (e.load.busiest_messages == 1 && e.load.total_messages > 1)
            sizes.push_back({e.load.busiest_bytes, e.seconds});
    }
    return sizes;
}

}  // namespace banyan::advisor
