// A handle of a collective, or of a message of scattered items, that proceeds without blocking its caller.
#pragma once

#include <functional>
#include <memory>

#include "banyan/net/group.hpp"

namespace banyan::net {

namespace detail {
struct queued_collective;
}  // namespace detail

class persistent_collective;  // persistent_collectives.hpp

/// Move-only, used by one thread at a time. The collectives of a group that were started this way run one after another
/// in a thread of the group, so they proceed while the program computes. The memory that was given must live, and must
/// not be touched, until the request is done. A blocking collective of the same group first waits for those that were
/// started before it. Collectives of different groups proceed in parallel: use group::duplicate(). Messages of
/// scattered items (scattered_messages.hpp) proceed in parallel to them, each in a thread of its own.
class collective_request {
  public:
    collective_request() noexcept;
    collective_request(collective_request&&) noexcept;
    /// Waits for the collective that this request held, as the destructor does.
    collective_request& operator=(collective_request&&) noexcept;
    /// Waits until the collective is done, because the library uses the caller's memory; its error is discarded. The
    /// deadline given at the start, and the end of any member, bound the time.
    ~collective_request();

    /// Blocks until this rank's part is done. Throws the error of the collective, every time it is called, or
    /// errc::timeout; after a timeout the collective continues, and wait() may be called again.
    void wait(deadline until = {});
    /// True if the collective is done, also with an error; wait() then returns or throws at once. Never blocks.
    [[nodiscard]] bool test() const;
    /// A descriptor for poll() and the like that is readable while the collective is done. Do not read from it. It is
    /// made by the first call and closed with the collective that this request holds. Never blocks. Throws
    /// errc::invalid_argument for an empty request, and resource_limit if the system has no descriptor.
    [[nodiscard]] int descriptor();
    /// True if the request holds a collective, done or not.
    [[nodiscard]] bool valid() const { return queued_ != nullptr; }

  private:
    friend collective_request start_collective(const group& g, std::function<void(const group&)> work);
    friend collective_request start_in_own_thread(const group& g, std::function<void(const group&)> work);
    friend class persistent_collective;
    explicit collective_request(std::shared_ptr<detail::queued_collective> queued);
    // Starts the same work again. The previous execution must be done.
    void start_again();
    void finish() noexcept;
    std::shared_ptr<detail::queued_collective> queued_;
};

}  // namespace banyan::net
