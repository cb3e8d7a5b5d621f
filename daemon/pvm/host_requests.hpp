// The additions and deletions of hosts that tasks have asked for and that have not ended. A registered hoster is asked
// before a host is added: it may refuse. No I/O.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "daemon/pvm/asker.hpp"
#include "daemon/pvm/notifications.hpp"
#include "daemon/pvm/service_hosts.hpp"
#include "daemon/pvm/task_messages.hpp"

namespace banyan::daemon::pvm {

class host_requests {
  public:
    /// Who asks, and for which hosts.
    struct order {
        asker who;
        std::vector<std::string> names{};
        bool is_manager = false;  // it gets SM_ADDACK instead of an answer
        int context = 0;          // of the manager's message, as the next one
        int wait_id = 0;
    };

    host_requests(service_effects& effects, task_messages& messages, const service_hosts& hosts,
                  notifications& watchers)
        : effects_(effects), messages_(messages), hosts_(hosts), notifications_(watchers) {}

    /// `hoster`: the task that is asked before; 0 = none. A name may be followed by options of a host file.
    void add(order wanted, tid hoster);
    /// As in PVM, the first host, also called ".", stays: programs that are started there by hand need it. A host that
    /// is named twice is PvmDupHost.
    void remove(order wanted);

    /// SM_STHOSTACK, from the present hoster.
    void take_hoster_results(const pvm3::wire::Message& told);
    /// The hoster has ended. Hosts are added without it.
    void forget_hoster();
    /// The results for the names that were passed to service_effects, in their order.
    void take_results(std::uint64_t number, const std::vector<int>& results);

    /// Tells those who watch additions: at once, or when all requested additions have ended.
    void host_added(std::uint32_t number);
    void host_lost(std::uint32_t number);

  private:
    struct open_request {
        order wanted;
        std::vector<int> results{};  // one for each name; 0 = not known yet
        tid first_tid = 0;           // of the question that the hoster has not answered; 0 = none
        bool is_addition = false;
    };

    void ask_hoster(tid hoster, std::uint64_t number, open_request& asked);
    void continue_addition(std::uint64_t number, const open_request& asked);
    void tell_added_hosts();
    void acknowledge_addition(const open_request& ended);

    service_effects& effects_;
    task_messages& messages_;
    const service_hosts& hosts_;
    notifications& notifications_;
    std::map<std::uint64_t, open_request> requests_;
    std::uint64_t last_request_ = 0;
    std::vector<std::uint32_t> untold_hosts_;  // added by an addition that has not ended
};

}  // namespace banyan::daemon::pvm
