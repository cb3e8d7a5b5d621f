#include "banyan/net/mailbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <stdexcept>
#include <vector>

#include "libnet/runtime/operations.hpp"
#include "libnet/runtime/wait_each.hpp"

namespace banyan::net {
namespace {

using detail::operation;
using detail::receive_operation;
using detail::send_operation;

// Runs an operation that lives on the caller's stack to its end.
message_info run(detail::postbox& box, operation& op, deadline until) {
    bool ended = true;
    {
        const std::lock_guard held(box);
        box.start(op);
        ended = detail::finish(box, op, until);
    }
    return detail::result(op, ended);
}

bool reserve(std::vector<std::byte>& memory, std::size_t bytes) {
    try {
        memory.reserve(bytes);
        return true;
    } catch (const std::bad_alloc&) {
    } catch (const std::length_error&) {
    }
    return false;
}

}  // namespace

request::request(detail::postbox& box, std::unique_ptr<operation> op) : box_(&box), op_(std::move(op)) {}

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

void request::withdraw() {
    if (!op_) return;
    const std::lock_guard held(*box_);
    box_->withdraw(*op_);
}

message_info request::wait(deadline until) {
    if (!op_) throw error(errc::invalid_argument, "wait on a request that holds no operation");
    const auto ended = [&] {
        const std::lock_guard held(*box_);
        return detail::wait_for(*box_, *op_, until);
    };
    return detail::result(*op_, ended());
}

bool request::test() {
    if (!op_) throw error(errc::invalid_argument, "test of a request that holds no operation");
    const std::lock_guard held(*box_);
    if (!op_->done) box_->progress();
    return op_->done;
}

bool request::cancel() {
    if (!op_) throw error(errc::invalid_argument, "cancel of a request that holds no operation");
    const std::lock_guard held(*box_);
    return box_->cancel(*op_);
}

std::size_t wait_any(std::span<request> requests, deadline until) {
    const auto valid = std::find_if(requests.begin(), requests.end(), [](const request& r) { return r.valid(); });
    if (valid == requests.end()) throw error(errc::invalid_argument, "wait_any on no valid request");
    detail::postbox& box = *valid->box_;
    if (std::any_of(valid, requests.end(), [&](const request& r) { return r.valid() && r.box_ != &box; }))
        throw error(errc::invalid_argument, "wait_any on requests of several mailboxes; it takes those of one");
    const std::lock_guard held(box);
    operation* unsent = nullptr;
    for (const auto& r : requests)
        if (!unsent && r.op_ && !r.op_->done) unsent = detail::if_send(*r.op_);
    const auto done = [](const request& r) { return r.op_ && r.op_->done; };
    const auto any_done = [&] { return std::any_of(requests.begin(), requests.end(), done); };
    if (!box.wait_until(any_done, until, unsent))
        throw error(errc::timeout, fmt::format("wait_any on {} requests: the deadline passed", requests.size()));
    const auto first = std::min_element(requests.begin(), requests.end(), [&](const request& a, const request& b) {
        return done(a) && (!done(b) || a.op_->ended_as < b.op_->ended_as);
    });
    return static_cast<std::size_t>(first - requests.begin());
}

void wait_all(std::span<request> requests, deadline until) {
    detail::wait_each(requests, [&](request& r) { r.wait(until); });
}

mailbox::mailbox(std::unique_ptr<detail::postbox> box) : box_(std::move(box)) {}
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

// In a forked child the links belong to the parent, and the helper thread is not there: nothing may be touched.
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
    run(*box_, op, until);
}

bool mailbox::try_send(destination to, const const_regions& payload) {
    auto op = send_operation(to, payload);
    const std::lock_guard held(*box_);
    box_->expect_member(to.task);
    auto& protocol = box_->protocol();
    if (!protocol.has_room(op)) box_->progress();  // credit may have come back
    if (!protocol.has_room(op)) return false;
    std::vector<std::byte> memory;
    if (!reserve(memory, payload.size_bytes())) return false;  // before the first byte leaves: then it is too late
    box_->start(op);
    if (!op.done) protocol.keep(op, std::move(memory));
    if (op.failure && op.failure->which() == errc::resource_limit) return false;  // to itself
    (void)detail::result(op, true);
    return true;
}

request mailbox::async_send(destination to, const const_regions& payload) {
    return started(std::make_unique<operation>(send_operation(to, payload)));
}

request mailbox::started(std::unique_ptr<operation> op) {
    const std::lock_guard held(*box_);
    box_->start(*op);
    return {*box_, std::move(op)};
}

message_info mailbox::recv(selector from, const regions& buffer, deadline until) {
    auto op = receive_operation(from, buffer);
    return run(*box_, op, until);
}

message mailbox::recv(selector from, deadline until) {
    message received;
    auto op = receive_operation(from, std::span<std::byte>{});
    op.owner = &received.payload;
    received.info = run(*box_, op, until);
    return received;
}

std::optional<message_info> mailbox::try_recv(selector from, const regions& buffer) {
    auto op = receive_operation(from, buffer);
    const std::lock_guard held(*box_);
    box_->progress();
    if (!waiting_message(from)) return std::nullopt;
    const auto where = box_->protocol().find(from)->where;
    if (where == detail::incoming::stage::announced || where == detail::incoming::stage::arriving) {
        box_->protocol().pull(from);
        box_->progress();
        return std::nullopt;
    }
    box_->start(op);
    return detail::result(op, true);
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
    box_->progress();
    return waiting_message(from);
}

claimed_message mailbox::claim(selector from, deadline until) {
    const std::lock_guard held(*box_);
    await_message(from, until);
    (void)waiting_message(from);  // throws if none can come
    return {*box_, *box_->protocol().claim(from)};
}

std::optional<claimed_message> mailbox::try_claim(selector from) {
    const std::lock_guard held(*box_);
    box_->progress();
    if (!waiting_message(from)) return std::nullopt;
    return claimed_message(*box_, *box_->protocol().claim(from));
}

// Blocks until a matching message waits or none can come. The caller holds the lock.
void mailbox::await_message(const selector& from, deadline until) {
    if (from.source) box_->expect_member(*from.source);
    const auto& protocol = box_->protocol();
    if (!box_->wait_until([&] { return protocol.find(from) || protocol.is_hopeless(from); }, until))
        throw error(errc::timeout, "a probe for " + detail::describe_wanted(from) + ": the deadline passed",
                    from.source.value_or(task_id{}));
}

// What a receive from `from` would take; throws when no message can ever come. The caller holds the lock.
std::optional<message_info> mailbox::waiting_message(const selector& from) const {
    if (const auto* waiting = box_->protocol().find(from)) return waiting->info;
    if (const auto gone = box_->protocol().why_hopeless(from)) throw error(*gone);
    if (from.source) box_->expect_member(*from.source);
    return std::nullopt;
}

void mailbox::poll() {
    const std::lock_guard held(*box_);
    box_->progress();
}

std::size_t mailbox::unexpected_bytes() const {
    const std::lock_guard held(*box_);
    return box_->protocol().unexpected_bytes();
}

}  // namespace banyan::net
