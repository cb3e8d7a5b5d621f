// The known failures of peers, and which of them have not been reported to the operations yet.
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

/// The functions of the links that peer_failures needs.
class peer_links {
  public:
    enum class state : unsigned char {
        none,       ///< no link, and none can come
        under_way,  ///< a link that the peer already uses may come
        linked,
        ended  ///< the link has ended and will be dropped
    };

    virtual ~peer_links() = default;
    [[nodiscard]] virtual state state_of(task_id peer) const = 0;
    /// Reads bytes that have arrived from a linked peer, without blocking; returns false if there were none. May end
    /// the link.
    virtual bool read(task_id peer) = 0;
    /// Ends the link to the peer, and every operation with the peer with this error. Calls
    /// peer_failures::set_reported().
    virtual void end(task_id peer, errc why, const std::string& text) = 0;
};

/// A task that fails may have sent messages before, and these can still be received. So its failure is pending at
/// first. It is reported to the operations when the link ends. If the link does not end by itself (a child of the task
/// may have inherited the socket), the failure is reported after a second, when no more bytes arrive.
///
/// Thread rule: the mailbox's lock guards all members, and every caller holds it. The exception is use_source(), which
/// is called once, before any other thread knows the object. No I/O of its own; never blocks.
class peer_failures {
  public:
    /// `last_bytes`: how long to wait for bytes of a dead task before its link counts as ended.
    explicit peer_failures(std::chrono::milliseconds last_bytes = std::chrono::seconds(1)) : last_bytes_(last_bytes) {}

    using source = std::function<std::optional<loss>()>;
    /// Sets the function that take_losses() calls for losses until it returns nothing.
    void use_source(source next) { source_ = std::move(next); }

    /// Handles new losses. Throws std::bad_alloc; the next call then takes the same loss again.
    void take_losses(peer_links& links);
    /// Reports the pending failures that are due. May throw; they stay due then.
    void report_due(peer_links& links);
    /// The time of the next call of report_due().
    [[nodiscard]] deadline next_check() const { return next_check_; }
    void check_soon() noexcept { next_check_ = deadline(deadline::clock::time_point{}); }
    /// The operations with the peer have been ended.
    void set_reported(task_id peer) noexcept;
    /// The text of the peer's pending failure; nullptr if it has none.
    [[nodiscard]] const std::string* pending_text(task_id peer) const;

    /// A task that is known to have died.
    struct death {
        error what;
        deadline::clock::time_point known_since;
    };
    /// The first of the tasks that is known to have died; nullptr if none has. A task that has ended normally, or that
    /// has lost only its link, does not count.
    [[nodiscard]] const death* death_among(std::span<const task_id> tasks) const;

  private:
    struct pending {
        std::string text;
        deadline report_at;  // reported at this time, whatever the state of the link
        bool reported = false;
    };

    void note_loss(const loss& lost, peer_links& links);
    void check_at(deadline when) { next_check_ = std::min(next_check_.when(), when.when()); }
    static bool report(task_id peer, pending& failure, peer_links& links, deadline& next);

    const std::chrono::milliseconds last_bytes_;
    source source_;
    std::optional<loss> loss_;  // taken from the source and not handled yet
    std::unordered_map<task_id, pending> pending_;
    deadline next_check_;
    std::vector<death> deaths_;  // in the order in which they became known
};

}  // namespace banyan::net::detail
