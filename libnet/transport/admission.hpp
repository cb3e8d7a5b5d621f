// Limits the connections that have not been authenticated yet, and chooses which of them to close. No I/O.
//
// A connection is silent until its hello is complete. Then it waits for a proof. Honest peers send their hello at once
// and answer a proof within a round trip. So if the list of silent connections is full, a new connection replaces the
// oldest silent one of the source that has the most. This also limits each source. A new connection never replaces one
// whose hello is complete. Peers whose connection is closed or refused try again (retry_delay.hpp).
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
    std::size_t silent = 64;      ///< most connections without a complete hello
    std::size_t with_hello = 64;  ///< most connections with a hello and without a proof
    /// A connection with a hello is kept for the proof time, unless another source has fewer connections. The proof
    /// time starts at the longest value, shrinks with each connection that it ends, and grows with each peer that needs
    /// long for its proof: such peers are honest and on busy hosts.
    std::chrono::milliseconds longest_proof_time{1000};
    std::chrono::milliseconds shortest_proof_time{50};
    /// Most proofs that are computed in one window, for all sources together and for each source.
    std::size_t proofs = 1000;
    std::size_t proofs_per_source = 500;
    std::chrono::milliseconds window{250};
};

/// Limits that use at most an eighth of a process's descriptors, if it may have 512 or more.
admission_limits admission_limits_for(std::size_t descriptors);
/// As above, for the soft limit of this process (ulimit -n).
admission_limits admission_limits_of_process();

/// Used by one thread at a time.
class admission {
  public:
    using clock = std::chrono::steady_clock;
    class place;

    explicit admission(const admission_limits& limits = {});
    ~admission();
    admission(const admission&) = delete;
    admission& operator=(const admission&) = delete;

    /// Adds an accepted connection. `cut_off` must close the connection. It is called at most once, from inside any
    /// later call except the destructor of the place.
    [[nodiscard]] place admit(const peer_source& from, std::function<void()> cut_off);
    /// Closes the oldest silent connection to free its descriptor; returns false if there is none.
    bool make_room();

    /// True when a new connection would replace another.
    [[nodiscard]] bool overloaded() const;
    [[nodiscard]] std::size_t silent() const;
    [[nodiscard]] std::size_t with_hello() const;

  private:
    struct entry;
    struct pool;
    struct lists;
    std::shared_ptr<lists> lists_;
};

/// One connection in the list, until it is authenticated, destroyed or closed. May outlive the admission.
class admission::place {
  public:
    place();
    ~place();
    place(place&&) noexcept;
    place& operator=(place&&) noexcept;

    /// The hello is complete. Returns false if no proof is computed for it: then the connection has been closed.
    [[nodiscard]] bool hello_complete(clock::time_point now = clock::now());
    /// The peer is authenticated: the connection is not closed any more.
    void proven(clock::time_point now = clock::now());

  private:
    friend class admission;
    place(std::shared_ptr<lists> in, std::unique_ptr<entry> of);
    void leave();
    std::weak_ptr<lists> lists_;
    std::unique_ptr<entry> entry_;
};

}  // namespace banyan::net
