// A task's connection to its daemon: who am I, who are the others, who has died.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "banyan/net/error.hpp"
#include "banyan/net/message.hpp"
#include "libnet/base/secret.hpp"
#include "libnet/messaging/loss.hpp"
#include "libnet/messaging/wait_report.hpp"
#include "libnet/transport/member.hpp"

namespace banyan::net {

/// Facts that the daemon tells a task when it attaches.
struct assignment {
    task_id self;
    int rank = 0;
    int size = 1;
    std::string host;
    std::vector<std::string> data_addresses;  ///< numeric IP addresses to listen on, "127.0.0.2", the first preferred
    std::string socket_directory;             ///< 0700 folder for this task's Unix socket
    secret_key secret{};
    bool plain_data = false;  ///< the virtual machine encrypts no data connections
    int tasks_on_host = 1;    ///< tasks of this run on this host, for the choice between spinning and sleeping
};

/// leave(), give_up(), tell_failure() and is_lost() may be called by any thread at any time; everything else by one
/// thread at a time. The blocking calls throw attach_failed, timeout, peer_lost (a member died before it attached).
class attachment {
  public:
    virtual ~attachment() = default;
    [[nodiscard]] virtual const assignment& facts() const = 0;
    /// Publishes where this task listens and blocks until all members have; returns them in rank order.
    virtual std::vector<member> exchange(const task_endpoints& mine, deadline until) = 0;
    /// Readable when an event waits; for the driver's reactor. Never read from directly.
    [[nodiscard]] virtual int native_handle() const = 0;
    /// The next loss that the daemon has reported, without blocking. A lost daemon is reported as the loss of all.
    /// Answers the daemon's requests for reports.
    virtual std::optional<loss> try_next_loss() = 0;
    /// Called from try_next_loss() for what the task waits for. Without one such requests are not answered.
    virtual void use_reporter(std::function<detail::wait_snapshot()> reporter) = 0;
    /// True once the daemon is gone: the handle stays readable for ever and need not be watched any more.
    [[nodiscard]] virtual bool is_lost() const = 0;
    /// Tells the daemon that this task ends in good order.
    virtual void leave() = 0;
    /// Has `peer` told that this task has ended their connection, why, and in what words.
    virtual void give_up(task_id peer, errc why, const std::string& text) = 0;
    /// Tells the daemon that this process ends because of an exception with this text that nothing catches; `follows`
    /// is the task whose loss it names, if any. False if the daemon cannot be told.
    virtual bool tell_failure(const std::string& text, task_id follows) noexcept = 0;
};

/// Connects to the daemon named in the environment; nullptr when this process was not started by one.
std::unique_ptr<attachment> attach_from_environment(deadline until);

}  // namespace banyan::net
