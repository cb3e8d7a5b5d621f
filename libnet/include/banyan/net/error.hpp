// All errors of libnet: one enumeration, one category, one exception.
#pragma once

#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "banyan/net/ids.hpp"

namespace banyan::net {
enum class errc;
}

template <>
struct std::is_error_code_enum<banyan::net::errc> : std::true_type {};

namespace banyan::net {

/// Named errors. The numbers are stable. A test compares docs/errors.md with this list.
enum class errc {
    timeout = 1,            ///< the deadline has passed
    peer_lost,              ///< the other task has ended or its connection is broken
    host_lost,              ///< the other task's host or its daemon has ended
    truncated,              ///< the message is longer than the buffer of its receive
    too_large,              ///< a length is above the limit of the wire format or of a setting
    connect_failed,         ///< no address of the peer answered
    authentication_failed,  ///< the peer could not prove that it knows the secret
    protocol_violation,     ///< bytes that the wire format does not allow
    version_mismatch,       ///< the peer uses another version of the wire format
    unknown_task,           ///< this run has no task with that id
    invalid_argument,       ///< a parameter is outside its range
    cancelled,              ///< the operation was cancelled, or its message was withdrawn by the sender
    closed,                 ///< the virtual machine has ended or is being ended
    not_attached,           ///< this process belongs to no virtual machine
    attach_failed,          ///< the daemon was not reached or refused this task
    launch_failed,          ///< a daemon or a program could not be started
    resource_limit,         ///< out of descriptors, memory or buffer space
    wrong_type,             ///< the next item of a typed message has another type or length than the program asks for
    out_of_range,           ///< a value of a typed message is too large for the receiver's type
    no_more_items,          ///< the program asks for more items than a typed message has
    collective_mismatch,    ///< the ranks of a group did not call the same collective with the same parameters
    collective_failed,      ///< a collective failed on another rank, or the group has failed before
    revoked,                ///< a member has revoked the group (revoke.hpp), or has called shrink for it
};

/// The category of errc; `name()` is "banyan".
const std::error_category& error_category() noexcept;

inline std::error_code make_error_code(errc e) noexcept {
    return {static_cast<int>(e), error_category()};
}

/// Thrown by every blocking call of libnet. `what()` is one line: what happened, to which task, and what to do.
class error : public std::system_error {
  public:
    error(errc code, std::string text, task_id peer = {})
        : std::system_error(make_error_code(code)),
          text_(std::make_shared<const std::string>(std::move(text))),
          peer_(peer) {}

    [[nodiscard]] const char* what() const noexcept override { return text_->c_str(); }

    [[nodiscard]] errc which() const noexcept { return static_cast<errc>(code().value()); }
    /// The task at the other end of the failed operation; task_id{} if none is known.
    [[nodiscard]] task_id peer() const noexcept { return peer_; }

  private:
    std::shared_ptr<const std::string> text_;  // shared, so that copying an error allocates no memory
    task_id peer_;
};

}  // namespace banyan::net
