// Failures of peers: which are known, and which of them the operations of this task have not been told yet.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "libnet/messaging/loss.hpp"

namespace banyan::net::detail {

/// What peer_failures needs of the links to the peers.
class peer_links {
  public:
    enum class state : unsigned char {
        none,       ///< no link, and none is coming
        under_way,  ///< a link may come that the peer has in use already
        linked,
        ended  ///< the link has ended and is about to be dropped
    };

    virtual ~peer_links() = default;
    [[nodiscard]] virtual state state_of(task_id peer) const = 0;
    /// Reads what has arrived from a linked peer, without blocking; false if there was nothing. May end the link.
    virtual bool read(task_id peer) = 0;
    /// Ends the link to the peer and, with this error, every operation with it. Calls peer_failures::set_told().
    virtual void end(task_id peer, errc why, const std::string& text) = 0;
};

/// A task that fails may have sent messages before, which are received all the same. So its failure is pending at
/// first: it is told to the operations when the link ends, or after a second if the link does not end by itself (a
/// child of the task may have inherited the socket) and brings nothing more.
///
/// Thread rule: the mailbox's lock guards all members and is held by every caller, but for use_source(), which is
/// called once, before any other thread knows the object. No I/O of its own, and never blocks.
class peer_failures {
  public:
    /// `last_bytes`: how long bytes of a dead task may travel before its link counts as ended.
    explicit peer_failures(std::chrono::milliseconds last_bytes = std::chrono::seconds(1)) : last_bytes_(last_bytes) {}

    using source = std::function<std::optional<loss>()>;
    /// Asked for news by take_news(), until it returns nothing.
    void use_source(source next) { source_ = std::move(next); }

    /// Throws std::bad_alloc; the loss that there was no memory for is taken by the next call.
    void take_news(peer_links& links);
    /// Tells the pending failures whose time has come. May throw, and is due again then.
    void tell_due(peer_links& links);
    /// When tell_due() is to be called next.
    [[nodiscard]] deadline next_check() const { return next_check_; }
    void check_soon() noexcept { next_check_ = deadline(deadline::clock::time_point{}); }
    /// The operations with the peer have been ended.
    void set_told(task_id peer) noexcept;
    /// The text of the peer's pending failure; nullptr if it has none.
    [[nodiscard]] const std::string* pending_text(task_id peer) const;

    /// A task that is known to have died.
    struct death {
        error what;
        deadline::clock::time_point known_since;
    };
    /// The first of the tasks that is known to have died: not one that has ended in good order, nor one whose link
    /// alone is gone. nullptr if none has.
    [[nodiscard]] const death* death_among(std::span<const task_id> tasks) const;

  private:
    struct pending {
        std::string text;
        deadline tell_at;  // whatever the link does
        bool told = false;
    };

    void learn_of(const loss& lost, peer_links& links);
    void check_at(deadline when) { next_check_ = std::min(next_check_.when(), when.when()); }
    static bool tell(task_id peer, pending& failure, peer_links& links, deadline& next);

    const std::chrono::milliseconds last_bytes_;
    source source_;
    std::optional<loss> news_;  // taken from the source, and not learned of yet
    std::unordered_map<task_id, pending> pending_;
    deadline next_check_;
    std::vector<death> deaths_;  // as they became known
};

}  // namespace banyan::net::detail
