#include <mutex>
#include <utility>

#include "banyan/net/mailbox.hpp"
#include "libnet/messaging/operations.hpp"

namespace banyan::net {

claimed_message::claimed_message(detail::mailbox_impl& box, detail::incoming& message)
    : box_(&box), message_(&message), info_(message.info) {}

claimed_message::claimed_message(claimed_message&& other) noexcept
    : box_(other.box_), message_(std::exchange(other.message_, nullptr)), info_(other.info_) {}

claimed_message& claimed_message::operator=(claimed_message&& other) noexcept {
    if (this == &other) return *this;
    put_back();
    box_ = other.box_;
    message_ = std::exchange(other.message_, nullptr);
    info_ = other.info_;
    return *this;
}

claimed_message::~claimed_message() {
    put_back();
}

void claimed_message::put_back() {
    if (!message_ || !box_->is_of_this_process()) return;
    const std::lock_guard held(*box_);
    box_->put_back(*std::exchange(message_, nullptr));
}

message_info claimed_message::recv(const regions& buffer, deadline until) {
    auto op = detail::receive_operation({info_.source, info_.tag}, buffer);
    return receive(op, until);
}

message claimed_message::recv(deadline until) {
    message received;
    auto op = detail::receive_operation({info_.source, info_.tag}, std::span<std::byte>{});
    op.owner = &received.payload;
    received.info = receive(op, until);
    return received;
}

message_info claimed_message::receive(detail::operation& op, deadline until) {
    if (!message_) throw error(errc::invalid_argument, "the claimed message has been received already");
    bool ended = true;
    {
        const std::lock_guard held(*box_);
        box_->start(op, *message_);
        ended = detail::finish(*box_, op, until);  // if one of these two throws, the message is still claimed
        if (ended) message_ = nullptr;             // also after an error: the message has been consumed
    }
    return detail::result(*box_, op, ended);
}

}  // namespace banyan::net
