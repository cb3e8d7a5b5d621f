// Alltoall of two levels: each rank packs its blocks for other hosts into one message to its leader, each pair of
// leaders exchanges one message, and the leaders deliver. Blocks for ranks of the same host go directly. A pair of
// hosts needs two messages, however many ranks they have.
#include "libnet/schedules/algorithms.hpp"
#include "libnet/schedules/cost_sums.hpp"
#include "libnet/schedules/host_groups.hpp"

namespace banyan::net {
namespace {

// Blocks of m items. The "remote" ranks are those on other hosts. They are listed host by host from the next host on,
// so that the hosts begin with different receivers.
class two_level_alltoall {
  public:
    explicit two_level_alltoall(const collective_shape& shape)
        : m_(shape.items),
          rank_(shape.rank),
          groups_(group_by_host(shape.size, shape.host_of)),
          members_(groups_.host_of_rank(shape.rank)) {
        const std::size_t hosts = groups_.hosts.size();
        const std::size_t mine = at(groups_.host_of[at(rank_)]);
        for (std::size_t i = 1; i < hosts; ++i)
            remote_hosts_.push_back(&groups_.hosts[(mine + i) % hosts]);
        for (const std::vector<int>* other : remote_hosts_)
            remote_.insert(remote_.end(), other->begin(), other->end());
    }

    schedule make() {
        out_.copy(blocks(area::input, at(rank_)), blocks(area::output, at(rank_)));
        if (rank_ == members_.front())
            add_leader();
        else
            add_member();
        return out_.finish();
    }

  private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    [[nodiscard]] items_at blocks(area where, std::size_t first, std::size_t count = 1) const {
        return {where, first * m_, count * m_};
    }
    [[nodiscard]] items_at blocks(const items_at& of, std::size_t first, std::size_t count = 1) const {
        return part_of(of, first * m_, count * m_);
    }

    void pack_remote(const items_at& packed) {
        for (std::size_t i = 0; i < remote_.size(); ++i)
            out_.copy(blocks(area::input, at(remote_[i])), blocks(packed, i));
    }
    void unpack_remote(const items_at& packed) {
        for (std::size_t i = 0; i < remote_.size(); ++i)
            out_.copy(blocks(packed, i), blocks(area::output, at(remote_[i])));
    }

    // Each rank begins with another receiver.
    void exchange_on_host() {
        const std::size_t n = members_.size();
        const auto me = static_cast<std::size_t>(std::ranges::find(members_, rank_) - members_.begin());
        for (std::size_t i = 1; i < n; ++i)
            out_.receive(members_[(me + n - i) % n], blocks(area::output, at(members_[(me + n - i) % n])));
        for (std::size_t i = 1; i < n; ++i)
            out_.send(members_[(me + i) % n], blocks(area::input, at(members_[(me + i) % n])));
    }

    void add_member() {
        const items_at packed = out_.scratch(remote_.size() * m_), arrived = out_.scratch(remote_.size() * m_);
        pack_remote(packed);
        out_.send(members_.front(), packed);
        exchange_on_host();
        out_.receive(members_.front(), arrived);
        out_.wait();
        unpack_remote(arrived);
    }

    // `gathered` and `delivered` hold, for each member of this host, the blocks to and from all remote ranks.
    void add_leader() {
        const std::size_t items = members_.size() * remote_.size() * m_;
        const items_at gathered = out_.scratch(items), sent = out_.scratch(items), arrived = out_.scratch(items);
        const items_at delivered = gathered;
        pack_remote(of_member(gathered, 0));
        for (std::size_t i = 1; i < members_.size(); ++i)
            out_.receive(members_[i], of_member(gathered, i));
        out_.wait();
        exchange_with_leaders(gathered, sent, arrived);
        unpack_hosts(arrived, delivered);
        exchange_on_host();
        for (std::size_t i = 1; i < members_.size(); ++i)
            out_.send(members_[i], of_member(delivered, i));
        unpack_remote(of_member(delivered, 0));
    }

    [[nodiscard]] items_at of_member(const items_at& all, std::size_t member) const {
        return blocks(all, member * remote_.size(), remote_.size());
    }

    // A message between hosts holds, for each sender, the blocks for each receiver.
    void exchange_with_leaders(const items_at& gathered, const items_at& sent, const items_at& arrived) {
        std::size_t first = 0;  // remote rank
        for (const std::vector<int>* at_host : remote_hosts_) {
            const std::vector<int>& other = *at_host;
            const items_at message = blocks(sent, first * members_.size(), other.size() * members_.size());
            for (std::size_t i = 0; i < members_.size(); ++i)
                out_.copy(blocks(of_member(gathered, i), first, other.size()),
                          blocks(message, i * other.size(), other.size()));
            out_.receive(other.front(), {arrived.where, arrived.first + (message.first - sent.first), message.count});
            out_.send(other.front(), message);
            first += other.size();
        }
        out_.wait();
    }

    // In `arrived` the blocks of a remote rank for all members are consecutive.
    void unpack_hosts(const items_at& arrived, const items_at& delivered) {
        for (std::size_t i = 0; i < members_.size(); ++i)
            for (std::size_t source = 0; source < remote_.size(); ++source)
                out_.copy(blocks(arrived, source * members_.size() + i), blocks(of_member(delivered, i), source));
    }

    std::size_t m_;
    int rank_;
    host_groups groups_;
    const std::vector<int>& members_;
    std::vector<const std::vector<int>*> remote_hosts_;
    std::vector<int> remote_;
    schedule_builder out_;
};

schedule alltoall_two_level_schedule(const collective_shape& shape) {
    return two_level_alltoall(shape).make();
}

algorithm_cost leader_cost(const std::vector<std::vector<int>>& hosts, std::size_t m) {
    round_costs rounds;
    for (std::size_t step = 1; step < hosts.size(); ++step) {
        for (std::size_t host = 0; host < hosts.size(); ++host)
            rounds.message(hosts[host].size() * hosts[(host + step) % hosts.size()].size() * m);
        rounds.end_round();
    }
    return rounds.sum();
}

algorithm_cost alltoall_two_level_cost(const collective_shape& shape) {
    const std::vector<std::vector<int>> hosts = group_by_host(shape.size, shape.host_of).hosts;
    algorithm_cost gather, deliver;
    for (const std::vector<int>& members : hosts) {
        const std::size_t remote = static_cast<std::size_t>(shape.size) - members.size();
        round_costs to_leader, on_host;
        for (std::size_t i = 1; i < members.size(); ++i) {
            to_leader.message(remote * shape.items);
            to_leader.end_round();
            on_host.messages(members.size(), shape.items);
            on_host.end_round();
        }
        gather = side_by_side(gather, to_leader.sum());
        deliver = side_by_side(deliver, in_sequence(on_host.sum(), to_leader.sum()));
    }
    return in_sequence(in_sequence(gather, leader_cost(hosts, shape.items)), deliver);
}

}  // namespace

const algorithm alltoall_two_level{
    .kind = collective_kind::alltoall,
    .name = "two-level",
    .summary = "one message for each pair of hosts, between their leaders; for many ranks on a host and short blocks",
    .standard_association = true,
    .fits = nullptr,
    .make = &alltoall_two_level_schedule,
    .cost = &alltoall_two_level_cost,
};

}  // namespace banyan::net
