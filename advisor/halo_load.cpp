#include "advisor/halo_load.hpp"

#include <algorithm>

namespace banyan::advisor {

exchange_load halo_load(const part::communication& sent, std::int64_t item_bytes) {
    struct traffic {
        double messages_out = 0, messages_in = 0, items_out = 0, items_in = 0;
    };
    std::vector<traffic> processors(static_cast<std::size_t>(sent.processors()));
    for (const auto& transfer : sent.transfers()) {
        auto& from = processors[static_cast<std::size_t>(transfer.from)];
        auto& to = processors[static_cast<std::size_t>(transfer.to)];
        from.messages_out += 1;
        from.items_out += static_cast<double>(transfer.items);
        to.messages_in += 1;
        to.items_in += static_cast<double>(transfer.items);
    }
    const auto bytes = static_cast<double>(item_bytes);
    exchange_load load;
    for (const auto& processor : processors) {
        load.busiest_messages = std::max({load.busiest_messages, processor.messages_out, processor.messages_in});
        load.busiest_bytes = std::max({load.busiest_bytes, processor.items_out * bytes, processor.items_in * bytes});
        load.total_messages += processor.messages_out;
        load.total_bytes += processor.items_out * bytes;
    }
    return load;
}

message_pattern pattern_of(const part::communication& sent, std::int64_t item_bytes) {
    message_pattern pattern;
    for (const auto& transfer : sent.transfers()) {
        pattern.push_back({transfer.from, transfer.to, static_cast<std::size_t>(transfer.items * item_bytes)});
    }
    return pattern;
}

std::int64_t longest_message_bytes(const part::communication& sent, std::int64_t item_bytes) {
    std::int64_t longest = 0;
    for (const auto& transfer : sent.transfers()) {
        longest = std::max(longest, transfer.items * item_bytes);
    }
    return longest;
}

}  // namespace banyan::advisor
