#include "advisor/measured_orders.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "advisor/statistics.hpp"

namespace banyan::advisor {
namespace {

net::host_spread spread_over(std::span<const std::string> hosts) {
    std::map<std::string, int> known;
    std::vector<int> numbers;
    for (const std::string& host : hosts)
        numbers.push_back(known.try_emplace(host, static_cast<int>(known.size())).first->second);
    return net::spread_of({.size = static_cast<int>(hosts.size()), .host_of = numbers});
}

const net::algorithm& algorithm_of(net::collective_kind kind, const std::string& name) {
    if (const net::algorithm* how = net::find_algorithm(kind, name)) return *how;
    throw std::invalid_argument("'" + name + "' is not an algorithm of " + std::string(net::name_of(kind)));
}

}  // namespace

void add_samples(std::vector<collective_times>& all, std::span<const collective_times> further) {
    const auto is_same_row = [](const collective_times& one, const collective_times& other) {
        return one.collective == other.collective && one.bytes == other.bytes && one.algorithm == other.algorithm;
    };
    if (all.empty()) return all.assign(further.begin(), further.end());
    if (!std::ranges::equal(all, further, is_same_row))
        throw std::invalid_argument("the runs have measured other algorithms");
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].seconds.insert(all[i].seconds.end(), further[i].seconds.begin(), further[i].seconds.end());
}

std::vector<net::measured_order> measured_orders(std::span<const collective_times> measured,
                                                 std::span<const std::string> hosts) {
    using call = std::pair<net::collective_kind, std::uint64_t>;
    std::map<call, std::vector<std::pair<double, const net::algorithm*>>> times;
    for (const collective_times& one : measured) {
        if (!one.chosen.empty()) continue;
        const net::collective_kind kind = collective_of(one.collective);
        times[{kind, one.bytes}].emplace_back(summarize(one.seconds).median, &algorithm_of(kind, one.algorithm));
    }
    std::vector<net::measured_order> orders;
    for (auto& [of, by_time] : times) {
        std::ranges::stable_sort(by_time, {}, &std::pair<double, const net::algorithm*>::first);
        net::measured_order order{of.first, spread_over(hosts), of.second, {}};
        for (const auto& [seconds, how] : by_time)
            order.fastest_first.push_back(how);
        orders.push_back(std::move(order));
    }
    return orders;
}

}  // namespace banyan::advisor
