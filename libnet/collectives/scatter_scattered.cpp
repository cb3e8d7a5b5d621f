// One-to-many messages of scattered items: from the root to each rank, or in two levels (Lin 1995 thesis,
// section 4.2.2).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "libnet/collectives/algorithm_choice.hpp"
#include "libnet/collectives/chunked_message.hpp"
#include "libnet/collectives/collective_state.hpp"
#include "libnet/collectives/collective_thread.hpp"
#include "libnet/protocol/region_cursor.hpp"
#include "libnet/schedules/collective_shape.hpp"
#include "libnet/schedules/lin_network.hpp"
#include "libnet/schedules/tree.hpp"

namespace banyan::net {
namespace {

void expect_pieces(const group& g, std::span<const const_regions> pieces, std::size_t bytes) {
    if (pieces.size() != static_cast<std::size_t>(g.size()))
        throw error(errc::invalid_argument,
                    fmt::format("scatter_scattered: pieces for {} ranks on the root, allowed: {}, one for each rank",
                                pieces.size(), g.size()));
    for (std::size_t r = 0; r < pieces.size(); ++r)
        if (pieces[r].size_bytes() != bytes)
            throw error(errc::invalid_argument,
                        fmt::format("scatter_scattered: {} bytes for rank {}, allowed: {}, as on the root",
                                    pieces[r].size_bytes(), r, bytes));
}

void expect_scatter_arguments(const group& g, rank root, std::span<const const_regions> pieces, const regions& mine,
                              const scattered_options& how) {
    if (root.value < 0 || root.value >= g.size())
        throw error(errc::invalid_argument,
                    fmt::format("scatter_scattered: the root is {}, allowed: 0 to {}", root.value, g.size() - 1));
    if (how.groups < 0)
        throw error(errc::invalid_argument,
                    fmt::format("scatter_scattered: groups is {}, allowed: 0 or more", how.groups));
    if (g.rank() == root) expect_pieces(g, pieces, mine.size_bytes());
}

// One call on one rank. Node = (rank - root) mod p. The groups divide the nodes 1 .. p - 1, and a leader is the first
// node of its group. The message to a leader consists of complete messages, one for each node of the group, as
// recv_scattered takes them: the leader passes them on as they are.
class scatter_in_groups {
  public:
    scatter_in_groups(const group& g, rank root, tag t, std::size_t bytes, int groups)
        : g_(g),
          root_(root),
          tag_(t),
          bytes_(bytes),
          message_bytes_(detail::checked_sum(bytes, chunk_header_bytes)),
          groups_(groups) {}

    // On the root.
    void send(std::span<const const_regions> pieces, deadline until) {
        const std::size_t place_bytes = group_bytes(0);  // the first groups are the largest
        const scratch memory(detail::checked_product(2, place_bytes));
        std::array<request, 2> sends;  // the groups use two places in turn
        for (int index = 0; index < groups_; ++index) {
            const auto turn = static_cast<std::size_t>(index % 2);
            if (sends[turn].valid()) (void)sends[turn].wait(until);
            const auto message = memory.bytes().subspan(turn * place_bytes, group_bytes(index));
            pack(index, pieces, message);
            sends[turn] = g_.async_send(rank_of(begin(index)), tag_, message);
        }
        for (request& in_flight : sends)
            if (in_flight.valid()) (void)in_flight.wait(until);
    }

    // On another rank.
    void receive(const regions& mine, deadline until) {
        const int node = node_of_rank(g_.rank().value, root_.value, g_.size());
        int index = 0;
        while (begin(index + 1) <= node)
            ++index;
        if (begin(index) == node)
            pass_on(index, mine, until);
        else
            recv_scattered(g_, rank_of(begin(index)), tag_, mine, until);
    }

  private:
    [[nodiscard]] rank rank_of(int node) const { return rank{rank_of_node(node, root_.value, g_.size())}; }
    // The first node of a group.
    [[nodiscard]] int begin(int index) const {
        return 1 + static_cast<int>(division_begin(static_cast<std::size_t>(g_.size() - 1), groups_, index));
    }
    [[nodiscard]] std::size_t group_bytes(int index) const {
        return detail::checked_product(static_cast<std::size_t>(begin(index + 1) - begin(index)), message_bytes_);
    }

