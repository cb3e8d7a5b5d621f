#include "advisor/contention_probe.hpp"

#include <algorithm>
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
    // size. It is the same on all ranks.
    std::size_t affordable_size() {
        const auto& bytes = options_.bytes;
        time_of_single(bytes.front());  // opens the connection
        const double short_s = time_of_single(bytes.front());
        const double long_s = time_of_single(bytes.back());
        const double length = std::max(static_cast<double>(bytes.back()) - static_cast<double>(bytes.front()), 1.0);
        const double byte_s = std::max(long_s - short_s, 0.0) / length;
        double messages = 0;
        for (const auto& one : cases_) {
            messages += static_cast<double>(one.messages.size());
        }
        const double starts_s = 2 * static_cast<double>(cases_.size()) * short_s;
        for (auto size = bytes.rbegin(); size != bytes.rend(); ++size) {
            const double pass_s = starts_s + messages * static_cast<double>(*size) * byte_s;
            if (fewest_samples_of_case * pass_s <= options_.budget_s) return *size;
        }
        return bytes.front();
    }

    void take_samples(std::vector<timed_case>& all, std::vector<pattern_exchange>& transfers) {
        const auto start = clock::now();
        double spent = 0;
        for (int pass = 0; pass < fewest_samples_of_case || (pass < options_.most_samples && spent < options_.budget_s);
             ++pass) {
            for (std::size_t i = 0; i < all.size(); ++i) {
                all[i].seconds.push_back(time_of(transfers[i]));
            }
            spent = longest_of(world_, seconds_since(start));
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
};

}  // namespace

std::vector<contention_samples> measure_contention(const net::group& world, const contention_options& options) {
    if (options.bytes.empty())
        throw net::error(net::errc::invalid_argument, "the contention probe needs at least one size");
    if (world.size() < 2) return {};
    return contention_measurement(world, options).run();
}

}  // namespace banyan::advisor
