// The cost on a measured network, on which latency and time per byte depend on the size of a message.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/part/communication.hpp"
#include "banyan/part/cost.hpp"
#include "banyan/part/partition.hpp"
#include "banyan/part/patterns.hpp"
#include "banyan/part/speeds.hpp"

namespace banyan::part {

/// A message of b bytes takes latency_s + b * time_per_byte_s, if b is at least from_bytes and below the from_bytes of
/// the next class.
struct size_class {
    double from_bytes;
    double latency_s;
    double time_per_byte_s;
};

/// A measured network: a table by message size. The measured times include the frames, so frames are not added again.
class measured_network {
  public:
    /// Classes by ascending from_bytes; the first one starts at 0. Throws error for an empty list, another order, and
    /// values that are negative or not finite.
    explicit measured_network(std::vector<size_class> classes, medium kind = medium::shared);

    [[nodiscard]] medium kind() const { return kind_; }
    [[nodiscard]] std::span<const size_class> classes() const { return classes_; }
    /// The class of a message of this size. O(log classes).
    [[nodiscard]] const size_class& at(double bytes) const;
    /// Seconds of one message on a network without other messages.
    [[nodiscard]] double message_s(double bytes) const;

  private:
    std::vector<size_class> classes_;
    medium kind_;
};

/// Seconds of communication in one iteration, as communication_cost_s() of cost.hpp (eq. 6.11), but the size of each
/// message selects its lambda and tau. Each direction of the stencil adds the largest sum of latencies of one sender,
/// and the time of the bytes. On a shared medium the bytes of all messages count; on a switched one the bytes that the
/// busiest processor sends, or those that it receives, whichever takes longer. With one class the result is that of
/// cost.hpp for a network without frames. Throws error for item_bytes outside 1 .. 2^30.
double communication_cost_s(const communication& sent, const measured_network& net, std::int64_t item_bytes);
/// Seconds of communication of a program that alternates between patterns, as in patterns.hpp. Throws error as there.
double communication_cost_s(std::span<const phase> phases, const measured_network& net, std::int64_t item_bytes);

/// Seconds of one iteration without overlap, as in cost.hpp. Throws error as there.
double iteration_cost_s(const partition& parts, const speeds& processors, double seconds_per_cell_at_speed_1,
                        const communication& sent, const measured_network& net, std::int64_t item_bytes);

}  // namespace banyan::part
