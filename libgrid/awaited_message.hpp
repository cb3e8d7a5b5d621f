// Waits for the messages of an array. If the deadline passes, the error names the other rank.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "banyan/net/group.hpp"
#include "banyan/part/error.hpp"

namespace banyan::grid::detail {

/// As pending.wait(until). If the deadline passes, the error line is `array`, ": the deadline passed; missing: ",
/// `what` and the number of the rank.
template <class Request>
auto wait_for_rank(Request& pending, const char* array, const char* what, int rank, net::deadline until) {
    try {
        return pending.wait(until);
    } catch (const net::error& e) {
        if (e.which() != net::errc::timeout) throw;
        throw net::error(
            net::errc::timeout,
            std::string(array) + ": the deadline passed; missing: " + what + " rank " + std::to_string(rank), e.peer());
    }
}

inline constexpr const char* message_from = "a message from";
inline constexpr const char* receive_by = "the receive of a message by";

/// Waits for a receive of `bytes` bytes. Throws part::error if the other rank has sent another number of bytes.
template <class Request>
void wait_for_bytes(Request& pending, const char* array, int rank, std::size_t bytes, net::deadline until) {
    const auto refuse = [&](const std::string& sent) {
        throw part::error("rank " + std::to_string(rank) + " sent " + sent + " bytes of an array where " +
                          std::to_string(bytes) + " were expected: all ranks must use the same partition and stencil");
    };
    try {
        const auto info = wait_for_rank(pending, array, message_from, rank, until);
        if (info.size_bytes != bytes) refuse(std::to_string(info.size_bytes));
    } catch (const net::error& e) {
        if (e.which() != net::errc::truncated) throw;
        refuse("more");
    }
}

/// Receives a message of the length of `buffer`. Blocks; errors as above.
inline void receive_bytes(const net::group& tasks, net::rank from, net::tag t, std::span<std::byte> buffer,
                          const char* array, net::deadline until) {
    net::group_request pending = tasks.async_recv(from, t, buffer);
    wait_for_bytes(pending, array, from.value, buffer.size(), until);
}

}  // namespace banyan::grid::detail
