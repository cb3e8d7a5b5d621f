// Makes a group from a list of ranks: each of them sends a proposal to the first rank of the list, which answers with
// the context, or with the reason why there is no group. So a failure that only one rank sees reaches all of them.
#include <fmt/format.h>

#include <algorithm>

#include "banyan/net/group.hpp"
#include "banyan/net/packer.hpp"
#include "banyan/net/unpacker.hpp"
#include "libnet/collectives/collective_messages.hpp"
#include "libnet/collectives/collective_tag.hpp"
#include "libnet/collectives/death_watch.hpp"
#include "libnet/collectives/membership_state.hpp"
#include "libnet/messaging/group_state.hpp"

namespace banyan::net {

namespace {

constexpr std::size_t most_reason_bytes = 1000;
constexpr std::size_t most_answer_bytes = most_reason_bytes + 200;

// What the ranks agree on. A collective of the parent may be under way or have failed, so its network may be measured
// on some ranks only.
struct agreed {
    std::uint32_t context = 0;        // the highest next context of the ranks
    std::uint32_t knows_network = 0;  // 1 if all ranks know the measured network of the parent, otherwise 0
};

struct proposal {
    std::uint64_t list = 0;  // the hash of the list
    agreed of_one{};
    std::uint64_t size = 0;
};

struct answer {
    int code = 0;
    std::uint32_t peer = 0;
    agreed of_all{};
    std::string text{};
};

std::uint64_t hash_of(const rank_list& ranks) {
    constexpr std::uint64_t basis = 0xcbf29ce484222325, prime = 0x100000001b3;  // FNV-1a
    std::uint64_t hash = basis;
    for (const rank r : ranks)
        hash = (hash ^ static_cast<std::uint32_t>(r.value)) * prime;
    return hash;
}

// One call on one rank. A rank that leaves a call because of an error notes the messages of that call that it has not
// received, so that the next call discards them.
class subgroup_call {
  public:
    subgroup_call(const group& parent, const rank_list& ranks, membership_state& state, deadline until)
        : parent_(parent), list_(hash_of(ranks)), state_(state), until_(until) {
        for (const rank r : ranks)
            tasks_.push_back(parent.task(r));
    }

    /// Both throw what the leader has found.
    agreed lead(const agreed& own) {
        agreed all;
        try {
            all = collect(own);
        } catch (const error& why) {
            send_answer({static_cast<int>(why.which()), why.peer().value, {}, why.what()});
            throw;
        }
        send_answer({.of_all = all});
        return all;
    }
    agreed follow(const agreed& own) {
        const task_id leader = tasks_.front();
        const proposal mine{list_, own, tasks_.size()};
        parent_.box().send(to(leader, 0), std::as_bytes(std::span(&mine, 1)), until_);
        answer got;
        std::uint64_t list = 0;
        do {
            std::vector<std::byte> bytes(most_answer_bytes);
            request receive = parent_.box().async_recv(from(leader, 1), bytes);
            finish(receive, leader, std::span(&leader, 1));
            bytes.resize(receive.wait().size_bytes);
            unpacker(std::move(bytes))
                .unpack(list, got.code, got.peer, got.of_all.context, got.of_all.knows_network, got.text);
        } while (is_of_an_earlier_call(leader, list));
        if (got.code != 0) throw error(static_cast<errc>(got.code), got.text, task_id{got.peer});
        return got.of_all;
    }

  private:
    [[nodiscard]] tag tag_of(int phase) const { return collective_tag(collective_kind::subgroup, 0).of_phase(phase); }
    [[nodiscard]] destination to(task_id task, int phase) const {
        return {task, tag_of(phase), parent_.collective_context()};
    }
    [[nodiscard]] selector from(task_id task, int phase) const {
        return {task, tag_of(phase), parent_.collective_context()};
    }
    [[nodiscard]] request receive_proposal(task_id task, proposal& into) const {
        return parent_.box().async_recv(from(task, 0), std::as_writable_bytes(std::span(&into, 1)));
    }