    void pack(int index, std::span<const const_regions> pieces, std::span<std::byte> message) const {
        for (int node = begin(index); node < begin(index + 1); ++node) {
            write_chunk_header(message, {bytes_, bytes_, 0});
            const const_regions& items = pieces[static_cast<std::size_t>(rank_of(node).value)];
            pack_in_parts(g_, 0, message.subspan(chunk_header_bytes, bytes_), packer_of(items));
            message = message.subspan(message_bytes_);
        }
    }

    // On a leader.
    void pass_on(int index, const regions& mine, deadline until) {
        const scratch memory(group_bytes(index));
        const group_message_info info = g_.async_recv(root_, tag_, memory.bytes()).wait(until);
        const auto announced = announced_chunks(memory.bytes().first(std::min(info.size_bytes, message_bytes_)));
        if (info.size_bytes != memory.bytes().size() || !announced || announced->total != bytes_)
            throw error(errc::invalid_argument,
                        fmt::format("scatter_scattered: received {} bytes from rank {} with tag {}, expected {}: all "
                                    "ranks must have equally many bytes and give the same options",
                                    info.size_bytes, root_.value, tag_.value, memory.bytes().size()),
                        g_.task(root_));
        std::vector<request> sends;
        std::span<const std::byte> rest = memory.bytes().subspan(message_bytes_);
        for (int node = begin(index) + 1; node < begin(index + 1); ++node) {
            const std::span<const std::byte> message = rest.first(message_bytes_);
            sends.push_back(g_.async_send(rank_of(node), tag_, message));
            rest = rest.subspan(message_bytes_);
        }
        unpack_in_parts(g_, 0, memory.bytes().subspan(chunk_header_bytes, bytes_), unpacker_of(mine));
        for (request& in_flight : sends)
            (void)in_flight.wait(until);
    }

    const group& g_;
    rank root_;
    tag tag_;
    std::size_t bytes_, message_bytes_;
    int groups_;
};

void send_to_each(const group& g, tag t, std::span<const const_regions> pieces, deadline until) {
    scattered_options plain(until);
    plain.way = packing::plain;
    for (int r = 0; r < g.size(); ++r)
        if (r != g.rank().value) send_scattered(g, rank{r}, t, pieces[static_cast<std::size_t>(r)], plain);
}

void carry_out_scatter(const group& g, rank root, tag t, std::span<const const_regions> pieces, const regions& mine,
                       int groups, deadline until) {
    scatter_in_groups in_groups(g, root, t, mine.size_bytes(), groups);
    if (g.rank() != root) return groups > 0 ? in_groups.receive(mine, until) : recv_scattered(g, root, t, mine, until);
    if (groups > 0)
        in_groups.send(pieces, until);
    else
        send_to_each(g, t, pieces, until);
    detail::region_cursor<const std::byte> from(pieces[static_cast<std::size_t>(root.value)]);
    detail::region_cursor<std::byte> to(mine);
    detail::copy_bytes(from, to);
}

}  // namespace

int groups_for_scatter(const group& g, std::size_t bytes, const scattered_options& how) {
    const int others = g.size() - 1;
    if (how.way == packing::plain || others == 0) return 0;
    collective_state& state = collective_state::of(detail::group_state::of(g));
    state.wait_until_idle(how.until);
    const network_model& network = known_network(g);
    const host_spread where = spread_of({.size = g.size(), .host_of = state.hosts(g)});
    const group_choice best = choose_groups(lin_parameters_of(network, where), others, bytes);
    if (how.way == packing::automatic && !(best.pays && where.most_on_one <= network.cores)) return 0;
    return std::min(others, how.groups > 0 ? how.groups : best.groups);
}

void scatter_scattered(const group& g, rank root, tag t, std::span<const const_regions> pieces, const regions& mine,
                       const scattered_options& how) {
    expect_scatter_arguments(g, root, pieces, mine, how);
    carry_out_scatter(g, root, t, pieces, mine, groups_for_scatter(g, mine.size_bytes(), how), how.until);
}

collective_request async_scatter_scattered(const group& g, rank root, tag t, std::span<const const_regions> pieces,
                                           const regions& mine, const scattered_options& how) {
    expect_scatter_arguments(g, root, pieces, mine, how);
    const int groups = groups_for_scatter(g, mine.size_bytes(), how);
    return start_in_own_thread(
        g, [=, kept = std::vector(pieces.begin(), pieces.end()), until = how.until](const group& same) {
            carry_out_scatter(same, root, t, kept, mine, groups, until);
        });
}

}  // namespace banyan::net
