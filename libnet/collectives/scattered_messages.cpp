#include "banyan/net/scattered_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <list>

#include "libnet/base/cores.hpp"
#include "libnet/collectives/algorithm_choice.hpp"
#include "libnet/collectives/chunked_message.hpp"
#include "libnet/collectives/collective_thread.hpp"
#include "libnet/protocol/region_cursor.hpp"
#include "libnet/schedules/lin_network.hpp"

namespace banyan::net {
namespace {

// Copies between pieces and contiguous bytes, in order.
template <class Byte>
class piece_copier {
  public:
    explicit piece_copier(const basic_regions<Byte>& pieces) : cursor_(pieces) {}

    template <class Other>
    void copy(std::span<Other> contiguous) {
        for (std::size_t done = 0; done < contiguous.size();) {
            const std::size_t count = std::min(cursor_.here().size(), contiguous.size() - done);
            if constexpr (std::is_const_v<Byte>)
                copy_bytes(contiguous.data() + done, cursor_.here().data(), count);
            else
                copy_bytes(cursor_.here().data(), contiguous.data() + done, count);
            cursor_.advance(count);
            done += count;
        }
    }

  private:
    static void copy_bytes(std::byte* to, const std::byte* from, std::size_t count) {
        if (count == 8)
            std::memcpy(to, from, 8);  // one instruction
        else
            std::memcpy(to, from, count);
    }

