// One event of a trace, as the body of a message or a part of one. In PVM 3.4 the first record of each event to a
// collector describes itself: each value has its meaning and type in front. The later ones have the values only.
#pragma once

#include <sys/time.h>

#include <cstdint>
#include <span>
#include <string>

#include "libnet/pvm3/trace_names.hpp"
#include "libnet/pvm3/xdr_body.hpp"

namespace banyan::pvm3 {

/// The time of day, as the events of a trace have it.
inline timeval trace_time() {
    timeval time{};
    ::gettimeofday(&time, nullptr);
    return time;
}

class trace_record {
  public:
    /// `event`: TEV_SEND and so on. `phase`: TEV_EVENT_ENTRY, TEV_EVENT_EXIT, or 0 for an event that is no call. The
    /// record begins with time and task.
    trace_record(int event, int phase, bool described, timeval when, int task);

    /// `meaning`: TEV_DID_...
    trace_record& add(int meaning, int value);
    trace_record& add_long(int meaning, std::int64_t value);
    trace_record& add(int meaning, std::span<const int> values);
    trace_record& add_text(int meaning, std::string_view text);
    trace_record& add_texts(int meaning, std::span<const std::string> texts);

    /// The complete record; nothing may be added afterwards.
    std::string finish();

  private:
    void describe(int meaning, int type);

    bool described_;
    xdr_writer body_;
};

/// The first message to each collector: the meanings that values can have.
std::string trace_meanings_message();

}  // namespace banyan::pvm3
