// Waits for requests and messages together with the other descriptors of a program, in poll(), epoll or an event loop.
//
//   wait_descriptor events(world.box());
//   while (running) {
//       events.watch(requests);
//       pollfd both[] = {{events.descriptor(), POLLIN, 0}, {own_descriptor, POLLIN, 0}};
//       poll(both, 2, -1);
//       events.release();
//       while (const auto done = test_any(requests))
//           handle(requests[*done]);                    // starts it again: test_any() needs a valid request
//       if (both[1].revents) handle_own();
//   }
//
// Nothing is missed: if a request is already done, watch() makes the descriptor readable at once.
#pragma once

#include <memory>
#include <optional>

#include "banyan/net/mailbox.hpp"

namespace banyan::net {

namespace detail {
class descriptor_watch;
}  // namespace detail

/// A descriptor that is readable when one of the watched requests is done, also with an error, or a watched message
/// waits. Borrows its mailbox, and must be destroyed before it. Declare it after the requests that it watches, so that
/// they also outlive a watch that an exception ends.
///
/// It has a thread, which blocks all signals. Between watch() and release() this thread waits in the mailbox as the
/// threads of the program do, so it makes progress on all operations: it polls for at most mailbox_options::spin and
/// then sleeps. At other times it sleeps and does nothing.
///
/// Thread rule: used by one thread at a time. Other threads may use the mailbox and other requests at any time.
class wait_descriptor {
  public:
    /// Throws errc::resource_limit if the system has no descriptor or thread.
    explicit wait_descriptor(mailbox& box);
    wait_descriptor(wait_descriptor&&) noexcept;
    wait_descriptor& operator=(wait_descriptor&&) noexcept;
    ~wait_descriptor();

    /// The descriptor, for poll() and the like: readable or not. Do not read from it. Owned by this object.
    [[nodiscard]] int descriptor() const;

    /// Makes the descriptor readable as soon as one of the valid requests is done. Until release() the program must not
    /// use or move the requests; their memory is borrowed. Without a valid request the descriptor does not become
    /// readable. Throws errc::invalid_argument if the requests are of another mailbox, or if release() was not called
    /// since the last watch().
    void watch(request_span requests) { watch(requests, std::nullopt); }
    /// The same, and also as soon as a matching message waits or none can come any more: then try_probe, try_recv or
    /// try_claim returns it or throws. For a group: selector{any_source, t, g.user_context()}.
    void watch(request_span requests, const std::optional<selector>& message);
    /// Ends the watch; does nothing if there is none. The requests may be used again, and the descriptor is not
    /// readable until the next watch(). Waits only until the thread has left the mailbox.
    void release();

  private:
    std::unique_ptr<detail::descriptor_watch> watch_;
};

}  // namespace banyan::net
