#include "banyan/net/neighbour_allgather.hpp"

#include <fmt/format.h>

#include "libnet/collectives/neighbour_blocks.hpp"

namespace banyan::net {

namespace {

using detail::neighbour_call;

// The same items to each destination.
neighbour_blocks blocks_to_gather(const neighbourhood& of, std::span<const std::byte> mine, std::span<std::byte> all,
                                  std::span<const std::size_t> all_bytes) {
    return {std::vector(of.destinations().size(), mine), consecutive_blocks(all, all_bytes)};
}

std::vector<std::size_t> equal_lengths(const neighbourhood& of, std::span<const std::byte> mine) {
    return std::vector<std::size_t>(of.sources().size(), mine.size());
}

void expect_block_of_each_source(const neighbourhood& of, const neighbour_call& call, std::span<const std::byte> mine,
                                 std::span<std::byte> all) {
    detail::expect_apart(call.kind, mine, all);
    const std::size_t sources = of.sources().size(), items = mine.size() / call.item_bytes;
    if (all.size() == sources * mine.size()) return;
    throw error(errc::invalid_argument,
                fmt::format("neighbour_allgather: the result has {} items, allowed: {}, which is {} from each of {} "
                            "sources",
                            all.size() / call.item_bytes, sources * items, items, sources));
}

}  // namespace

void detail::neighbour_allgather(const neighbourhood& of, const neighbour_call& call, std::span<const std::byte> mine,
                                 std::span<std::byte> all, deadline until) {
    expect_block_of_each_source(of, call, mine, all);
    exchange_blocks(of, comparable_call(call, mine.size()), until,
                    [&] { return blocks_to_gather(of, mine, all, equal_lengths(of, mine)); });
}

std::vector<std::size_t> detail::neighbour_allgather_sizes(const neighbourhood& of, const neighbour_call& call,
                                                           std::size_t mine_bytes, deadline until) {
    return exchange_lengths(of, call, std::vector(of.destinations().size(), mine_bytes), until);
}

void detail::neighbour_allgather_varying(const neighbourhood& of, std::span<const std::byte> mine,
                                         std::span<std::byte> all, std::span<const std::size_t> all_bytes,
                                         deadline until) {
    exchange_blocks(of, collective_messages::continued{}, until,
                    [&] { return blocks_to_gather(of, mine, all, all_bytes); });
}

persistent_collective detail::persistent_neighbour_allgather(const neighbourhood& of, const neighbour_call& call,
                                                             std::span<const std::byte> mine,
                                                             std::span<std::byte> all) {
    expect_block_of_each_source(of, call, mine, all);
    return persistent_blocks(of, comparable_call(call, mine.size()),
                             blocks_to_gather(of, mine, all, equal_lengths(of, mine)));
}

persistent_collective detail::persistent_neighbour_allgather_varying(const neighbourhood& of,
                                                                     const neighbour_call& call,
                                                                     std::span<const std::byte> mine,
                                                                     std::span<std::byte> all,
                                                                     std::span<const std::size_t> all_bytes) {
    return persistent_blocks(of, comparable_call(call), blocks_to_gather(of, mine, all, all_bytes));
}

}  // namespace banyan::net
