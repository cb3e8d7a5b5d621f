// The address of a message, and what a receive reports about it.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "banyan/net/ids.hpp"

namespace banyan::net {

/// Matches every source: all tasks in a selector, all members in a receive of a group.
inline constexpr std::nullopt_t any_source = std::nullopt;
/// Matches every tag.
inline constexpr std::nullopt_t any_tag = std::nullopt;

/// The receiver of a message.
struct destination {
    task_id task;
    net::tag tag;
    context_id context{};
};

/// Which messages a receive or probe accepts: one source or any, one tag or any, always one context.
struct selector {
    std::optional<task_id> source;
    std::optional<net::tag> tag;
    context_id context{};
};

/// A message that has been received or waits for a receive.
struct message_info {
    task_id source;
    net::tag tag;
    std::size_t size_bytes = 0;
};

/// A received message. It owns its payload.
struct message {
    message_info info;
    std::vector<std::byte> payload;
};

/// What arrived in a group (or waits there): the source is a rank of the group.
struct group_message_info {
    rank source;
    net::tag tag;
    std::size_t size_bytes = 0;
};

/// A message that was received in a group, of any length; owns its payload.
struct group_message {
    group_message_info info;
    std::vector<std::byte> payload;
};

/// The point in time after which a blocking call throws errc::timeout. Made from a duration or a time point; the
/// default is never. After the deadline a call still takes what has arrived, but does not block. A duration of more
/// than a century means never, so duration::max() may be used.
class deadline {
  public:
    using clock = std::chrono::steady_clock;

    constexpr deadline() = default;
    constexpr deadline(clock::time_point when) : when_(when) {}  // NOLINT: implicit on purpose
    template <class Rep, class Period>
    deadline(std::chrono::duration<Rep, Period> from_now)  // NOLINT: implicit on purpose
        : when_(after(std::chrono::duration<double>(from_now), from_now)) {}

    [[nodiscard]] constexpr bool is_never() const { return when_ == clock::time_point::max(); }
    [[nodiscard]] bool passed() const { return !is_never() && clock::now() >= when_; }
    [[nodiscard]] constexpr clock::time_point when() const { return when_; }

  private:
    template <class Duration>
    static clock::time_point after(std::chrono::duration<double> roughly, Duration from_now) {
        constexpr std::chrono::hours century{24 * 36525};
        if (!(roughly < century)) return clock::time_point::max();  // also for NaN
        if (roughly < roughly.zero()) return clock::time_point{};
        return clock::now() + std::chrono::duration_cast<clock::duration>(from_now);
    }

    clock::time_point when_ = clock::time_point::max();
};

}  // namespace banyan::net
