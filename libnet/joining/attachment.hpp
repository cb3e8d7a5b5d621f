// A task's connection to its daemon: the facts about this task, the other members, and reports of losses.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "banyan/net/rank_speeds.hpp"
#include "libnet/base/secret.hpp"
#include "libnet/messaging/loss.hpp"
#include "libnet/messaging/wait_report.hpp"
#include "libnet/transport/member.hpp"

namespace banyan::net {

/// The facts that the daemon sends to a task when it attaches.
struct assignment {
    task_id self;
    int rank = 0;
    int size = 1;
    std::string host;
    std::vector<std::string>
        data_addresses;  ///< numeric IP addresses to listen on, such as "127.0.0.2"; the preferred one is first
    std::string socket_directory;  ///< 0700 folder for this task's Unix socket
    secret_key secret{};
    bool plain_data = false;  ///< the virtual machine encrypts no data connections
    int tasks_on_host = 1;    ///< tasks of this run on this host, to choose between spinning and yielding
};

/// Any thread may call leave(), give_up(), tell_failure() and is_lost() at any time; all other members one thread at a
/// time. The blocking calls throw attach_failed, timeout and peer_lost (a member died before it attached).
class attachment {
  public:
    virtual ~attachment() = default;
    [[nodiscard]] virtual const assignment& facts() const = 0;
    /// Publishes where this task listens, blocks until all members have done so, and returns them in rank order.
    virtual std::vector<member> exchange(const task_endpoints& mine, deadline until) = 0;
    /// The speeds of the members; empty before exchange() has returned.
    [[nodiscard]] virtual const rank_speeds& speeds() const = 0;
    /// Readable when a report waits; for the driver's reactor. The caller never reads from it.
    [[nodiscard]] virtual int native_handle() const = 0;
    /// The next loss that the daemon has reported; never blocks. If the daemon is lost, every member is reported as
    /// lost. Also answers the daemon's requests for wait reports.
    virtual std::optional<loss> try_next_loss() = 0;
    /// try_next_loss() calls `reporter` to find what the task waits for. Without a reporter such requests are not
    /// answered.
    virtual void use_reporter(std::function<detail::wait_snapshot()> reporter) = 0;
    /// True once the connection to the daemon is lost. The handle then stays readable and need not be watched.
    [[nodiscard]] virtual bool is_lost() const = 0;
    /// Tells the daemon that this task ends normally.
    virtual void leave() = 0;
    /// Asks the daemon to tell `peer` that this task has closed their connection, with the reason and a text.
    virtual void give_up(task_id peer, errc why, const std::string& text) = 0;
    /// Tells the daemon that an uncaught exception with this text ends this process. `follows` is the task whose loss
    /// the exception names, or task_id{}. Returns false if the daemon cannot be reached.
    virtual bool tell_failure(const std::string& text, task_id follows) noexcept = 0;
};

/// Connects to the daemon named in the environment. Returns nullptr if no daemon has started this process.
std::unique_ptr<attachment> attach_from_environment(deadline until);

}  // namespace banyan::net
