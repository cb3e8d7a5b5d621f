#include "banyan/net/mailbox.hpp"

#include <fmt/format.h>

#include <mutex>
#include <new>
#include <stdexcept>
#include <vector>

#include "libnet/messaging/operations.hpp"

namespace banyan::net {
namespace {

using detail::operation;
using detail::receive_operation;
using detail::send_operation;

// Runs an operation on the caller's stack until it is done.
message_info run(detail::mailbox_impl& box, operation& op, context_id context, deadline until) {
    bool ended = true;
    {
        const std::lock_guard held(box);
        detail::expect_context(box, context);
        box.start(op);
        ended = detail::finish(box, op, until);
    }
    return detail::result(box, op, ended);
}

}  // namespace

request::request(detail::mailbox_impl& box, std::unique_ptr<operation> op) : box_(&box), op_(std::move(op)) {}

request::request() noexcept = default;
request::request(request&& other) noexcept = default;

request& request::operator=(request&& other) noexcept {
    if (this == &other) return *this;
    withdraw();
    box_ = other.box_;
    op_ = std::move(other.op_);
    return *this;
}

request::~request() {
    withdraw();
}

// In a forked child the protocol still refers to the operation, whose copy must stay unchanged.
void request::withdraw() {
    if (!op_) return;
    if (!box_->is_of_this_process()) return void(op_.release());
    const std::lock_guard held(*box_);
    box_->withdraw(*op_);
}

message_info request::wait(deadline until) {
    if (!op_) throw error(errc::invalid_argument, "wait on a request that holds no operation");
    return detail::result(*box_, *op_, test_until(until));
}

bool request::test_until(deadline until) {
    if (!op_) throw error(errc::invalid_argument, "test_until of a request that holds no operation");
    const std::lock_guard held(*box_);
    return detail::wait_for(*box_, *op_, until);
}

bool request::test() {
    if (!op_) throw error(errc::invalid_argument, "test of a request that holds no operation");
    const std::lock_guard held(*box_);
    if (!op_->done) box_->make_progress();
    return op_->done;
}

void request::reset() {
    withdraw();
    op_.reset();
}

bool request::cancel() {
    if (!op_) throw error(errc::invalid_argument, "cancel of a request that holds no operation");
    const std::lock_guard held(*box_);
    return box_->cancel(*op_);
}

mailbox::mailbox(std::unique_ptr<detail::mailbox_impl> box) : box_(std::move(box)) {
    box_->open();
}
mailbox::mailbox(mailbox&&) noexcept = default;

mailbox& mailbox::operator=(mailbox&& other) noexcept {
    if (this == &other) return *this;
    leave();
    box_ = std::move(other.box_);
    return *this;
}

mailbox::~mailbox() {
    leave();
}

// In a forked child the links belong to the parent and there is no background flusher, so nothing may be touched.
void mailbox::leave() noexcept {
    if (!box_) return;
    if (box_->is_of_this_process())
        box_->close(box_->linger());
    else
        (void)box_.release();
}

task_id mailbox::self() const {
    return box_->self();
}

void mailbox::send(destination to, const const_regions& payload, deadline until) {
    auto op = send_operation(to, payload);
    run(*box_, op, to.context, until);
}

bool mailbox::try_send(destination to, const const_regions& payload) {
    const std::lock_guard held(*box_);
    detail::expect_context(*box_, to.context);
    return detail::send_if_room(*box_, to, payload);
}

request mailbox::async_send(destination to, const const_regions& payload) {
    auto op = std::make_unique<operation>(send_operation(to, payload));
    op->held = true;
    return started(std::move(op));
}

request mailbox::started(std::unique_ptr<operation> op) {
    const std::lock_guard held(*box_);
    detail::start(*box_, *op);
    return {*box_, std::move(op)};
}

message_info mailbox::recv(selector from, const regions& buffer, deadline until) {
    auto op = receive_operation(from, buffer);
    return run(*box_, op, from.context, until);
}

message mailbox::recv(selector from, deadline until) {
    message received;
    auto op = receive_operation(from, std::span<std::byte>{});
    op.owner = &received.payload;
    received.info = run(*box_, op, from.context, until);
    return received;
}

message_info mailbox::recv_growing(const selector& from, const detail::growing_buffer& items, deadline until) {
    auto op = receive_operation(from, std::span<std::byte>{});
    op.growing = &items;
    return run(*box_, op, from.context, until);
}

std::optional<message_info> mailbox::try_recv(selector from, const regions& buffer) {
    auto op = receive_operation(from, buffer);
    const std::lock_guard held(*box_);
    box_->make_progress();
    if (!waiting_message(from)) return std::nullopt;
    const auto& waiting = *box_->protocol().find(from);
    const bool is_too_long =  // a receive of it ends at once
        waiting.where == detail::incoming::stage::rendezvous && waiting.info.size_bytes > buffer.size_bytes();
    if (!is_too_long && !detail::protocol::ends_receive(waiting)) {
        box_->protocol().pull(from, buffer.size_bytes());
        box_->make_progress();
        return std::nullopt;
    }
    box_->start(op);
    return detail::result(*box_, op, true);
}

request mailbox::async_recv(selector from, const regions& buffer) {
    return started(std::make_unique<operation>(receive_operation(from, buffer)));
}

message_info mailbox::probe(selector from, deadline until) {
    const std::lock_guard held(*box_);
    await_message(from, until);
    return *waiting_message(from);
}

std::optional<message_info> mailbox::try_probe(selector from) {
    const std::lock_guard held(*box_);
    box_->make_progress();
    return waiting_message(from);
}

claimed_message mailbox::claim(selector from, deadline until) {
    const std::lock_guard held(*box_);
    await_message(from, until);
    (void)waiting_message(from);  // throws if no message can come
    return {*box_, *box_->protocol().claim(from)};
}

std::optional<claimed_message> mailbox::try_claim(selector from) {
    const std::lock_guard held(*box_);
    box_->make_progress();
    if (!waiting_message(from)) return std::nullopt;
    return claimed_message(*box_, *box_->protocol().claim(from));
}

// Blocks until a matching message waits or none can come. The caller holds the lock.
void mailbox::await_message(const selector& from, deadline until) {
    detail::expect_context(*box_, from.context);
    if (from.source) box_->expect_member(*from.source);
    const auto& protocol = box_->protocol();
    if (!box_->wait_until([&] { return protocol.find(from) || protocol.is_unmatchable(from); }, until, nullptr,
                          detail::wait_subject::of_probe(from)))
        throw error(errc::timeout, "a probe for " + detail::describe_wanted(*box_, from) + ": the deadline passed",
                    from.source.value_or(task_id{}));
}

// The message that a receive from `from` would take. Throws if no message can ever come. The caller holds the lock.
std::optional<message_info> mailbox::waiting_message(const selector& from) const {
    if (const auto* waiting = box_->protocol().find(from)) return waiting->info;
    if (const auto gone = box_->protocol().why_unmatchable(from)) throw error(*gone);
    if (from.source) box_->expect_member(*from.source);
    detail::expect_context(*box_, from.context);
    return std::nullopt;
}

void mailbox::poll() {
    const std::lock_guard held(*box_);
    box_->make_progress();
}

std::size_t mailbox::unexpected_bytes() const {
    const std::lock_guard held(*box_);
    return box_->protocol().unexpected_bytes();
}

}  // namespace banyan::net
