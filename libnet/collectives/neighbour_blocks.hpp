// The messages of the collectives of topologies: a block to each destination of a rank and from each of its sources.
#pragma once

#include <utility>
#include <vector>

#include "banyan/net/neighbour_exchange.hpp"
#include "libnet/collectives/collective_transfers.hpp"

namespace banyan::net {

/// One block for each entry of the destinations and of the sources. Those of empty entries are not used. The memory is
/// borrowed.
struct neighbour_blocks {
    std::vector<std::span<const std::byte>> to_send;
    std::vector<std::span<std::byte>> to_receive;
};

/// The consecutive blocks of a range, which may be longer than all of them.
template <class Bytes>
std::vector<Bytes> consecutive_blocks(Bytes whole, std::span<const std::size_t> lengths) {
    std::vector<Bytes> blocks;
    for (const std::size_t length : lengths) {
        blocks.push_back(whole.first(length));
        whole = whole.subspan(length);
    }
    return blocks;
}

/// One exchange, which may run many times. Borrows the topology and the memory.
class block_exchange {
  public:
    block_exchange(const neighbourhood& of, neighbour_blocks blocks)
        : of_(of), blocks_(std::move(blocks)), transfers_(blocks_.to_send.size() + blocks_.to_receive.size()) {}

    /// Posts all receives, then starts all sends, and waits for all of them. Messages of a pair keep their order, so a
    /// rank that is a neighbour more than once needs no tags: the receives are posted in the order in which it sends.
    void run(collective_messages& ch);

  private:
    const neighbourhood& of_;
    const neighbour_blocks blocks_;
    collective_transfers transfers_;
};

/// Carries out a collective, or the second part of one, that sends the blocks of make_blocks(). They are made inside
/// the collective, so that all ranks learn it if this rank has no memory for them.
template <class Start, class F>
void exchange_blocks(const neighbourhood& of, const Start& start, deadline until, F make_blocks) {
    run_collective(of.members(), start, until,
                   [&](collective_messages& ch) { block_exchange(of, make_blocks()).run(ch); });
}

/// What run_collective() compares between the ranks. `bytes`: of each block.
collective_call comparable_call(const detail::neighbour_call& call, std::uint64_t bytes = collective_call::any_length);

/// The first part of a collective with blocks of different lengths: tells each destination the length of its block.
/// Returns the lengths of the blocks of the sources, in bytes. Throws errc::collective_mismatch on all ranks if a block
/// is not a whole number of items, because its sender has items of another type.
std::vector<std::size_t> exchange_lengths(const neighbourhood& of, const detail::neighbour_call& call,
                                          std::span<const std::size_t> out_bytes, deadline until);

/// A collective that sends these blocks, prepared. Copies the topology.
persistent_collective persistent_blocks(const neighbourhood& of, const collective_call& call, neighbour_blocks blocks);

}  // namespace banyan::net
