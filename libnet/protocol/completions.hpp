// Ends the operations of the program: stores their results, numbers them in the order of their ends, and records them
// for a trace.
#pragma once

#include <cstdint>
#include <string>

#include "libnet/protocol/operation.hpp"
#include "libnet/tracing/recorder.hpp"

namespace banyan::net::detail {

class completions {
  public:
    /// `self`: the task whose operations these are.
    explicit completions(task_id self)
        : self_(self), no_memory_(errc::resource_limit, "out of memory for the message (ulimit -v)", self) {}

    /// Records the operations that start from now on; nullptr: no more. The recorder must outlive its use.
    void use_trace(tracing::recorder* trace) { trace_ = trace; }
    /// The program starts an operation.
    void note_start(operation& op) noexcept {
        if (records()) [[unlikely]]
            trace_start(op);
    }
    /// A send that is not done will have no effect. It does not end.
    void note_withdrawal(const operation& send) noexcept {
        if (records()) trace_->send_withdrawn(send.traced_as);
    }

    /// `info` describes the message that was received or sent.
    void succeed(operation& op, const message_info& info) {
        op.info = info;
        end(op);
    }
    void succeed(operation& send) { succeed(send, {self_, send.to.tag, send.payload.size_bytes()}); }
    void fail(operation& op, const error& why) noexcept {
        op.failure = why;
        ++failed_;
        end(op);
    }
    void fail(operation& op, errc why, const std::string& text, task_id peer) { fail(op, error(why, text, peer)); }
    /// Fails an operation with errc::resource_limit. Allocates no memory.
    void fail_without_memory(operation& op) noexcept { fail(op, no_memory_); }
    /// Calls step() for a receive that has just been unposted. If step() throws, the receive fails; otherwise it would
    /// wait for ever.
    template <class F>
    void or_fail(operation& receive, F step) {
        try {
            step();
        } catch (...) {
            if (!receive.done) fail_without_memory(receive);
            throw;
        }
    }
    /// The number of operations that have failed so far.
    [[nodiscard]] std::uint64_t failed() const { return failed_; }

  private:
    void end(operation& op) noexcept {
        op.sending = nullptr;
        op.arriving = nullptr;
        op.ended_as = ++ended_;
        op.done = true;
        if (records()) [[unlikely]]
            trace_end(op);
    }
    [[nodiscard]] bool records() const { return tracing::is_compiled_in && trace_; }
    void trace_start(operation& op) noexcept;
    void trace_end(const operation& op) noexcept;

    const task_id self_;
    const error no_memory_;  // made in advance, because no memory is left when it is used
    tracing::recorder* trace_ = nullptr;
    std::uint64_t ended_ = 0;
    std::uint64_t failed_ = 0;
};

}  // namespace banyan::net::detail
