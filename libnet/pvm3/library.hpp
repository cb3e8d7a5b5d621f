// The state of libpvm3 in this process that needs no network.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>

#include "libnet/pvm3/buffer_table.hpp"
#include "libnet/pvm3/message_handlers.hpp"
#include "libnet/pvm3/message_queue.hpp"
#include "libnet/pvm3/options.hpp"
#include "libnet/pvm3/own_end_notices.hpp"
#include "libnet/pvm3/route_notices.hpp"
#include "pvm3/pvmtev.h"

namespace banyan::pvm3 {

/// PVM programs call the library from one thread at a time.
struct library {
    library();

    int tid = 0;                    // 0 = not enrolled; changed by set_tid
    std::uint64_t tid_changes = 0;  // tells enrolments apart: a later one may have the same tid
    int context = 0;                // changed by set_context
    buffer_table buffers;
    message_queue queue{buffers};
    message_handlers handlers;
    route_notices routes;
    own_end_notices own_end;
    match_function match = nullptr;  // of pvm_recvf; nullptr = tid and tag decide
    options settings;
    std::string chosen_name;                      // of pvmsettaskname, which the service gets when the task enrols
    void (*setting_changed)(int what) = nullptr;  // called after pvm_setopt has changed the option
    std::array<Pvmtmask, 2> trace_masks{};        // of the task and of its children: PvmTaskSelf, PvmTaskChild

    /// They also set the variables pvmmytid and pvmmyctx, which some programs read.
    void set_tid(int new_tid);
    void set_context(int new_context);
    /// Takes a message that has arrived: a message handler handles it, otherwise it goes to the queue.
    void deliver(packed_message message);
    /// Frees the messages that no receive has taken, and removes the message handlers and the orders of own_end: the
    /// task leaves.
    void forget_messages();
    /// If a message handler runs now. It may not receive.
    [[nodiscard]] bool in_handler() const { return in_handler_; }

  private:
    void handle(packed_message message, const message_handler& handler);

    bool in_handler_ = false;
    std::deque<packed_message> postponed_;  // arrived while a handler ran, and have a handler
};

library& the_library();

}  // namespace banyan::pvm3