    void leave(request& receive, task_id source) {
        if (receive.cancel()) ++state_.owed[{source, list_}];
    }
    void finish(request& receive, task_id source, std::span<const task_id> watched) {
        death_watch watch(watched);
        detail::pending_set set(std::span(&receive, 1));
        try {
            if (const auto* failed = detail::member_wait::finish(set, watch, until_)) throw error(*failed->failure);
        } catch (const error&) {
            leave(receive, source);
            throw;
        }
    }
    bool is_of_an_earlier_call(task_id source, std::uint64_t list) {
        const auto found = state_.owed.find({source, list});
        if (found == state_.owed.end()) return false;
        if (--found->second == 0) state_.owed.erase(found);
        return true;
    }

    agreed collect(agreed all) {
        std::vector<proposal> proposals(tasks_.size());
        std::vector<request> receives(tasks_.size());
        for (std::size_t i = 1; i < tasks_.size(); ++i)
            receives[i] = receive_proposal(tasks_[i], proposals[i]);
        for (std::size_t i = 1; i < tasks_.size(); ++i) {
            try {
                do {
                    if (!receives[i].valid()) receives[i] = receive_proposal(tasks_[i], proposals[i]);
                    finish(receives[i], tasks_[i], tasks_);
                    receives[i].reset();
                } while (is_of_an_earlier_call(tasks_[i], proposals[i].list));
                check(proposals[i], tasks_[i]);
            } catch (const error&) {
                for (std::size_t later = i + 1; later < tasks_.size(); ++later)
                    leave(receives[later], tasks_[later]);
                throw;
            }
            all.context = std::max(all.context, proposals[i].of_one.context);
            all.knows_network = std::min(all.knows_network, proposals[i].of_one.knows_network);
        }
        return all;
    }
    void check(const proposal& theirs, task_id source) const {
        if (theirs.list == list_) return;
        throw error(errc::collective_mismatch,
                    fmt::format("rank {} called subgroup with another list, of {} ranks, than rank {}, of {}",
                                parent_.rank_of(source).value, theirs.size, parent_.rank().value, tasks_.size()),
                    source);
    }

    void send_answer(const answer& given) {
        packer out;
        out.pack(list_, given.code, given.peer, given.of_all.context, given.of_all.knows_network,
                 std::string_view(given.text).substr(0, most_reason_bytes));
        for (const task_id task : std::span(tasks_).subspan(1)) {
            try {
                parent_.box().send(to(task, 1), out.bytes());
            } catch (const error&) {  // the rank is lost, and its own calls report that
            }
        }
    }

    const group& parent_;
    const std::uint64_t list_;
    membership_state& state_;
    const deadline until_;
    std::vector<task_id> tasks_;
};

agreed agree_on_subgroup(const group& g, const rank_list& ranks, deadline until) {
    auto& shared = detail::group_state::of(g);
    if (ranks.size() == 1) expect_not_revoked(g);  // otherwise the first message of the call fails
    if (!shared.membership) shared.membership = std::make_shared<membership_state>();
    subgroup_call call(g, ranks, *shared.membership, until);
    const agreed own{shared.contexts->next_free(), shared.network.get() ? 1u : 0u};
    return ranks[0] == g.rank() ? call.lead(own) : call.follow(own);
}

}  // namespace

group group::subgroup(const rank_list& ranks, deadline until) const {
    for (const net::rank r : ranks)
        (void)task(r);  // throws for a rank outside
    if (!ranks.contains(rank_))
        throw error(errc::invalid_argument, fmt::format("subgroup: rank {} calls it and is not in its list of {} ranks",
                                                        rank_.value, ranks.size()));
    const agreed found = agree_on_subgroup(*this, ranks, until);
    const context_id first{found.context};
    state_->contexts->use(first);
    std::vector<task_id> members;
    std::vector<std::string> hosts;
    for (const net::rank r : ranks) {
        members.push_back(task(r));
        hosts.push_back(host(r));
    }
    return detail::group_state::make_subgroup(*this, std::move(members), std::move(hosts), first,
                                              found.knows_network != 0);
}

}  // namespace banyan::net
