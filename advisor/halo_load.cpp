#include "advisor/halo_load.hpp"

#include <algorithm>

namespace banyan::advisor {

namespace {

std::vector<exchange_load> loads_of_tasks(const message_pattern& pattern, int tasks) {
    struct traffic {
        double messages_out = 0, messages_in = 0, bytes_out = 0, bytes_in = 0;
    };
    std::vector<traffic> all(static_cast<std::size_t>(tasks));
    exchange_load sum;
    for (const auto& message : pattern) {
        auto& from = all[static_cast<std::size_t>(message.from)];
        auto& to = all[static_cast<std::size_t>(message.to)];
        const auto bytes = static_cast<double>(message.bytes);
        from.messages_out += 1;
        from.bytes_out += bytes;
        to.messages_in += 1;
        to.bytes_in += bytes;
        sum.total_messages += 1;
        sum.total_bytes += bytes;
    }
    std::vector<exchange_load> loads;
    for (const auto& task : all) {
        loads.push_back({std::max(task.messages_out, task.messages_in), sum.total_messages,
                         std::max(task.bytes_out, task.bytes_in), sum.total_bytes});
    }
    return loads;
}

}  // namespace

exchange_load load_of(const message_pattern& messages, int ranks) {
    exchange_load busiest;
    for (const auto& load : loads_of_tasks(messages, ranks)) {
        busiest = {std::max(busiest.busiest_messages, load.busiest_messages), load.total_messages,
                   std::max(busiest.busiest_bytes, load.busiest_bytes), load.total_bytes};
    }
    return busiest;
}

std::vector<exchange_load> loads_of_processors(const part::communication& sent, std::int64_t item_bytes) {
    return loads_of_tasks(pattern_of(sent, item_bytes), sent.processors());
}

exchange_load halo_load(const part::communication& sent, std::int64_t item_bytes) {
    return load_of(pattern_of(sent, item_bytes), sent.processors());
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
