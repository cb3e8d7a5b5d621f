#include "banyan/net/persistent_messages.hpp"

#include <mutex>

#include "libnet/messaging/group_state.hpp"
#include "libnet/messaging/operations.hpp"

namespace banyan::net {
namespace {

// The operation as it was prepared, without what the protocol has set.
void renew(detail::operation& op) {
    const bool sends = op.what == detail::operation::kind::send;
    op = sends ? detail::send_operation(op.to, op.payload) : detail::receive_operation(op.from, op.buffer);
    op.held = sends;
}

[[noreturn]] void refuse(const char* why) {
    throw error(errc::invalid_argument, std::string("start: ") + why);
}

void expect_prepared(bool holds_operation) {
    if (!holds_operation) refuse("this persistent request holds no prepared send or receive");
}

}  // namespace

persistent_request::persistent_request() noexcept = default;
persistent_request::persistent_request(mailbox& box, destination to, const const_regions& payload)
    : request(*box.box_, nullptr), prepared_(std::make_unique<detail::operation>(detail::send_operation(to, payload))) {
    prepared_->held = true;
}
persistent_request::persistent_request(mailbox& box, selector from, const regions& buffer)
    : request(*box.box_, nullptr),
      prepared_(std::make_unique<detail::operation>(detail::receive_operation(from, buffer))) {}
persistent_request::persistent_request(persistent_request&&) noexcept = default;
persistent_request& persistent_request::operator=(persistent_request&&) noexcept = default;
persistent_request::~persistent_request() = default;

void persistent_request::start() {
    expect_prepared(prepared_ || op_);
    const std::lock_guard held(*box_);
    (void)renewed();
    start_prepared();
}

void persistent_request::start(tag t) {
    expect_prepared(prepared_ || op_);
    const std::lock_guard held(*box_);
    detail::operation& op = renewed();
    op.to.tag = t;
    op.from.tag = t;
    start_prepared();
}

// The caller holds the lock.
detail::operation& persistent_request::renewed() {
    if (op_ && !op_->done) refuse("the last start of this persistent request is not done; wait for it first");
    if (op_) prepared_ = std::move(op_);
    if (used_) renew(*prepared_);
    used_ = true;
    return *prepared_;
}

void persistent_request::start_prepared() {
    detail::start(*box_, *prepared_);
    op_ = std::move(prepared_);
}

// In a forked child the protocol still refers to the operation: withdraw() has given it up.
void persistent_request::reset() {
    withdraw();
    if (op_) prepared_ = std::move(op_);
}

persistent_group_request detail::prepared_send(const group& g, rank to, tag t, const const_regions& payload) {
    return {{g.box(), destination{g.task(to), t, g.user_context()}, payload}, {to}};
}

persistent_group_request detail::prepared_receive(const group& g, std::optional<rank> from, std::optional<tag> t,
                                                  const regions& buffer) {
    const selector matching{from ? std::optional(g.task(*from)) : std::nullopt, t, g.user_context()};
    detail::source_rank source{from};
    if (!from) source.members = group_state::of(g).contexts->members_of(g.user_context());
    return {{g.box(), matching, buffer}, std::move(source)};
}

}  // namespace banyan::net
