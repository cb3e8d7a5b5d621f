// pvm_notify with PvmRouteAdd: who is told about new routes. A route to a task exists from the first message on that
// is sent to it or received from it. No I/O.
#pragma once

#include <unordered_set>
#include <vector>

#include "libnet/pvm3/packed_message.hpp"

namespace banyan::pvm3 {

class route_notices {
  public:
    /// The tag and context of the messages.
    struct order {
        int tag = 0;
        int context = 0;
        friend bool operator==(const order&, const order&) = default;
    };

    /// The next `count` routes; -1 = all, 0 = none. Replaces the order with the same tag and context.
    void watch(const order& wanted, int count);
    [[nodiscard]] bool is_watching() const { return !orders_.empty(); }

    /// A route that has existed before the orders.
    void note_known(int tid) { known_.insert(tid); }
    [[nodiscard]] bool is_known(int tid) const { return known_.contains(tid); }
    /// The messages about a new route to `tid`; none if it is known. Their body is the tid and `descriptor`, as two
    /// integers.
    std::vector<packed_message> opened(int tid, int descriptor);

  private:
    struct counted_order {
        order wanted;
        int count = 0;
    };
    std::vector<counted_order> orders_;
    std::unordered_set<int> known_;
};

}  // namespace banyan::pvm3
