#include "advisor/halo_load.hpp"

#include <algorithm>

namespace banyan::advisor {

exchange_load halo_load(const part::communication& sent, std::int64_t item_bytes) {
    struct traffic {
        double messages_out = 0, messages_in = 0, items_out = 0, items_in = 0;
    };
    std::vector<traffic> machines(static_cast<std::size_t>(sent.machines()));
    for (const auto& transfer : sent.transfers()) {
        auto& from = machines[static_cast<std::size_t>(transfer.from)];
        auto& to = machines[static_cast<std::size_t>(transfer.to)];
        from.messages_out += 1;
        from.items_out += static_cast<double>(transfer.items);
        to.messages_in += 1;
        to.items_in += static_cast<double>(transfer.items);
    }
    const auto bytes = static_cast<double>(item_bytes);
    exchange_load load;
    for (const auto& machine : machines) {
        load.busiest_messages = std::max({load.busiest_messages, machine.messages_out, machine.messages_in});
        load.busiest_bytes = std::max({load.busiest_bytes, machine.items_out * bytes, machine.items_in * bytes});
        load.total_messages += machine.messages_out;
        load.total_bytes += machine.items_out * bytes;
    }
    return load;
}

std::int64_t longest_message_bytes(const part::communication& sent, std::int64_t item_bytes) {
    std::int64_t longest = 0;
    for (const auto& transfer : sent.transfers()) {
        longest = std::max(longest, transfer.items * item_bytes);
    }
    return longest;
}

}  // namespace banyan::advisor
