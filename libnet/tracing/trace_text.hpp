// The trace of a task as lines of text, in which it comes back to `banyan run`.
//
//   trace VERSION RANK SIZE TASK HOST BEGIN END DROPPED FIRST_DROPPED_RECEIVE     first
//   c AT OFFSET ERROR                                        a reading of the clock of rank 0's host
//   s AT TO CONTEXT TAG BYTES THREAD WITHDRAWN               a send
//   r ISSUED ENDED FROM CONTEXT TAG BYTES THREAD ORDER       a receive
//   b BEGIN END KIND CONTEXT TAG THREAD RECEIVE              a blocked interval
//   end                                                      last
//
// All fields are decimal numbers; times are nanoseconds of the clock of the task's host.
#pragma once

#include <functional>
#include <string_view>

#include "libnet/tracing/task_trace.hpp"

namespace banyan::net::tracing {

inline constexpr int text_version = 1;
inline constexpr std::size_t longest_line = 200;  ///< with its newline

/// Calls take(line) for each line; the line ends with a newline.
void write_text(const task_trace& trace, const std::function<void(std::string_view line)>& take);

/// Reads the lines of one task.
class text_reader {
  public:
    /// Takes a line without its newline. Returns false for one that write_text() does not write, and then changes
    /// nothing.
    bool take(std::string_view line);
    /// True after the first line.
    [[nodiscard]] bool has_begun() const { return begun_; }
    /// True after the last line.
    [[nodiscard]] bool is_complete() const { return complete_; }
    [[nodiscard]] task_trace& trace() { return trace_; }

  private:
    bool take_event(char kind, std::string_view fields);

    task_trace trace_;
    bool begun_ = false;
    bool complete_ = false;
};

}  // namespace banyan::net::tracing
