// Blocks of the tests of allgather, alltoall and broadcast: their lengths, hosts, and what a cost may be.
#pragma once

#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "libnet/schedules/algorithm.hpp"

namespace banyan::testing {

/// How the ranks are placed on hosts.
enum class placement { one_host, own_host, halves, every_third, random };

/// The host of each rank. Host numbers are neither consecutive nor in the order of the ranks.
inline std::vector<int> hosts_of(placement how, int size) {
    std::mt19937 random(static_cast<unsigned>(size));
    std::vector<int> hosts;
    for (int rank = 0; rank < size; ++rank) {
        const int number = how == placement::one_host      ? 0
                           : how == placement::own_host    ? rank
                           : how == placement::halves      ? (rank < size / 2 ? 0 : 1)
                           : how == placement::every_third ? rank % 3
                                                           : static_cast<int>(random() % 5);
        hosts.push_back(100 - 7 * number);
    }
    return hosts;
}

inline placement every_placement() {
    return GENERATE(placement::one_host, placement::own_host, placement::halves, placement::every_third,
                    placement::random);
}

/// Lengths of 0 .. `longest` items, many of them 0.
inline std::vector<std::size_t> random_lengths(std::size_t count, std::size_t longest, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<std::size_t> lengths;
    for (std::size_t i = 0; i < count; ++i)
        lengths.push_back(random() % 3 == 0 ? 0 : random() % (longest + 1));
    return lengths;
}

/// The items that rank `from` has for rank `to`.
inline std::vector<std::int64_t> block_of(int from, int to, std::size_t items) {
    std::vector<std::int64_t> block;
    for (std::size_t i = 0; i < items; ++i)
        block.push_back((std::int64_t{from} * 1000 + to) * 1'000'000 + static_cast<std::int64_t>(i));
    return block;
}

inline void append(std::vector<std::int64_t>& to, const std::vector<std::int64_t>& block) {
    to.insert(to.end(), block.begin(), block.end());
}

/// Messages and items are exact. The rounds and the items of the path differ by less than `factor`: for shapes where
/// messages of different lengths, or of different parts of the algorithm, wait for the same receiver.
inline void check_near(const net::algorithm_cost& cost, const net::algorithm_cost& seen, double factor,
                       std::size_t longest_block) {
    CHECK(cost.messages == seen.messages);
    CHECK(cost.items == seen.items);
    CHECK(seen.rounds <= cost.rounds * factor + 2);
    CHECK(cost.rounds <= seen.rounds * factor + 2);
    const auto slack = static_cast<double>(longest_block);
    CHECK(static_cast<double>(seen.path_items) <= static_cast<double>(cost.path_items) * factor + slack);
    CHECK(static_cast<double>(cost.path_items) <= static_cast<double>(seen.path_items) * factor + slack);
    CHECK(cost.path_combined == seen.path_combined);
}

}  // namespace banyan::testing
