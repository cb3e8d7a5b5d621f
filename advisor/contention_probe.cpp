#include "advisor/contention_probe.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "advisor/contention_cases.hpp"
#include "advisor/message_pattern.hpp"
#include "advisor/ring.hpp"
#include "advisor/seconds_since.hpp"
#include "banyan/net/collectives.hpp"
#include "banyan/net/error.hpp"

namespace banyan::advisor {
namespace {

constexpr int fewest_samples_of_case = 6;  // the least with a 95 % interval of their median

struct timed_case {
    contention_case what;
    std::size_t bytes = 0;
    std::vector<double> seconds{};
};

class contention_measurement {
  public:
    contention_measurement(const net::group& world, const contention_options& options)
        : world_(world), options_(options) {
        std::vector<std::string> hosts;
        for (int rank = 0; rank < world.size(); ++rank) {
            hosts.push_back(world.host(net::rank{rank}));
        }
        cases_ = contention_cases(hosts);
    }

    std::vector<contention_samples> run() {
        const auto shortest = options_.bytes.front(), longest = affordable_size();
        if (longest <= shortest) return {};
        std::vector<timed_case> all;
        std::vector<pattern_exchange> transfers;
        for (const auto& one : cases_) {
            for (const auto bytes : {shortest, longest}) {
                all.push_back({one, bytes});
                transfers.emplace_back(world_, pattern_of_case(one, bytes));
            }
        }
        for (auto& transfer : transfers) {
            time_of(transfer);  // opens connections
        }
        take_samples(all, transfers);
        return world_.rank().value == 0 ? results(all) : std::vector<contention_samples>{};
    }

  private:
    static message_pattern pattern_of_case(const contention_case& one, std::size_t bytes) {
        message_pattern pattern;
        for (const auto& [from, to] : one.messages) {
            pattern.push_back({from, to, bytes});
        }
        return pattern;
    }

    // Seconds until the last task has its messages; the same value on all ranks.
    double time_of(pattern_exchange& transfer) {
        net::barrier(world_);
        const auto start = clock::now();
        transfer.start();
        transfer.finish();
        return longest_of(world_, seconds_since(start));
    }

    double time_of_single(std::size_t bytes) {
        pattern_exchange transfer(world_, pattern_of_case(cases_.front(), bytes));
        return time_of(transfer);
    }

    // The longest size that fits into the budget if the bytes of all messages follow each other; else the shortest
    // size. Sizes are tried in ascending order, so no message is sent that takes much longer than those that fit. Rank
    // 0 decides. Each size has several trials, because a single one may be delayed.
    std::size_t affordable_size() {
        constexpr int trials = 3;
        time_of_single(options_.bytes.front());  // opens the connection
        double short_s = std::numeric_limits<double>::max(), synchronized_s = short_s;
        for (int trial = 0; trial < trials; ++trial) {
            const auto start = clock::now();
            short_s = std::min(short_s, time_of_single(options_.bytes.front()));
            synchronized_s = std::min(synchronized_s, seconds_since(start));
        }
        for (std::size_t size = 1; size < options_.bytes.size(); ++size) {
            bool fits = false;
            for (int trial = 0; trial < trials && !fits; ++trial) {
                const double bytes_s = std::max(time_of_single(options_.bytes[size]) - short_s, 0.0);
                const double fewest_s = (fewest_samples_of_case + 1) * seconds_of_pass(synchronized_s, bytes_s);
                fits = agreed_value(world_, fewest_s <= options_.budget_s - seconds_since(start_) ? 1 : 0) > 0;
            }
            if (!fits) return options_.bytes[size - 1];
        }
        return options_.bytes.back();
    }

    // Of all cases with both sizes, if a short message and its synchronization take `short_s`, and the bytes of a long
    // one take `bytes_s`.
    [[nodiscard]] double seconds_of_pass(double short_s, double bytes_s) const {
        double messages = 0;
        for (const auto& one : cases_) {
            messages += static_cast<double>(one.messages.size());
        }
        return 2 * static_cast<double>(cases_.size()) * short_s + messages * bytes_s;
    }

    // After the fewest samples, a pass is begun only if it ends in time when it takes as long as the last one.
    void take_samples(std::vector<timed_case>& all, std::vector<pattern_exchange>& transfers) {
        double spent = longest_of(world_, seconds_since(start_)), pass_s = 0;
        for (int pass = 0;
             pass < fewest_samples_of_case || (pass < options_.most_samples && spent + pass_s < options_.budget_s);
             ++pass) {
            for (std::size_t i = 0; i < all.size(); ++i) {
                all[i].seconds.push_back(time_of(transfers[i]));
            }
            const double before = spent;
            spent = longest_of(world_, seconds_since(start_));
            pass_s = spent - before;
        }
    }

    static std::vector<contention_samples> results(const std::vector<timed_case>& all) {
        std::vector<contention_samples> found;
        for (const auto& one : all) {
            found.push_back({one.what.place, static_cast<int>(one.what.messages.size()), static_cast<double>(one.bytes),
                             one.seconds});
        }
        return found;
    }

    const net::group& world_;
    const contention_options& options_;
    std::vector<contention_case> cases_;
    clock::time_point start_ = clock::now();
};

}  // namespace

std::vector<contention_samples> measure_contention(const net::group& world, const contention_options& options) {
    if (options.bytes.empty())
        throw net::error(net::errc::invalid_argument, "the contention probe needs at least one size");
    if (world.size() < 2) return {};
    return contention_measurement(world, options).run();
}

}  // namespace banyan::advisor
