// The state that the copies of one group share: its contexts, its collectives, and their traffic.
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "banyan/net/group.hpp"
#include "libnet/messaging/kept_network_model.hpp"
#include "libnet/protocol/context_table.hpp"

namespace banyan::net {
class collective_state;
struct membership_state;
}  // namespace banyan::net

namespace banyan::net::detail {

/// Used by one thread at a time. Its contexts are free again when the last copy of the group is destroyed.
struct group_state {
    group_state(std::shared_ptr<context_table> table, context_id first, std::vector<task_id> members)
        : contexts(std::move(table)), first_context(first) {
        contexts->add(first, std::move(members));
    }
    ~group_state() { contexts->remove(first_context); }
    group_state(const group_state&) = delete;
    group_state& operator=(const group_state&) = delete;

    const std::shared_ptr<context_table> contexts;
    const context_id first_context;
    collective_traffic traffic;
    std::shared_ptr<collective_state> collectives;  // made by the first collective
    kept_network_model network;                     // equal on all members
    std::shared_ptr<membership_state> membership;   // made by the first call of subgroup or shrink

    static group_state& of(const group& g) { return *g.state_; }
    static std::span<const task_id> members_of(const group& g) { return g.members_; }
    static mailbox_impl& impl_of(const mailbox& box) { return *box.box_; }
    static std::shared_ptr<context_table> table_of(const mailbox& box);
    /// `same_network`: the new group uses the network that its parent has measured. It is true only if all members of
    /// the new group know that network or none does. Otherwise some members would measure the network in a collective
    /// and others would not.
    static group make_subgroup(const group& parent, std::vector<task_id> members, std::vector<std::string> hosts,
                               context_id first_context, bool same_network) {
        group made{group::chosen_by_libnet{}, *parent.box_, std::move(members), std::move(hosts), first_context};
        if (same_network) of(made).network.set(of(parent).network.shared());
        return made;
    }
    static group make_world(mailbox& box, std::vector<task_id> members, std::vector<std::string> hosts) {
        return {group::chosen_by_libnet{}, box, std::move(members), std::move(hosts), world_context};
    }
};

}  // namespace banyan::net::detail
