// pvm_notify with PvmTaskExit and the tid of the task itself: the messages that pvm_exit gives to the program. The PVM
// service cannot send them, because the task does not exist any more then. No I/O.
#pragma once

#include <vector>

#include "libnet/pvm3/packed_message.hpp"

namespace banyan::pvm3 {

class own_end_notices {
  public:
    /// The tag and context of the message.
    struct order {
        int tag = 0;
        int context = 0;
        friend bool operator==(const order&, const order&) = default;
    };

    /// Each order gives one message. The same order twice gives two.
    void watch(const order& wanted) { orders_.push_back(wanted); }
    /// Removes one of these orders.
    void cancel(const order& wanted);
    void clear() { orders_.clear(); }

    /// Returns the messages in the order of the calls, and forgets the orders. The body of each message is `tid`. As in
    /// the original, its source is `tid` too.
    std::vector<packed_message> take(int tid);

  private:
    std::vector<order> orders_;
};

}  // namespace banyan::pvm3
