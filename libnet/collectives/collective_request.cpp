#include "banyan/net/collective_request.hpp"

#include "libnet/collectives/collective_state.hpp"
#include "libnet/collectives/collective_thread.hpp"

namespace banyan::net {

collective_request::collective_request() noexcept = default;
collective_request::collective_request(collective_request&&) noexcept = default;
collective_request::collective_request(std::shared_ptr<detail::queued_collective> queued)
    : queued_(std::move(queued)) {}

collective_request& collective_request::operator=(collective_request&& other) noexcept {
    if (this == &other) return *this;
    finish();
    queued_ = std::move(other.queued_);
    return *this;
}

collective_request::~collective_request() {
    finish();
}

void collective_request::finish() noexcept {
    if (!queued_) return;
    if (!queued_->made_in.is_this_one()) {                                   // a forked child has no thread for it
        new std::shared_ptr<detail::queued_collective>(std::move(queued_));  // NOLINT: never destroyed
        return;
    }
    (void)queued_->wait({});
    {
        const std::lock_guard held(queued_->mutex);  // its thread may drop it later than this thread
        queued_->event.reset();
        queued_->failure = nullptr;
    }
    queued_->own_thread.reset();
    queued_->work = nullptr;
    queued_->g.reset();
}

void collective_request::wait(deadline until) {
    if (!queued_) throw error(errc::invalid_argument, "wait: the request holds no collective");
    queued_->made_in.expect_this_one();
    if (!queued_->wait(until))
        throw error(errc::timeout, "rank " + std::to_string(queued_->g->rank().value) +
                                       ": the deadline passed while its collective was under way");
    if (queued_->failure) std::rethrow_exception(queued_->failure);
}

void collective_request::start_again() {
    queued_->made_in.expect_this_one();
    {
        const std::lock_guard held(queued_->mutex);
        queued_->done = false;
        queued_->failure = nullptr;
        if (queued_->event) queued_->event->clear();
    }
    collective_state::of(detail::group_state::of(*queued_->g)).thread->add(queued_);
}

bool collective_request::test() const {
    if (!queued_) return true;
    queued_->made_in.expect_this_one();
    const std::lock_guard held(queued_->mutex);
    return queued_->done;
}

int collective_request::descriptor() {
    if (!queued_) throw error(errc::invalid_argument, "descriptor: the request holds no collective");
    queued_->made_in.expect_this_one();
    const std::lock_guard held(queued_->mutex);
    if (!queued_->event) {
        queued_->event.emplace("a descriptor of a collective");
        if (queued_->done) queued_->event->set();
    }
    return queued_->event->number();
}

}  // namespace banyan::net
