// Who wants to be told about ends of tasks and about changes of the hosts. Makes the messages. No I/O.
#pragma once

#include <map>
#include <vector>

#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

class notifications {
  public:
    /// Who is told, and the tag and context of the message.
    struct order {
        tid owner = 0;
        int tag = 0;
        int context = 0;
        bool of_route = false;  // of PvmRouteDelete: -1 follows the tid
        friend bool operator==(const order&, const order&) = default;
    };
    struct notice {
        tid to = 0;
        pvm3::wire::Message message;
    };
    using notices = std::vector<notice>;

    // Each order gives one notice. The same order twice gives two.
    void watch_task(tid watched, const order& wanted) { task_orders_[watched].push_back(wanted); }
    /// `watched`: the tid of a daemon or of any task of the host. The notice repeats it.
    void watch_host(tid watched, const order& wanted);
    /// The next `count` notices of added hosts; -1 = all, 0 = none. Replaces the order of the same owner with this tag
    /// and context.
    void watch_additions(const order& wanted, int count);

    /// Removes one of these orders, as in PVM. Its notice is made at once.
    notices cancel_task(tid watched, const order& wanted);
    /// The same. `watched` may be another tid of the host than that of the order.
    notices cancel_host(tid watched, const order& wanted);

    /// The notice of a task or host that does not exist (any more). It needs no watch.
    static notice task_notice(tid ended, const order& wanted);
    static notice host_notice(tid watched, const order& wanted);

    notices task_ended(tid task);
    notices host_deleted(std::uint32_t number);
    /// One notice for each order: how many hosts, and the tids of their daemons, the last first as in PVM.
    notices hosts_added(std::vector<std::uint32_t> numbers);

    /// The owner has ended.
    void forget(tid owner);

  private:
    struct host_order {
        tid watched = 0;
        order wanted;
    };
    struct addition_order {
        order wanted;
        int count = 0;
    };
    std::map<tid, std::vector<order>> task_orders_;
    std::map<std::uint32_t, std::vector<host_order>> host_orders_;
    std::vector<addition_order> addition_orders_;
};

}  // namespace banyan::daemon::pvm
