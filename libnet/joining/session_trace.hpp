// The trace of an attached session: measures clocks, records, and writes the trace at the end.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "libnet/joining/attachment.hpp"
#include "libnet/messaging/mailbox_impl.hpp"
#include "libnet/tracing/recorder.hpp"

namespace banyan::net::detail {

/// What `banyan run --trace` tells a task: BANYAN_TRACE=TOKEN:BYTES.
struct trace_settings {
    std::string token;           ///< marks the frames of the trace (trace_frames.hpp)
    std::size_t most_bytes = 0;  ///< limit of the memory for events
};

/// Nothing if BANYAN_TRACE is not set or empty. Throws errc::invalid_argument for other text, and if the library is
/// compiled without tracing.
std::optional<trace_settings> trace_settings_from_environment();

/// Records from its construction on. One per process, like the attached session. Its calls block for at most 10 s for
/// each measurement of clocks, and while the reader of standard error is slow.
class session_trace {
  public:
    /// Measures clocks, then records. `members` are in order of rank. The objects must outlive this one.
    session_trace(const trace_settings& settings, mailbox_impl& box, const assignment& facts,
                  std::span<const member> members);
    ~session_trace();
    session_trace(const session_trace&) = delete;
    session_trace& operator=(const session_trace&) = delete;

    /// At the end of the session: ends recording, measures clocks again, and writes the trace. If an exception ends the
    /// session, clocks are not measured, because the other tasks may not answer.
    void finish() noexcept;
    /// At exit() and before an uncaught exception aborts the process: ends recording and writes the trace of this
    /// process, if it has one that is not written yet.
    static void write_current() noexcept;

  private:
    void measure_clocks() noexcept;
    bool end_recording() noexcept;
    void write() noexcept;

    mailbox_impl& box_;
    const std::string token_;
    const int output_;  // a copy of standard error, which the program may close
    const int rank_;
    const std::vector<task_id> clock_partners_;
    std::vector<tracing::clock_reading> clock_;
    tracing::recorder recorder_;
    tracing::task_trace trace_;  // without events
};

}  // namespace banyan::net::detail
