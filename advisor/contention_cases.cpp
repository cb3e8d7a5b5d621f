#include "advisor/contention_cases.hpp"

#include <algorithm>
#include <cstddef>

namespace banyan::advisor {
namespace {

constexpr std::array<std::size_t, 2> messages_in_transit{2, 4};

using sent_messages = std::vector<std::pair<int, int>>;
using ranks_by_host = std::vector<std::vector<int>>;

// The ranks of each host, ascending. Hosts are in the order of their lowest rank.
ranks_by_host group_by_host(std::span<const std::string> hosts) {
    ranks_by_host found;
    std::vector<std::string> names;
    for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
        const auto at = static_cast<std::size_t>(std::ranges::find(names, hosts[rank]) - names.begin());
        if (at == names.size()) {
            names.push_back(hosts[rank]);
            found.emplace_back();
        }
        found[at].push_back(static_cast<int>(rank));
    }
    return found;
}

// The first rank sends to the second one, the third one to the fourth one, and so on.
sent_messages between_neighbours(const std::vector<int>& ranks, std::size_t count) {
    sent_messages found;
    if (ranks.size() < 2 * count) return found;
    for (std::size_t i = 0; i < count; ++i)
        found.emplace_back(ranks[2 * i], ranks[2 * i + 1]);
    return found;
}

sent_messages on_one_link(const ranks_by_host& ranks, std::size_t count) {
    const int peer = ranks.size() > 1 ? ranks[1][0] : ranks[0][1];
    return sent_messages(count, std::pair(ranks[0][0], peer));
}

sent_messages from_one_host(const ranks_by_host& ranks, std::size_t count) {
    if (ranks.size() == 1) return between_neighbours(ranks[0], count);
    std::vector<int> others;
    for (std::size_t host = 1; host < ranks.size(); ++host)
        others.insert(others.end(), ranks[host].begin(), ranks[host].end());
    sent_messages found;
    if (others.size() < count) return found;
    for (std::size_t i = 0; i < count; ++i)
        found.emplace_back(ranks[0][i % ranks[0].size()], others[i]);
    return found;
}

sent_messages on_the_medium(const ranks_by_host& ranks, std::size_t count) {
    std::vector<int> first;
    for (const auto& of_host : ranks)
        first.push_back(of_host[0]);
    return between_neighbours(first, count);
}

}  // namespace

std::vector<contention_case> contention_cases(std::span<const std::string> hosts) {
    if (hosts.size() < 2) return {};
    const auto ranks = group_by_host(hosts);
    std::vector<contention_case> cases{{contention_places[0], on_one_link(ranks, 1)}};
    for (const auto count : messages_in_transit) {
        for (auto& one : {contention_case{contention_places[0], on_one_link(ranks, count)},
                          contention_case{contention_places[1], from_one_host(ranks, count)},
                          contention_case{contention_places[2], on_the_medium(ranks, count)}})
            if (!one.messages.empty()) cases.push_back(one);
    }
    return cases;
}

}  // namespace banyan::advisor
