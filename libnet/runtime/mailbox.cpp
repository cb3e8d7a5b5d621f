#include "banyan/net/mailbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "libnet/runtime/postbox.hpp"

namespace banyan::net {
namespace {

using detail::operation;

operation send_operation(const destination& to, const const_regions& payload) {
    operation op;
    op.what = operation::kind::send;
    op.to = to;
    op.payload = payload;
    return op;
}

operation receive_operation(const selector& from, const regions& buffer) {
    operation op;
    op.what = operation::kind::receive;
    op.from = from;
    op.buffer = buffer;
    return op;
}

std::string describe(const operation& op) {
    if (op.what == operation::kind::send)
        return fmt::format("a send of {} bytes to task {:x}, tag {}", op.payload.size_bytes(), op.to.task.value,
                           op.to.tag.value);
    return fmt::format("a receive from {}, tag {}",
                       op.from.source ? fmt::format("task {:x}", op.from.source->value) : "any task",
                       op.from.tag ? std::to_string(op.from.tag->value) : "any");
}

task_id other_side(const operation& op) {
    return op.what == operation::kind::send ? op.to.task : op.from.source.value_or(task_id{});
}

error timed_out(const operation& op) {
    return {errc::timeout, describe(op) + ": the deadline passed", other_side(op)};
}

operation* if_send(operation& op) {
    return op.what == operation::kind::send ? &op : nullptr;
}

message_info result(const operation& op) {
    if (op.failure) throw error(*op.failure);
    return op.info;
}

// Runs an operation that lives on the caller's stack to its end.
message_info run(detail::postbox& box, operation& op, deadline until) {
    bool ended = true;
    {
        const std::lock_guard held(box);
        box.start(op);
        ended = op.done || box.wait_until([&] { return op.done; }, until, if_send(op));
        if (!ended) box.withdraw(op);
    }
    if (!ended) throw timed_out(op);
    return result(op);
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
        return box_->wait_until([&] { return op_->done; }, until, if_send(*op_));
    };
    if (!ended()) throw timed_out(*op_);
    return result(*op_);
}

bool request::test() {
    if (!op_) throw error(errc::invalid_argument, "test of a request that holds no operation");
    const std::lock_guard held(*box_);
    if (!op_->done) box_->progress();
    return op_->done;
}

std::size_t wait_any(std::span<request> requests, deadline until) {
    const auto valid = std::find_if(requests.begin(), requests.end(), [](const request& r) { return r.valid(); });
    if (valid == requests.end()) throw error(errc::invalid_argument, "wait_any on no valid request");
    const std::lock_guard held(*valid->box_);
    operation* unsent = nullptr;
    for (const auto& r : requests)
        if (!unsent && r.op_ && !r.op_->done) unsent = if_send(*r.op_);
    std::size_t which = requests.size();
    const auto any_done = [&] {
        for (which = 0; which < requests.size(); ++which)
            if (requests[which].op_ && requests[which].op_->done) return true;
        return false;
    };
    if (!valid->box_->wait_until(any_done, until, unsent))
        throw error(errc::timeout, fmt::format("wait_any on {} requests: the deadline passed", requests.size()));
    any_done();
    return which;
}

void wait_all(std::span<request> requests, deadline until) {
    std::optional<error> first;
    for (auto& r : requests) {
        if (!r.valid()) continue;
        try {
            r.wait(until);
        } catch (const error& failed) {
            if (failed.which() == errc::timeout) throw;
            if (!first) first = failed;
        }
    }
    if (first) throw error(*first);
}

mailbox::mailbox(std::unique_ptr<detail::postbox> box) : box_(std::move(box)) {}
mailbox::mailbox(mailbox&&) noexcept = default;
mailbox& mailbox::operator=(mailbox&&) noexcept = default;

mailbox::~mailbox() {
    if (box_) box_->close(box_->linger());
}

task_id mailbox::self() const {
    return box_->self();
}

void mailbox::send(destination to, const const_regions& payload, deadline until) {
    auto op = send_operation(to, payload);
    run(*box_, op, until);
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
    return result(op);
}

request mailbox::async_recv(selector from, const regions& buffer) {
    return started(std::make_unique<operation>(receive_operation(from, buffer)));
}

message_info mailbox::probe(selector from, deadline until) {
    const std::lock_guard held(*box_);
    const auto& protocol = box_->protocol();
    if (!box_->wait_until([&] { return protocol.find(from) || protocol.is_hopeless(from); }, until))
        throw error(errc::timeout, "a probe: the deadline passed", from.source.value_or(task_id{}));
    return *waiting_message(from);
}

std::optional<message_info> mailbox::try_probe(selector from) {
    const std::lock_guard held(*box_);
    box_->progress();
    return waiting_message(from);
}

// What a receive from `from` would take; throws when no message can ever come. The caller holds the lock.
std::optional<message_info> mailbox::waiting_message(const selector& from) const {
    if (const auto* waiting = box_->protocol().find(from)) return waiting->info;
    if (const auto gone = box_->protocol().why_hopeless(from)) throw error(*gone);
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
