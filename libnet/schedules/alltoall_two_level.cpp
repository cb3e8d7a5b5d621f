// Alltoall of two levels: each rank packs its blocks for other hosts into one message to its leader, each pair of
// leaders exchanges one message, and the leaders deliver. Blocks for ranks of the same host go directly. A pair of
// hosts needs two messages, however many ranks they have. A leader places the blocks of all ranks of its host, so with
// blocks of different lengths it must know those of all ranks.
#include <algorithm>
#include <utility>

#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/host_groups.hpp"
#include "libnet/schedules/item_blocks.hpp"
#include "libnet/schedules/items_of_pairs.hpp"

namespace banyan::net {
namespace {

// Consecutive blocks in scratch memory.
struct packed_blocks {
    items_at memory;  // at least as long as the blocks
    item_blocks layout;

    [[nodiscard]] items_at range(std::size_t first, std::size_t count) const {
        const auto begin = static_cast<int>(first), end = static_cast<int>(first + count);
        return part_of(memory, layout.begin(begin), layout.count(begin, end));
    }
    [[nodiscard]] items_at block(std::size_t index) const { return range(index, 1); }
};

// The "remote" ranks are those on other hosts. They are listed host by host from the next host on, so that the hosts
// begin with different receivers.
class two_level_alltoall {
  public:
    explicit two_level_alltoall(const collective_shape& shape)
        : rank_(shape.rank),
          items_(shape),
          groups_(group_by_host(shape.size, shape.host_of)),
          members_(groups_.host_of_rank(shape.rank)),
          input_(items_.sent_by(shape.rank)),
          output_(items_.received_by(shape.rank)) {
        const std::size_t hosts = groups_.hosts.size();
        const auto mine = static_cast<std::size_t>(groups_.host_of[static_cast<std::size_t>(rank_)]);
        for (std::size_t i = 1; i < hosts; ++i)
            remote_hosts_.push_back(&groups_.hosts[(mine + i) % hosts]);
        for (const std::vector<int>* other : remote_hosts_)
            remote_.insert(remote_.end(), other->begin(), other->end());
    }

    schedule make() {
        out_.copy(input_.block(area::input, rank_), output_.block(area::output, rank_));
        if (rank_ == members_.front())
            add_leader();
        else
            add_member();
        return out_.finish();
    }

  private:
    // The blocks of each of these ranks of this host for all remote ranks.
    [[nodiscard]] item_blocks blocks_to_remote(const std::vector<int>& of) const {
        item_blocks blocks;
        for (const int member : of)
            for (const int to : remote_)
                blocks.append(items_.count(member, to));
        return blocks;
    }
    // The blocks for each of these ranks of this host from all remote ranks.
    [[nodiscard]] item_blocks blocks_from_remote(const std::vector<int>& of) const {
        item_blocks blocks;
        for (const int member : of)
            for (const int from : remote_)
                blocks.append(items_.count(from, member));
        return blocks;
    }
    // The messages to all other leaders: in each, for each member of this host, the blocks for each receiver.
    [[nodiscard]] item_blocks blocks_to_hosts() const {
        item_blocks blocks;
        for (const std::vector<int>* other : remote_hosts_)
            for (const int member : members_)
                for (const int to : *other)
                    blocks.append(items_.count(member, to));
        return blocks;
    }
    // The messages from all other leaders: in each, for each sender, the blocks for each member of this host.
    [[nodiscard]] item_blocks blocks_from_hosts() const {
        item_blocks blocks;
        for (const int from : remote_)
            for (const int member : members_)
                blocks.append(items_.count(from, member));
        return blocks;
    }
    packed_blocks reserve(item_blocks layout) {
        const items_at memory = out_.scratch(layout.total());
        return {memory, std::move(layout)};
    }

    // The blocks of this rank are the first ones in `packed`.
    void pack_remote(const packed_blocks& packed) {
        for (std::size_t i = 0; i < remote_.size(); ++i)
            out_.copy(input_.block(area::input, remote_[i]), packed.block(i));
    }
    void unpack_remote(const packed_blocks& packed) {
        for (std::size_t i = 0; i < remote_.size(); ++i)
            out_.copy(packed.block(i), output_.block(area::output, remote_[i]));
    }

    // Each rank begins with another receiver.
    void exchange_on_host() {
        const std::size_t n = members_.size();
        const auto me = static_cast<std::size_t>(std::ranges::find(members_, rank_) - members_.begin());
        for (std::size_t i = 1; i < n; ++i) {
            const int from = members_[(me + n - i) % n];
            out_.receive(from, output_.block(area::output, from));
        }
        for (std::size_t i = 1; i < n; ++i) {
            const int to = members_[(me + i) % n];
            out_.send(to, input_.block(area::input, to));
        }
    }

    void add_member() {
        const std::vector<int> me(1, rank_);
        const packed_blocks packed = reserve(blocks_to_remote(me)), arrived = reserve(blocks_from_remote(me));
        pack_remote(packed);
        out_.send(members_.front(), packed.memory);
        exchange_on_host();
        out_.receive(members_.front(), arrived.memory);
        out_.wait();
        unpack_remote(arrived);
    }

