// The functions that pvm_addmhf has set for some messages.
#pragma once

#include <vector>

#include "libnet/pvm3/packed_message.hpp"

namespace banyan::pvm3 {

struct message_handler {
    int id;
    int source;  // tid; -1 = any. So for tag and context.
    int tag;
    int context;
    int (*call)(int);  // with the id of the buffer that has the message

    [[nodiscard]] bool matches(const packed_message& message) const;
    /// How many of source, tag and context are given.
    [[nodiscard]] int specific() const { return (source != -1) + (tag != -1) + (context != -1); }
};

/// Used by one thread at a time.
class message_handlers {
  public:
    /// Returns the id of the handler. Ids start at 9, because PVM 3.4.6 uses the smaller ones itself. Errors:
    /// PvmBadParam (no function), PvmExists (another handler has the same source, tag and context).
    int add(int source, int tag, int context, int (*call)(int));
    /// Errors: PvmBadParam (a negative id), PvmNotFound.
    int remove(int id);
    void clear() { handlers_.clear(); }
    /// The most specific handler of this message, the oldest of equal ones; nullptr if there is none. Valid until the
    /// next add, remove or clear.
    [[nodiscard]] const message_handler* find(const packed_message& message) const;
    [[nodiscard]] const std::vector<message_handler>& all() const { return handlers_; }

  private:
    [[nodiscard]] int free_id() const;

    std::vector<message_handler> handlers_;  // in the order in which they were added
};

}  // namespace banyan::pvm3
