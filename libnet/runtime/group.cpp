#include "banyan/net/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "banyan/net/error.hpp"
#include "libnet/runtime/group_state.hpp"

namespace banyan::net {

group::group(mailbox& box, std::vector<task_id> members, context_id first_context, std::vector<std::string> hosts)
    : box_(&box),
      members_(std::move(members)),
      hosts_(std::move(hosts)),
      context_(first_context),
      state_(std::make_shared<detail::group_state>()) {
    state_->contexts = std::make_shared<detail::context_counter>();
    state_->contexts->next = first_context.value + detail::contexts_per_group;
    find_self();
}

group::group(const group& parent, std::vector<task_id> members, std::vector<std::string> hosts,
             context_id first_context)
    : box_(parent.box_),
      members_(std::move(members)),
      hosts_(std::move(hosts)),
      context_(first_context),
      state_(std::make_shared<detail::group_state>()) {
    state_->contexts = parent.state_->contexts;
    find_self();
}

void group::find_self() {
    const std::unordered_set<task_id> distinct(members_.begin(), members_.end());
    if (distinct.size() != members_.size()) {
        throw error(errc::invalid_argument, "a task is named twice in the members of a group");
    }
    hosts_.resize(members_.size());
    rank_ = rank_of(box_->self());
}

task_id group::task(net::rank r) const {
    if (r.value < 0 || r.value >= size()) {
        throw error(errc::invalid_argument, "rank " + std::to_string(r.value) + " is not in a group of " +
                                                std::to_string(size()) + " (0 to " + std::to_string(size() - 1) + ")");
    }
    return members_[static_cast<std::size_t>(r.value)];
}

net::rank group::rank_of(task_id t) const {
    const auto found = std::find(members_.begin(), members_.end(), t);
    if (found == members_.end()) {
        throw error(errc::invalid_argument, fmt::format("task {:x} is no member of this group of {}", t.value, size()),
                    t);
    }
    return net::rank{static_cast<int>(found - members_.begin())};
}

const std::string& group::host(net::rank r) const {
    (void)task(r);  // checks the range
    return hosts_[static_cast<std::size_t>(r.value)];
}

const collective_traffic& group::traffic() const {
    return state_->traffic;
}

void group::send(net::rank to, tag t, std::span<const std::byte> bytes, deadline until) const {
    box_->send({task(to), t, context_}, bytes, until);
}

message group::recv(net::rank from, tag t, deadline until) const {
    return box_->recv({task(from), t, context_}, until);
}

void group::expect_size(const message_info& info, std::size_t expected_bytes) const {
    if (info.size_bytes == expected_bytes) return;
    throw error(errc::invalid_argument,
                "received " + std::to_string(info.size_bytes) + " bytes from rank " +
                    std::to_string(rank_of(info.source).value) + ", expected " + std::to_string(expected_bytes),
                info.source);
}

}  // namespace banyan::net
