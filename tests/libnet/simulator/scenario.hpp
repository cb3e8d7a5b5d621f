// The scenario of a seed: the number of tasks, limits, sizes, times and faults.
#pragma once

#include "dice.hpp"
#include "libnet/protocol/protocol.hpp"
#include "virtual_clock.hpp"

namespace banyan::net::simulation {

/// The first context of the group that is revoked in some scenarios. All tasks are its members.
inline constexpr context_id revocable_group{1};
/// The messages that the group still exchanges when it is revoked: those of shrink, in its other context.
inline constexpr context_id context_of_shrink{2};
inline constexpr tag tag_of_shrink{18 << 26};

struct scenario {
    std::size_t tasks;
    detail::protocol_limits limits;
    std::size_t most_actions;  // of one task
    std::size_t most_message_bytes;
    std::size_t most_piece_bytes;  // moved at once by a transport
    std::size_t most_pipe_bytes;   // under way in one direction
    nanoseconds most_latency, most_pause;
    bool slow_reader;            // one task reads up to a hundred times later
    std::size_t faults;          // at any time
    std::size_t traffic_faults;  // only while bytes, or parts of a message, are under way
    std::uint64_t writes_per_fault;
    std::uint32_t contexts, tags;
    bool one_frame_a_read;
    bool late_receivers;  // no task receives everything before all programs have ended
    bool revokes;         // a group is revoked

    static scenario from(dice& random) {
        scenario s{};
        const bool small_pieces = random.one_in(4);
        s.tasks = random.one_in(2) ? 2 : random.between(2, small_pieces ? 4 : 6);  // two tasks communicate more
        s.limits = {.unexpected_cap_bytes = (s.tasks - 1) * random.between(8 << 10, 16 << 10),
                    .send_buffer_bytes = random.log_uniform(64 << 10),
                    .eager_limit_bytes = random.between(16, small_pieces ? 300 : 6000),
                    .expected_peers = s.tasks - 1};
        if (!small_pieces && random.one_in(4))
            s.limits.eager_limit_bytes = random.between(6000, 9000);  // close to the window
        s.most_actions = random.between(10, small_pieces ? 100 : 400);
        s.most_message_bytes = small_pieces ? 600 : 40'000;
        s.most_piece_bytes = small_pieces ? random.between(1, 8) : random.between(256, 16'000);
        s.most_pipe_bytes = small_pieces ? random.between(1, 64) : random.between(512, 64'000);
        s.most_latency = random.log_uniform(1'000'000);
        s.most_pause = random.log_uniform(2'000'000);
        s.slow_reader = random.one_in(4);
        s.faults = random.one_in(2) ? 0 : random.between(1, 3);
        s.traffic_faults = random.one_in(3) ? 0 : random.between(1, 5);
        s.writes_per_fault = random.log_uniform(1000);
        s.contexts = static_cast<std::uint32_t>(random.between(1, 2));
        s.tags = static_cast<std::uint32_t>(random.between(1, 3));
        s.one_frame_a_read = random.one_in(2);
        s.late_receivers = random.one_in(2);
        s.revokes = s.contexts > revocable_group.value && random.apart().one_in(3);
        return s;
    }
};

}  // namespace banyan::net::simulation
