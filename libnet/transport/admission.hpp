// Which connections that have not proven themselves yet are kept, and which give way. No I/O.
//
// A connection is silent until its hello is complete; then it has spoken, and is owed a proof. Honest peers speak at
// once and answer the proof within a round trip, so the oldest silent connection gives way to a newcomer, and one that
// has spoken is never cut off for a silent one. Where the list is full, the source with the most connections gives
// way first: that is the limit for each source. Peers that are cut off or turned away try again (retry_delay.hpp).
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>

#include "libnet/transport/peer_source.hpp"

namespace banyan::net {

struct admission_limits {
    std::size_t silent = 64;  ///< most connections that have not sent a complete hello
    std::size_t spoken = 64;  ///< most that have, and have not proven themselves yet
    /// One that has spoken is kept for the patience, except where another source has fewer connections. The patience
    /// starts as the longest one, shrinks with each connection that it ends, and grows with peers that are slow to
    /// prove themselves: these are honest, on busy processors.
    std::chrono::milliseconds longest_patience{1000};
    std::chrono::milliseconds shortest_patience{50};
    /// Most proofs that are computed in one window, for all sources and for each.
    std::size_t proofs = 1000;
    std::size_t proofs_per_source = 500;
    std::chrono::milliseconds window{250};
};

/// Limits that leave a process seven eighths of its descriptors, where it may have 512 or more.
admission_limits admission_limits_for(std::size_t descriptors);
/// The same for the soft limit of this process (ulimit -n).
admission_limits admission_limits_of_process();

/// Not for several threads at once.
class admission {
  public:
    using clock = std::chrono::steady_clock;
    class place;

    explicit admission(const admission_limits& limits = {});
    ~admission();
    admission(const admission&) = delete;
    admission& operator=(const admission&) = delete;

    /// A connection was accepted. `cut_off` closes it; called at most once, from any later call but the place's
    /// destructor.
    [[nodiscard]] place admit(const peer_source& from, std::function<void()> cut_off);
    /// Cuts the oldest silent connection off, for want of a descriptor; false if there is none.
    bool make_room();

    /// True when a newcomer costs another connection its place.
    [[nodiscard]] bool crowded() const;
    [[nodiscard]] std::size_t silent() const;
    [[nodiscard]] std::size_t spoken() const;

  private:
    struct entry;
    struct pool;
    struct lists;
    std::shared_ptr<lists> lists_;
};

/// One connection in the list, until it is proven, gone (destroyed) or cut off. May outlive the admission.
class admission::place {
  public:
    place();
    ~place();
    place(place&&) noexcept;
    place& operator=(place&&) noexcept;

    /// The hello is complete. False if it gets no proof: then it has been cut off.
    [[nodiscard]] bool has_spoken(clock::time_point now = clock::now());
    /// The peer has proven itself: the connection is not cut off any more.
    void proven(clock::time_point now = clock::now());

  private:
    friend class admission;
    place(std::shared_ptr<lists> in, std::unique_ptr<entry> of);
    void leave();
    std::weak_ptr<lists> lists_;
    std::unique_ptr<entry> entry_;
};

}  // namespace banyan::net
