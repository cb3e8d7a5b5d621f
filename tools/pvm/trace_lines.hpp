// The messages of a trace of PVM as lines for a person.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libnet/pvm3/xdr_body.hpp"

namespace banyan::pvm_console {

/// Used for the messages of one collector, in the order of their arrival: the first record of an event describes those
/// that follow (docs/pvm3.md, Traces).
class trace_lines {
  public:
    /// One line for each event, such as "t40003 0.000123 send begins DST=t40002 MC=4": the task, seconds since the
    /// first event, the event, its values. Nothing is said about a record that is not complete.
    std::vector<std::string> take(int source, std::string_view body);

  private:
    /// A value: what it means and its type.
    struct field {
        int meaning = 0, type = 0;
    };
    using fields = std::vector<field>;

    bool take_record(int source, pvm3::xdr_reader& body, std::vector<std::string>& lines);
    bool take_described(int source, bool is_first, pvm3::xdr_reader& body, std::vector<std::string>& lines);
    bool take_user_event(int source, pvm3::xdr_reader& body, std::vector<std::string>& lines);
    std::string since_first(long seconds, long microseconds);

    std::map<std::pair<int, int>, fields> described_;  // by source and event
    long first_s_ = 0, first_us_ = 0;
};

}  // namespace banyan::pvm_console
