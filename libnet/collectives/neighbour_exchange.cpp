#include "banyan/net/neighbour_exchange.hpp"

#include <fmt/format.h>

#include "libnet/collectives/neighbour_blocks.hpp"

namespace banyan::net {

namespace {

using detail::neighbour_call;

// The bytes of one block, given those of `count` blocks; nothing if there is no block.
std::optional<std::size_t> block_length(std::size_t bytes, const neighbour_call& call, std::size_t count,
                                        const char* what) {
    const std::size_t items = bytes / call.item_bytes;
    if (count == 0 ? items == 0 : items % count == 0) return count == 0 ? std::nullopt : std::optional(bytes / count);
    throw error(errc::invalid_argument,
                fmt::format("neighbour_exchange: {} items are not divisible into {} equal blocks, one for each {}",
                            items, count, what));
}

// An exchange of equal blocks whose arguments have been checked.
struct known_exchange {
    collective_call call;
    std::vector<std::size_t> out_bytes, in_bytes;
};

known_exchange checked_exchange(const neighbourhood& of, std::span<const std::byte> out, std::span<const std::byte> in,
                                const neighbour_call& call) {
    detail::expect_apart(call.kind, out, in);
    const auto sent = block_length(out.size(), call, of.destinations().size(), "destination");
    const auto received = block_length(in.size(), call, of.sources().size(), "source");
    if (sent && received && *sent != *received)
        throw error(
            errc::invalid_argument,
            fmt::format("neighbour_exchange: blocks of {} bytes to send and of {} bytes to receive; they must be "
                        "equal",
                        *sent, *received));
    const auto length = sent ? sent : received;
    return {length ? comparable_call(call, *length) : comparable_call(call),
            std::vector(of.destinations().size(), length.value_or(0)),
            std::vector(of.sources().size(), length.value_or(0))};
}

neighbour_blocks blocks_to_exchange(std::span<const std::byte> out, std::span<const std::size_t> out_bytes,
                                    std::span<std::byte> in, std::span<const std::size_t> in_bytes) {
    return {consecutive_blocks(out, out_bytes), consecutive_blocks(in, in_bytes)};
}

}  // namespace

void detail::neighbour_exchange(const neighbourhood& of, const neighbour_call& call, std::span<const std::byte> out,
                                std::span<std::byte> in, deadline until) {
    const known_exchange what = checked_exchange(of, out, in, call);
    exchange_blocks(of, what.call, until, [&] { return blocks_to_exchange(out, what.out_bytes, in, what.in_bytes); });
}

std::vector<std::size_t> detail::neighbour_sizes(const neighbourhood& of, const neighbour_call& call,
                                                 std::span<const std::size_t> out_bytes, std::size_t total_bytes,
                                                 deadline until) {
    if (out_bytes.size() != of.destinations().size() || !add_up_to(out_bytes, total_bytes))
        throw error(errc::invalid_argument,
                    fmt::format("neighbour_exchange_varying: {} counts for {} destinations; give one "
                                "for each, and their sum must be the number of items",
                                out_bytes.size(), of.destinations().size()));
    for (std::size_t i = 0; i < out_bytes.size(); ++i)
        if (!of.destinations()[i] && out_bytes[i] != 0)
            throw error(errc::invalid_argument,
                        fmt::format("neighbour_exchange_varying: items for entry {}, which has no neighbour", i));
    return exchange_lengths(of, call, out_bytes, until);
}

void detail::neighbour_exchange_varying(const neighbourhood& of, std::span<const std::byte> out,
                                        const neighbour_bytes& bytes, std::span<std::byte> in, deadline until) {
    exchange_blocks(of, collective_messages::continued{}, until,
                    [&] { return blocks_to_exchange(out, bytes.out, in, bytes.in); });
}

persistent_collective detail::persistent_neighbour_exchange(const neighbourhood& of, const neighbour_call& call,
                                                            std::span<const std::byte> out, std::span<std::byte> in) {
    const known_exchange what = checked_exchange(of, out, in, call);
    return persistent_blocks(of, what.call, blocks_to_exchange(out, what.out_bytes, in, what.in_bytes));
}

persistent_collective detail::persistent_neighbour_exchange_varying(const neighbourhood& of, const neighbour_call& call,
                                                                    std::span<const std::byte> out,
                                                                    const neighbour_bytes& bytes,
                                                                    std::span<std::byte> in) {
    return persistent_blocks(of, comparable_call(call), blocks_to_exchange(out, bytes.out, in, bytes.in));
}

}  // namespace banyan::net
