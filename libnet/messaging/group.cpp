#include "banyan/net/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "banyan/net/error.hpp"
#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/mailbox_impl.hpp"

namespace banyan::net {

namespace {

context_id chosen_by_program(context_id first) {
    constexpr std::uint32_t last = detail::first_reserved_context - detail::contexts_per_group;
    if (first.value > last)
        throw error(
            errc::invalid_argument,
            fmt::format("a group with first_context {}; programs choose 0 to {}; the other contexts are for groups "
                        "that split and duplicate make",
                        first.value, last));
    return first;
}

}  // namespace

std::shared_ptr<detail::context_table> detail::group_state::table_of(const mailbox& box) {
    return impl_of(box).protocol().contexts();
}

group::group(mailbox& box, std::vector<task_id> members, context_id first_context, std::vector<std::string> hosts)
    : group(chosen_by_libnet{}, box, std::move(members), std::move(hosts), chosen_by_program(first_context)) {}

group::group(chosen_by_libnet, mailbox& box, std::vector<task_id> members, std::vector<std::string> hosts,
             context_id first_context)
    : box_(&box), members_(std::move(members)), hosts_(std::move(hosts)), context_(first_context) {
    find_self();
    state_ = std::make_shared<detail::group_state>(detail::group_state::table_of(box), first_context, members_);
}

void group::find_self() {
    const std::unordered_set<task_id> distinct(members_.begin(), members_.end());
    if (distinct.size() != members_.size()) {
        throw error(errc::invalid_argument, "the members of a group contain a task twice");
    }
    hosts_.resize(members_.size());
    rank_ = rank_of(box_->self());
}

void group::refuse(net::rank r) const {
    throw error(errc::invalid_argument, "rank " + std::to_string(r.value) + " is not in a group of " +
                                            std::to_string(size()) + " (0 to " + std::to_string(size() - 1) + ")");
}

net::rank group::rank_of(task_id t) const {
    const auto found = std::find(members_.begin(), members_.end(), t);
    if (found == members_.end()) {
        throw error(errc::invalid_argument,
                    fmt::format("task {:x} is not a member of this group of {}", t.value, size()), t);
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
