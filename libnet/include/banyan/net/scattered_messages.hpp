// Messages of scattered items: copied to contiguous memory by the sender and to their places by the receiver. Copying
// overlaps with sending (Lin 1995 thesis, sections 4.2.1 to 4.2.3).
//
//   const double* column = &field[0][3];
//   send_scattered(world, rank{1}, tag{5}, rows_of(column, rows, 1, columns));       // on rank 0
//   recv_scattered(world, rank{0}, tag{5}, rows_of(&halo[0][0], rows, 1, width));    // on rank 1
//
// Use these for pieces of a few bytes. For long pieces (some hundred bytes and more) group::send and group::recv of the
// same pieces copy nothing and are faster. A message of these functions is received by these functions only. It is sent
// as one or several messages with the same tag. So threads of a rank must not send, or receive, two of them with the
// same partner and tag at the same time. docs/collectives.md has the model.
#pragma once

#include <cstdint>
#include <functional>

#include "banyan/net/collective_request.hpp"

namespace banyan::net {

/// How scattered items are sent. Only the sender chooses; the receiver learns it from the message.
enum class packing : std::uint8_t {
    automatic,  ///< the way with the shorter predicted time; plain where a host has more ranks than cores
    plain,      ///< all items are copied, then sent as one message, then copied to their places
    overlapped  ///< in chunks: one is in transit while the next one is packed and the one before is unpacked
};

/// The last argument of sends, gathers and scatters. A deadline or duration alone converts to it.
struct scattered_options {
    scattered_options() = default;
    template <std::convertible_to<deadline> Deadline>
    scattered_options(const Deadline& when) : until(when) {}  // NOLINT: implicit on purpose

    deadline until{};
    packing way = packing::automatic;
    /// Length of the chunks of `overlapped`: 1 to 262144 bytes. 0: the best length of the model, at least 8192.
    std::size_t chunk_bytes = 0;
    /// For scatter_scattered with `overlapped`: the number of groups of the other ranks, 1 or more. 0: the best number
    /// of the model.
    int groups = 0;
};

/// Copies the bytes first .. first + to.size() - 1 of the message to `to`. Called for consecutive ranges. If it throws,
/// the exception ends the send, and the receiver waits for the rest until its deadline.
using pack_function = std::function<void(std::size_t first, std::span<std::byte> to)>;
/// Copies `from`, which are the bytes from `first` on of the message, to their places. Called for consecutive ranges.
using unpack_function = std::function<void(std::size_t first, std::span<const std::byte> from)>;

/// Sends the bytes of the pieces, in order. Blocks until the pieces may be changed; errors as group::send. Throws
/// errc::invalid_argument for a chunk_bytes that is not allowed. The choice of the way uses the network model of the
/// group, once it is measured (collectives.hpp), and the time to copy the first 8192 bytes.
void send_scattered(const group& g, rank to, tag t, const const_regions& pieces, const scattered_options& how = {});
/// The same for `size_bytes` bytes that a function packs.
void send_packed(const group& g, rank to, tag t, std::size_t size_bytes, const pack_function& pack,
                 const scattered_options& how = {});

/// Receives into the pieces, in order. Blocks. The message must have exactly their length: otherwise it is consumed,
/// and errc::truncated or errc::invalid_argument is thrown. Throws errc::invalid_argument for a message that was not
/// sent by send_scattered, send_packed, gather_scattered or scatter_scattered. Other errors as group::recv; after
/// errc::timeout the rest of the message may still arrive.
void recv_scattered(const group& g, rank from, tag t, const regions& pieces, deadline until = {});
/// The same for `size_bytes` bytes that a function unpacks.
void recv_unpacked(const group& g, rank from, tag t, std::size_t size_bytes, const unpack_function& unpack,
                   deadline until = {});

/// The same without blocking: each runs in a thread of its own, so packing, sending and unpacking proceed while the
/// program computes, and several messages proceed in parallel. Errors are thrown by the wait() of the request. The
/// memory of the pieces must live, and must not be touched, until the request is done; functions are copied and run in
/// that thread. Those with the same partner and tag must not be under way at the same time. Throws errc::resource_limit
/// if the system has no thread.
[[nodiscard]] collective_request async_send_scattered(const group& g, rank to, tag t, const const_regions& pieces,
                                                      const scattered_options& how = {});
[[nodiscard]] collective_request async_send_packed(const group& g, rank to, tag t, std::size_t size_bytes,
                                                   pack_function pack, const scattered_options& how = {});
[[nodiscard]] collective_request async_recv_scattered(const group& g, rank from, tag t, const regions& pieces,
                                                      deadline until = {});
[[nodiscard]] collective_request async_recv_unpacked(const group& g, rank from, tag t, std::size_t size_bytes,
                                                     unpack_function unpack, deadline until = {});

/// Copies the pieces of each rank r to places[r] on the root. Every rank of the group calls it. `places` has one entry
/// for each rank on the root and is not used on other ranks. With `overlapped` each rank sends a first part, packs the
/// rest while the first parts of all ranks arrive, and sends the rest (three phases); the root unpacks one part while
/// the next one arrives. `chunk_bytes` is the length of the first part; 0: the best length of the model, from 8192 to
/// 262144. It is not a collective: the messages have tag `t`. Blocks until this rank's part is done. Errors as above.
void gather_scattered(const group& g, rank root, tag t, const const_regions& mine, std::span<const regions> places,
                      const scattered_options& how = {});
/// The same without blocking, as above; `places` is copied.
[[nodiscard]] collective_request async_gather_scattered(const group& g, rank root, tag t, const const_regions& mine,
                                                        std::span<const regions> places,
                                                        const scattered_options& how = {});

/// Copies pieces[r] of the root to `mine` on rank r. Every rank of the group calls it. `pieces` has one entry for each
/// rank on the root and is not used on other ranks. All ranks have equally many bytes, and give the same `how`. With
/// `plain` the root packs and sends the items of one rank after the other. With `overlapped` the other ranks form
/// groups. The root packs the items of a group while those of the group before are in transit to the group's first
/// rank, the leader, which sends each rank its part (two levels). `chunk_bytes` is not used. `automatic` compares both
/// by the network model of the group; a group whose network is not measured uses `plain`, unless each rank has a host
/// of its own. The messages have tag `t`. Unless `plain` is given, the thread rule of collectives holds (group.hpp):
/// one thread at a time, and the same order among the collectives of the group on all ranks. It first waits until the
/// collectives that were started before have ended. Blocks until this rank's part is done. Throws
/// errc::invalid_argument, before anything is sent, for a wrong number or length of pieces, a root outside the group,
/// and groups below 0. Other errors as above; if the call of the root or of a leader fails, the ranks that need its
/// messages wait until their deadline.
void scatter_scattered(const group& g, rank root, tag t, std::span<const const_regions> pieces, const regions& mine,
                       const scattered_options& how = {});
/// The same in a thread of its own, as above; `pieces` is copied. The call itself waits for the earlier collectives of
/// the group and throws errc::invalid_argument.
[[nodiscard]] collective_request async_scatter_scattered(const group& g, rank root, tag t,
                                                         std::span<const const_regions> pieces, const regions& mine,
                                                         const scattered_options& how = {});

}  // namespace banyan::net
