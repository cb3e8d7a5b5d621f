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
        throw error(errc::invalid_argument, "a task occurs twice among the members of a group; list each task once");
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

selector group::matching(std::optional<net::rank> from, std::optional<tag> t) const {
    std::optional<task_id> source;
    if (from) source = task(*from);
    return {source, t, context_};
}

group_message_info group::info_of(const message_info& info, std::optional<net::rank> from) const {
    return {from ? *from : rank_of(info.source), info.tag, info.size_bytes};
}

group_message group::recv(std::optional<net::rank> from, std::optional<tag> t, deadline until) const {
    message got = box_->recv(matching(from, t), until);
    return {info_of(got.info, from), std::move(got.payload)};
}

group_message_info group::receive(std::optional<net::rank> from, std::optional<tag> t, const regions& buffer,
                                  deadline until) const {
    const group_message_info info = info_of(box_->recv(matching(from, t), buffer, until), from);
    expect_size(info, buffer.size_bytes());
    return info;
}

group_message_info group::receive_growing(std::optional<net::rank> from, std::optional<tag> t,
                                          const detail::growing_buffer& items, deadline until) const {
    return info_of(box_->recv_growing(matching(from, t), items, until), from);
}

std::optional<group_message_info> group::try_receive(std::optional<net::rank> from, std::optional<tag> t,
                                                     const regions& buffer) const {
    const auto got = box_->try_recv(matching(from, t), buffer);
    if (!got) return std::nullopt;
    const group_message_info info = info_of(*got, from);
    expect_size(info, buffer.size_bytes());
    return info;
}

group_message_info group::probe(std::optional<net::rank> from, std::optional<tag> t, deadline until) const {
    return info_of(box_->probe(matching(from, t), until), from);
}

std::optional<group_message_info> group::try_probe(std::optional<net::rank> from, std::optional<tag> t) const {
    const auto waiting = box_->try_probe(matching(from, t));
    if (!waiting) return std::nullopt;
    return info_of(*waiting, from);
}

detail::source_rank group::source(std::optional<net::rank> from) const {
    if (from) return {from};
    return {std::nullopt, state_->contexts->members_of(context_)};
}

group_claimed_message group::claim(std::optional<net::rank> from, std::optional<tag> t, deadline until) const {
    return {box_->claim(matching(from, t), until), source(from)};
}

std::optional<group_claimed_message> group::try_claim(std::optional<net::rank> from, std::optional<tag> t) const {
    auto claimed = box_->try_claim(matching(from, t));
    if (!claimed) return std::nullopt;
    return group_claimed_message(std::move(*claimed), source(from));
}

group_message_info group::exchange(net::rank to, tag send_tag, const const_regions& payload,
                                   std::optional<net::rank> from, std::optional<tag> recv_tag, const regions& buffer,
                                   deadline until) const {
    request incoming = box_->async_recv(matching(from, recv_tag), buffer);
    box_->send({task(to), send_tag, context_}, payload, until);
    const group_message_info info = info_of(incoming.wait(until), from);
    expect_size(info, buffer.size_bytes());
    return info;
}

group_message_info group::exchange_in_place(net::rank to, tag send_tag, const regions& items,
                                            std::optional<net::rank> from, std::optional<tag> recv_tag,
                                            deadline until) const {
    std::vector<std::byte> sent;
    sent.reserve(items.size_bytes());
    for (std::size_t i = 0; i < items.count(); ++i)
        sent.insert(sent.end(), items[i].begin(), items[i].end());
    return exchange(to, send_tag, std::span<const std::byte>(sent), from, recv_tag, items, until);
}

void group::expect_size(const group_message_info& info, std::size_t expected_bytes) const {
    if (info.size_bytes == expected_bytes) return;
    throw error(
        errc::invalid_argument,
        fmt::format("received {} bytes from rank {}, expected {}", info.size_bytes, info.source.value, expected_bytes),
        task(info.source));
}

void group::expect_whole_items(const group_message_info& info, std::size_t item_bytes) const {
    if (info.size_bytes % item_bytes == 0) return;
    throw error(errc::invalid_argument,
                fmt::format("received {} bytes from rank {}, not a whole number of items of {} bytes", info.size_bytes,
                            info.source.value, item_bytes),
                task(info.source));
}

void group::refuse_length(const group_message_info& info) const {
    throw error(errc::resource_limit,
                fmt::format("received {} bytes from rank {}; there is no memory for the items (ulimit -v)",
                            info.size_bytes, info.source.value),
                task(info.source));
}

}  // namespace banyan::net
