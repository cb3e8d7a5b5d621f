// Requests of one mailbox that are waited for together, until all are done or one has failed.
#pragma once

#include "banyan/net/mailbox.hpp"
#include "libnet/messaging/operations.hpp"

namespace banyan::net::detail {

/// Borrows the requests. Each is valid or empty, and all are of one mailbox. Used by the thread that holds the
/// mailbox's lock. While nothing fails, settled() costs a few instructions for any number of requests.
struct pending_set {
    /// How long a wait continues for other requests after one has failed.
    static constexpr std::chrono::milliseconds grace{200};

    /// Takes the requests at the front that are of one mailbox; the others stay in `requests`.
    static pending_set take_first(request_span& requests);
    explicit pending_set(request_span requests);

    /// nullptr if no request is valid.
    [[nodiscard]] mailbox_impl* box() const { return box_; }
    /// True once all are done or one has failed.
    [[nodiscard]] bool settled() { return all_done() || failed_ || (failures_changed() && first_failure()); }
    [[nodiscard]] bool all_done();
    /// The operation that failed first; nullptr if none has.
    const operation* first_failure();
    /// The first operation that is not done. At least one must not be done.
    [[nodiscard]] operation& current() const { return *requests_[next_].op_; }
    [[nodiscard]] const operation& operation_of(std::size_t index) const { return *requests_[index].op_; }

    /// Blocks until ended() or the deadline, and returns ended(). Completes sends from copies as the mailbox does.
    template <class Ended>
    bool wait_until(Ended ended, deadline until);
    /// Marks the waits as those of a collective, for wait reports.
    void belongs_to_collective() { collective_ = true; }
    /// Waits for the other requests until `until`, at most; returns true if all are done.
    bool wait_for_the_rest(deadline until) {
        return wait_until([this] { return all_done(); }, until);
    }

  private:
    [[nodiscard]] bool failures_changed() const { return failures_seen_ != box_->protocol().failed_operations(); }

    request_span requests_;
    mailbox_impl* box_ = nullptr;
    std::size_t next_ = 0;  // all requests before it are done or empty
    std::uint64_t failures_seen_ = ~std::uint64_t{0};
    const operation* failed_ = nullptr;
    bool collective_ = false;
};

template <class Ended>
bool pending_set::wait_until(Ended ended, deadline until) {
    while (!ended()) {
        if (all_done()) return ended();
        operation& now = current();
        const auto moved_on = [&] { return now.done || ended(); };
        const auto about = collective_ ? wait_subject::of_collective(now) : wait_subject::of(now);
        if (!box_->wait_until(moved_on, until, if_send(now), about)) return false;
    }
    return true;
}

}  // namespace banyan::net::detail