    detail::region_cursor<Byte> cursor_;
};

void expect_chunk(const scattered_options& how) {
    if (how.chunk_bytes > most_chunk_bytes)
        throw error(errc::invalid_argument,
                    fmt::format("chunk_bytes is {}, allowed: 0 to {}", how.chunk_bytes, most_chunk_bytes));
}

chunk_layout one_message(std::size_t bytes) {
    return {bytes, bytes, 0};
}

link_times link_to(const group& g, rank other) {
    const network_model& network = known_network(g);
    return g.host(g.rank()) == g.host(other) ? network.inside_host : network.between_hosts;
}

// Packing overlaps with the transport only if this host has at least as many cores as ranks.
bool may_overlap(const group& g) {
    int here = 0;
    for (int r = 0; r < g.size(); ++r)
        here += g.host(rank{r}) == g.host(g.rank());
    return here <= detail::usable_cores();
}

// choose(g, to, bytes, how, copy_s) returns the chunks.
template <class Choose>
void send_in_chunks(const group& g, rank to, tag t, std::size_t bytes, const pack_function& pack,
                    const scattered_options& how, const Choose& choose) {
    expect_chunk(how);
    chunk_sender sender(g, to, t, bytes, pack);
    const std::size_t shortest = how.chunk_bytes > 0 ? how.chunk_bytes : least_chunk_bytes;
    if (how.way == packing::plain || bytes <= shortest) return sender.send(one_message(bytes), how.until);
    const double copy_s = sender.pack_sample(std::min(shortest, least_chunk_bytes));
    sender.send(choose(g, to, bytes, how, copy_s), how.until);
}

// One sender of a gather, on the root.
struct arriving {
    arriving(const group& g, rank from, tag t, const regions& pieces)
        : unpack(unpacker_of(pieces)), message(g, from, t, pieces.size_bytes(), unpack) {}
    unpack_function unpack;
    chunk_receiver message;
};

void copy_own(const const_regions& mine, const regions& place) {
    if (mine.size_bytes() != place.size_bytes())
        throw error(errc::invalid_argument, fmt::format("gather_scattered: the root has {} bytes and a place for {}",
                                                        mine.size_bytes(), place.size_bytes()));
    detail::region_cursor<const std::byte> from(mine);
    detail::region_cursor<std::byte> to(place);
    detail::copy_bytes(from, to);
}

// Takes one part of each sender in turn, so that the first parts of all come before the second ones.
void receive_from_all(const group& g, tag t, const const_regions& mine, std::span<const regions> places,
                      deadline until) {
    if (places.size() != static_cast<std::size_t>(g.size()))
        throw error(errc::invalid_argument,
                    fmt::format("gather_scattered: {} places on the root, allowed: {}, one for each rank",
                                places.size(), g.size()));
    std::list<arriving> senders;
    for (int r = 0; r < g.size(); ++r)
        if (r != g.rank().value) senders.emplace_back(g, rank{r}, t, places[static_cast<std::size_t>(r)]);
    copy_own(mine, places[static_cast<std::size_t>(g.rank().value)]);
    while (!senders.empty()) {
        for (arriving& sender : senders)
            sender.message.take_next(until);
        senders.remove_if([](const arriving& sender) { return sender.message.is_done(); });
    }
}

}  // namespace

chunk_layout chunks_for_one(const group& g, rank to, std::size_t bytes, const scattered_options& how, double copy_s) {
    const chunk_choice best = choose_chunk(link_to(g, to), copy_s, bytes, least_chunk_bytes, most_chunk_bytes);
    if (how.way == packing::automatic && (best.chunk_bytes == bytes || !may_overlap(g))) return one_message(bytes);
    const std::size_t chunk = std::min(bytes, how.chunk_bytes > 0 ? how.chunk_bytes : best.overlapped_bytes);
    return {bytes, chunk, chunk};
}

chunk_layout parts_for_root(const group& g, rank root, std::size_t bytes, const scattered_options& how, double copy_s) {
    const link_times link = link_to(g, root);
    const part_choice best = choose_first_part({link.start_s, link.byte_s, copy_s}, g.size() - 1, bytes,
                                               least_chunk_bytes, most_chunk_bytes);
    if (how.way == packing::automatic && !(best.pays && may_overlap(g))) return one_message(bytes);
    const std::size_t first = std::min(bytes, how.chunk_bytes > 0 ? how.chunk_bytes : best.first_bytes);
    return {bytes, first, bytes - first};
}

pack_function packer_of(const const_regions& pieces) {
    return [copier = piece_copier(pieces)](std::size_t, std::span<std::byte> to) mutable { copier.copy(to); };
}

unpack_function unpacker_of(const regions& pieces) {
    return [copier = piece_copier(pieces)](std::size_t, std::span<const std::byte> from) mutable { copier.copy(from); };
}

void send_packed(const group& g, rank to, tag t, std::size_t size_bytes, const pack_function& pack,
                 const scattered_options& how) {
    send_in_chunks(g, to, t, size_bytes, pack, how, &chunks_for_one);
}

void send_scattered(const group& g, rank to, tag t, const const_regions& pieces, const scattered_options& how) {
    send_packed(g, to, t, pieces.size_bytes(), packer_of(pieces), how);
}

void recv_unpacked(const group& g, rank from, tag t, std::size_t size_bytes, const unpack_function& unpack,
                   deadline until) {
    for (chunk_receiver message(g, from, t, size_bytes, unpack); !message.is_done();)
        message.take_next(until);
}

void recv_scattered(const group& g, rank from, tag t, const regions& pieces, deadline until) {
    recv_unpacked(g, from, t, pieces.size_bytes(), unpacker_of(pieces), until);
}

void gather_scattered(const group& g, rank root, tag t, const const_regions& mine, std::span<const regions> places,
                      const scattered_options& how) {
    expect_chunk(how);
    if (g.rank() == root) return receive_from_all(g, t, mine, places, how.until);
    send_in_chunks(g, root, t, mine.size_bytes(), packer_of(mine), how, &parts_for_root);
}

// --- without blocking

collective_request async_send_scattered(const group& g, rank to, tag t, const const_regions& pieces,
                                        const scattered_options& how) {
    return start_in_own_thread(g, [=](const group& same) { send_scattered(same, to, t, pieces, how); });
}

collective_request async_send_packed(const group& g, rank to, tag t, std::size_t size_bytes, pack_function pack,
                                     const scattered_options& how) {
    return start_in_own_thread(
        g, [=, pack = std::move(pack)](const group& same) { send_packed(same, to, t, size_bytes, pack, how); });
}

collective_request async_recv_scattered(const group& g, rank from, tag t, const regions& pieces, deadline until) {
    return start_in_own_thread(g, [=](const group& same) { recv_scattered(same, from, t, pieces, until); });
}

collective_request async_recv_unpacked(const group& g, rank from, tag t, std::size_t size_bytes, unpack_function unpack,
                                       deadline until) {
    return start_in_own_thread(g, [=, unpack = std::move(unpack)](const group& same) {
        recv_unpacked(same, from, t, size_bytes, unpack, until);
    });
}

collective_request async_gather_scattered(const group& g, rank root, tag t, const const_regions& mine,
                                          std::span<const regions> places, const scattered_options& how) {
    return start_in_own_thread(g, [=, kept = std::vector(places.begin(), places.end())](const group& same) {
        gather_scattered(same, root, t, mine, kept, how);
    });
}

}  // namespace banyan::net
