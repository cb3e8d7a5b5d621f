// Cost on a network that was measured instead of modelled: latency and time per byte depend on the size of a message.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "banyan/part/communication.hpp"
#include "banyan/part/cost.hpp"

namespace banyan::part {

/// From `from_bytes` on, a message of b bytes takes latency_s + b * time_per_byte_s.
struct size_class {
    double from_bytes;
    double latency_s;
    double time_per_byte_s;
};

/// A measured network: a table by message size. Frames are part of what was measured and are not added again.
class measured_network {
  public:
    /// Classes by ascending from_bytes, the first from 0. Throws error for none, another order, and negative or
    /// non-finite values.
    explicit measured_network(std::vector<size_class> classes, medium kind = medium::shared);

    [[nodiscard]] medium kind() const { return kind_; }
    /// The class of a message of this size. O(log classes).
    [[nodiscard]] const size_class& at(double bytes) const;
    /// One message by itself.
    [[nodiscard]] double message_s(double bytes) const;

  private:
    std::vector<size_class> classes_;
    medium kind_;
};

/// The twin of communication_cost_s(sent, network, item_bytes), eq. 6.11 with lambda and tau of each message by its
/// size: per direction, the largest sum of latencies of one sender, and the bytes' time summed over all (shared) or
/// over the busiest processor and way (switched). One class without frames gives the same seconds. Throws error for
/// item_bytes outside 1 .. 2^30.
double communication_cost_s(const communication& sent, const measured_network& net, std::int64_t item_bytes);

}  // namespace banyan::part