    // `gathered` and `delivered` hold, for each member of this host, the blocks to and from all remote ranks. They use
    // the same memory.
    void add_leader() {
        item_blocks leaving = blocks_to_remote(members_), arriving = blocks_from_remote(members_);
        const items_at memory = out_.scratch(std::max(leaving.total(), arriving.total()));
        const packed_blocks gathered{memory, std::move(leaving)}, delivered{memory, std::move(arriving)};
        const std::size_t remote = remote_.size();
        pack_remote(gathered);
        for (std::size_t i = 1; i < members_.size(); ++i)
            out_.receive(members_[i], gathered.range(i * remote, remote));
        out_.wait();
        unpack_hosts(exchange_with_leaders(gathered), delivered);
        exchange_on_host();
        for (std::size_t i = 1; i < members_.size(); ++i)
            out_.send(members_[i], delivered.range(i * remote, remote));
        unpack_remote(delivered);
    }

    // The blocks from all other hosts.
    packed_blocks exchange_with_leaders(const packed_blocks& gathered) {
        const packed_blocks sent = reserve(blocks_to_hosts());
        packed_blocks arrived = reserve(blocks_from_hosts());
        std::size_t first = 0;  // remote rank
        for (const std::vector<int>* at_host : remote_hosts_) {
            const std::vector<int>& other = *at_host;
            const std::size_t message = first * members_.size(), blocks = other.size() * members_.size();
            for (std::size_t i = 0; i < members_.size(); ++i)
                out_.copy(gathered.range(i * remote_.size() + first, other.size()),
                          sent.range(message + i * other.size(), other.size()));
            out_.receive(other.front(), arrived.range(message, blocks));
            out_.send(other.front(), sent.range(message, blocks));
            first += other.size();
        }
        out_.wait();
        return arrived;
    }

    // In `arrived` the blocks of a remote rank for all members are consecutive.
    void unpack_hosts(const packed_blocks& arrived, const packed_blocks& delivered) {
        for (std::size_t i = 0; i < members_.size(); ++i)
            for (std::size_t source = 0; source < remote_.size(); ++source)
                out_.copy(arrived.block(source * members_.size() + i), delivered.block(i * remote_.size() + source));
    }

    int rank_;
    items_of_pairs items_;
    host_groups groups_;
    const std::vector<int>& members_;
    std::vector<const std::vector<int>*> remote_hosts_;
    std::vector<int> remote_;
    item_blocks input_, output_;  // of all ranks
    schedule_builder out_;
};

schedule alltoall_two_level_schedule(const collective_shape& shape) {
    return two_level_alltoall(shape).make();
}

algorithm_cost leader_cost(const std::vector<std::vector<int>>& hosts, const items_of_pairs& items) {
    round_costs rounds;
    for (std::size_t step = 1; step < hosts.size(); ++step) {
        for (std::size_t host = 0; host < hosts.size(); ++host)
            rounds.message(items.sum(hosts[host], hosts[(host + step) % hosts.size()]));
        rounds.end_round();
    }
    return rounds.sum();
}

algorithm_cost cost_on_host(const std::vector<int>& members, const items_of_pairs& items) {
    const std::size_t n = members.size();
    round_costs rounds;
    for (std::size_t step = 1; step < n; ++step) {
        if (items.are_equal()) rounds.messages(n, items.count(0, 0));
        for (std::size_t i = 0; i < n && !items.are_equal(); ++i)
            rounds.message(items.count(members[i], members[(i + step) % n]));
        rounds.end_round();
    }
    return rounds.sum();
}

// The ranks of all other hosts.
std::vector<int> remote_ranks(const std::vector<std::vector<int>>& hosts, const std::vector<int>& members) {
    std::vector<int> found;
    for (const std::vector<int>& other : hosts)
        if (other.front() != members.front()) found.insert(found.end(), other.begin(), other.end());
    return found;
}

algorithm_cost alltoall_two_level_cost(const collective_shape& shape) {
    const items_of_pairs items(shape);
    const std::vector<std::vector<int>> hosts = group_by_host(shape.size, shape.host_of).hosts;
    algorithm_cost gather, deliver;
    for (const std::vector<int>& members : hosts) {
        const std::vector<int> remote = remote_ranks(hosts, members);
        round_costs to_leader, from_leader;
        for (std::size_t i = 1; i < members.size(); ++i) {
            const std::vector<int> member(1, members[i]);
            to_leader.message(items.sum(member, remote));
            to_leader.end_round();
            from_leader.message(items.sum(remote, member));
            from_leader.end_round();
        }
        gather = side_by_side(gather, to_leader.sum());
        deliver = side_by_side(deliver, in_sequence(cost_on_host(members, items), from_leader.sum()));
    }
    return in_sequence(in_sequence(gather, leader_cost(hosts, items)), deliver);
}

constexpr algorithm alltoall_two_level_record(collective_kind kind, std::string_view summary,
                                              bool (*fits)(const collective_shape& shape)) {
    return {
        .kind = kind,
        .name = "two-level",
        .summary = summary,
        .standard_association = true,
        .fits = fits,
        .make = &alltoall_two_level_schedule,
        .cost = &alltoall_two_level_cost,
    };
}

}  // namespace

const algorithm alltoall_two_level = alltoall_two_level_record(
    collective_kind::alltoall,
    "one message for each pair of hosts, between their leaders; for many ranks on a host and short blocks", nullptr);
const algorithm alltoall_varying_two_level = alltoall_two_level_record(
    collective_kind::alltoall_varying,
    "one message for each pair of hosts, for many ranks on a host and short blocks; all ranks must know all lengths",
    &has_all_lengths);

}  // namespace banyan::net
