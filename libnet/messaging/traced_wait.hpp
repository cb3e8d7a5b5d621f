// Records the time in which a call blocks.
#pragma once

#include "libnet/messaging/service_thread.hpp"
#include "libnet/messaging/wait_subject.hpp"
#include "libnet/tracing/recorder.hpp"

namespace banyan::net::detail {

/// Lives while a call blocks. Without a recorder, and in a service thread, it does nothing. The caller holds the
/// mailbox's lock when it is made and destroyed; the subject must live as long.
class traced_wait {
  public:
    traced_wait(tracing::recorder* trace, const wait_subject& about)
        : trace_(is_recorded(trace) ? trace : nullptr), about_(about) {
        if (tracing::is_compiled_in && trace_) [[unlikely]]
            begin_ = tracing::now();
    }
    ~traced_wait() {
        if (tracing::is_compiled_in && trace_) [[unlikely]]
            record();
    }
    traced_wait(const traced_wait&) = delete;
    traced_wait& operator=(const traced_wait&) = delete;

  private:
    static bool is_recorded(const tracing::recorder* trace) {
        return tracing::is_compiled_in && trace && service_thread::clients_of_this_thread() == nullptr;
    }
    void record() const noexcept;

    tracing::recorder* const trace_;
    const wait_subject& about_;
    tracing::nanoseconds begin_ = 0;
};

}  // namespace banyan::net::detail
