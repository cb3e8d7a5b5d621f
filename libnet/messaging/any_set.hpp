// Requests of one mailbox that are waited for together, until one is done.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "banyan/net/mailbox.hpp"
#include "libnet/messaging/operations.hpp"

namespace banyan::net::detail {

/// Borrows the requests. Empty ones are left out. Used by the thread that holds the mailbox's lock, except the
/// constructor and box().
struct any_set {
    /// `caller`: for the error messages. Throws errc::invalid_argument if no request is valid or they are of several
    /// mailboxes.
    any_set(request_span requests, const char* caller);

    [[nodiscard]] mailbox_impl& box() const { return *box_; }
    [[nodiscard]] bool any_done() const;
    /// Blocks until ended() or the deadline, and returns ended(). Completes the first send from a copy as the mailbox
    /// does.
    bool wait_until(const std::function<bool()>& ended, deadline until) const;
    /// Blocks until one is done. Throws errc::timeout.
    void wait(deadline until) const;
    /// The indices of the requests that are done, in the order in which they were done.
    [[nodiscard]] std::vector<std::size_t> all_done() const;
    /// The index of the request that was done first. At least one must be done.
    [[nodiscard]] std::size_t first_done() const;

  private:
    [[nodiscard]] const operation* operation_of(std::size_t index) const { return requests_[index].op_.get(); }
    [[nodiscard]] bool done(std::size_t index) const { return operation_of(index) && operation_of(index)->done; }
    [[nodiscard]] operation* first_unsent() const;
    /// The other sides of the requests, each once; at most eight.
    [[nodiscard]] std::vector<std::string> awaited_tasks() const;

    const request_span requests_;
    const char* const caller_;
    mailbox_impl* box_ = nullptr;
};

}  // namespace banyan::net::detail
