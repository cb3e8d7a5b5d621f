#include "banyan/net/wait_descriptor.hpp"

#include "libnet/base/background_thread.hpp"
#include "libnet/messaging/descriptor_watch.hpp"
#include "libnet/messaging/group_state.hpp"

namespace banyan::net {

namespace detail {

namespace {

bool has_valid(request_span requests) {
    for (std::size_t i = 0; i < requests.size(); ++i)
        if (requests[i].valid()) return true;
    return false;
}

}  // namespace

descriptor_watch::descriptor_watch(mailbox_impl& box)
    : box_(box), thread_(start_background_thread("wait_descriptor", [this] { run(); })) {}

descriptor_watch::~descriptor_watch() {
    release();
    set_state(state::ending);
    thread_.join();
}

void descriptor_watch::set_state(state next) {
    const std::lock_guard held(mutex_);
    state_ = next;
    changed_.notify_all();
}

void descriptor_watch::watch(request_span requests, const std::optional<selector>& message) {
    if (watching_) throw error(errc::invalid_argument, "wait_descriptor: watch without a release since the last watch");
    set_.reset();
    if (has_valid(requests)) set_.emplace(requests, "wait_descriptor");
    if (set_ && &set_->box() != &box_)
        throw error(errc::invalid_argument, "wait_descriptor: the requests are of another mailbox");
    message_ = message;
    {
        const std::lock_guard held(box_);
        if (message && message->source) box_.expect_member(*message->source);
        watching_ = true;
    }
    set_state(state::watching);
}

void descriptor_watch::release() {
    if (!watching_) return;
    {
        const std::lock_guard held(box_);
        watching_ = false;
    }
    std::unique_lock held(mutex_);
    changed_.wait(held, [this] { return state_ == state::idle; });
    event_.clear();
}

void descriptor_watch::run() {
    std::unique_lock held(mutex_);
    while (true) {
        changed_.wait(held, [this] { return state_ != state::idle; });
        if (state_ == state::ending) return;
        held.unlock();
        wait_in_mailbox();
        held.lock();
        state_ = state::idle;
        changed_.notify_all();
    }
}

bool descriptor_watch::is_ready() const {
    if (set_ && set_->any_done()) return true;
    return message_ && (box_.protocol().find(*message_) || box_.protocol().is_unmatchable(*message_));
}

void descriptor_watch::wait_in_mailbox() {
    try {
        const std::lock_guard held(box_);
        const auto done = [this] { return !watching_ || is_ready(); };
        if (set_)
            set_->wait_until(done, {});
        else
            box_.wait_until(done, {}, nullptr, message_ ? wait_subject::of_probe(*message_) : wait_subject{});
        if (!watching_) return;
    } catch (const std::exception&) {  // out of memory or of another resource: the next call of the program meets the
                                       // same error
    }
    event_.set();
}

}  // namespace detail

wait_descriptor::wait_descriptor(mailbox& box)
    : watch_(std::make_unique<detail::descriptor_watch>(detail::group_state::impl_of(box))) {}
wait_descriptor::wait_descriptor(wait_descriptor&&) noexcept = default;
wait_descriptor& wait_descriptor::operator=(wait_descriptor&&) noexcept = default;

// A child that the task has forked does not have the thread.
wait_descriptor::~wait_descriptor() {
    if (watch_ && !watch_->box().is_of_this_process()) (void)watch_.release();
}

int wait_descriptor::descriptor() const {
    return watch_->descriptor();
}

void wait_descriptor::watch(request_span requests, const std::optional<selector>& message) {
    watch_->watch(requests, message);
}

void wait_descriptor::release() {
    watch_->release();
}

}  // namespace banyan::net
