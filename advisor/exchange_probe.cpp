#include "advisor/exchange_probe.hpp"

#include <algorithm>
#include <cmath>

#include "advisor/ping_pong_probe.hpp"
#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "banyan/net/collectives.hpp"

namespace banyan::advisor {
namespace {

constexpr double shortest_sample_s = 1e-3;
constexpr int fewest_samples = 3;
constexpr int most_rounds_per_sample = 64;

// One kind of exchange; `messages` = 0 means a single message.
struct exchange {
    int messages = 0;
    std::size_t bytes = 0;
    int rounds = 1;  // per sample
    int samples = fewest_samples;
    std::vector<double> seconds{};
};

class probe {
  public:
    probe(const net::group& world, const exchange_options& options)
        : world_(world),
          options_(options),
          ring_(world, *std::max_element(options.bytes.begin(), options.bytes.end()),
                *std::max_element(options.messages_at_once.begin(), options.messages_at_once.end())) {
        for (const auto bytes : options.bytes) {
            exchanges_.push_back({0, bytes});
        }
        for (const int messages : options.messages_at_once) {
            for (const auto bytes : options.bytes) {
                exchanges_.push_back({messages, bytes});
            }
        }
    }

    std::vector<exchange_samples> run() {
        choose_single_pair();
        for (const int messages : options_.messages_at_once) {
            sample({messages, options_.bytes.front()});  // opens connections and warms up
        }
        for (auto& e : exchanges_) {
            calibrate(e);
        }
        for (int pass = 0; pass < std::max(fewest_samples, options_.most_samples); ++pass) {
            for (auto& e : exchanges_) {
                if (static_cast<int>(e.seconds.size()) < e.samples) e.seconds.push_back(sample(e));
            }
        }
        return world_.rank().value == 0 ? results() : std::vector<exchange_samples>{};
    }

  private:
    // Chooses the slowest neighbours of the ring for the single messages, because they determine the time of the ring.
    void choose_single_pair() {
        const exchange small{0, options_.bytes.front(), 4};
        double slowest = -1;
        for (int left = 0; left < (world_.size() == 2 ? 1 : world_.size()); ++left) {
            pair_left_ = left;
            sample(small);  // opens the connection
            const double seconds = sample(small);
            if (seconds > slowest) {
                slowest = seconds;
                slowest_left_ = left;
            }
        }
        pair_left_ = slowest_left_;
    }

    // Measures one round to choose the number of rounds and samples. If a sample is one round, this one is the first
    // sample.
    void calibrate(exchange& e) {
        e.rounds = 1;
        const double once = std::max(sample(e), 1e-7);
        e.rounds = std::clamp(static_cast<int>(std::ceil(shortest_sample_s / once)), 1, most_rounds_per_sample);
        const double share = options_.budget_s / static_cast<double>(exchanges_.size());
        const double affordable = std::floor(share / (once * e.rounds));
        e.samples = static_cast<int>(
            std::clamp<double>(affordable, fewest_samples, std::max(fewest_samples, options_.most_samples)));
        if (e.rounds == 1) e.seconds.push_back(once);
    }

    // Seconds of one exchange; the same value on all ranks.
    double sample(const exchange& e) {
        net::barrier(world_);
        return longest_of(world_, e.messages == 0 ? single_message(e) : ring_rounds(e));
    }

    double single_message(const exchange& e) {
        const net::rank left{pair_left_}, right{(pair_left_ + 1) % world_.size()};
        const auto seconds = ping_pong(world_, left, right, {e.bytes, e.rounds, 0});
        double sum = 0;
        for (const double s : seconds) {
            sum += s;
        }
        return sum / e.rounds;
    }

    double ring_rounds(const exchange& e) {
        const auto start = clock::now();
        for (int round = 0; round < e.rounds; ++round) {
            ring_.start(e.messages, e.bytes);
            ring_.finish();
        }
        return seconds_since(start) / e.rounds;
    }

    std::vector<exchange_samples> results() const {
        std::vector<exchange_samples> out;
        for (const auto& e : exchanges_) {
            const auto bytes = static_cast<double>(e.bytes);
            const double each = std::max(1, e.messages);
            const double tasks = e.messages == 0 ? 1 : world_.size();
            out.push_back({{each, each * tasks, each * bytes, each * tasks * bytes}, e.seconds});
        }
        return out;
    }

    const net::group& world_;
    const exchange_options& options_;
    std::vector<exchange> exchanges_;
    ring ring_;
    int pair_left_ = 0;
    int slowest_left_ = 0;
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
