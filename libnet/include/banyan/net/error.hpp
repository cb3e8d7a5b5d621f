// Every way an operation of libnet can fail: one enumeration, one category, one exception.
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

/// Named errors. Numbers are stable; docs/errors.md lists them and a test compares it with this list.
enum class errc {
    timeout = 1,            ///< the deadline passed first
    peer_lost,              ///< the other task died or its connection broke
    host_lost,              ///< the other task's host or its daemon died
    truncated,              ///< the message is longer than the buffer posted for it
    too_large,              ///< a length above the limit of the wire format or of a setting
    connect_failed,         ///< no advertised address of the peer answered
    authentication_failed,  ///< the peer could not prove that it knows the secret
    protocol_violation,     ///< bytes that the wire format does not allow
    version_mismatch,       ///< the peer speaks another version of the wire format
    unknown_task,           ///< no task of that id in this virtual machine
    invalid_argument,       ///< a parameter outside its range
    cancelled,              ///< the operation was withdrawn before it completed
    closed,                 ///< the virtual machine has ended or is being taken down
    not_attached,           ///< this process belongs to no virtual machine
    attach_failed,          ///< the daemon could not be reached or refused this task
    launch_failed,          ///< a daemon or a program could not be started
    resource_limit,         ///< out of descriptors, memory or buffer space
    wrong_type,             ///< the next item of a typed message is of another type or length than was asked for
    out_of_range,           ///< a value of a typed message that the receiver's type cannot hold
    no_more_items,          ///< more items were asked for than a typed message has
    collective_mismatch,    ///< the ranks of a group did not call the same collective with the same parameters
    collective_failed,      ///< a collective failed on another rank, or the group has failed before
};

/// The category of errc; `name()` is "banyan".
const std::error_category& error_category() noexcept;

inline std::error_code make_error_code(errc e) noexcept {
    return {static_cast<int>(e), error_category()};
}

/// Thrown by every blocking call of libnet. `what()` is one line: what happened, to whom, what to do.
class error : public std::system_error {
  public:
    error(errc code, std::string text, task_id peer = {})
        : std::system_error(make_error_code(code)),
          text_(std::make_shared<const std::string>(std::move(text))),
          peer_(peer) {}

    [[nodiscard]] const char* what() const noexcept override { return text_->c_str(); }

    [[nodiscard]] errc which() const noexcept { return static_cast<errc>(code().value()); }
    /// The task that the failed operation was with; task_id{} where none is known.
    [[nodiscard]] task_id peer() const noexcept { return peer_; }

  private:
    std::shared_ptr<const std::string> text_;  // a copy of an error takes no memory
    task_id peer_;
};

}  // namespace banyan::net
