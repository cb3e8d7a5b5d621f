// The mailbox of PVM: messages under a name and an index, for tasks that do not know each other. No I/O.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/pvm/asker.hpp"

namespace banyan::daemon::pvm {

class info_store {
  public:
    /// What a request gets: an index >= 0 or an error code, and the message of a receive.
    struct reply {
        asker to;
        int status = 0;
        pvm3::wire::Message message;
    };

    // ---- requests; a status is the index of the entry or an error code

    /// Stores an entry. `replies` gets the receivers that have waited for it.
    int put(tid owner, const pvm3::wire::PutInfo& put, std::vector<reply>& replies);
    /// Nothing if the receiver waits for the entry.
    std::optional<reply> receive(const asker& who, const pvm3::wire::ReceiveInfo& wanted);
    /// With `if_ended`, only an entry whose owner has ended, which no task may change otherwise.
    int remove(tid who, const std::string& name, int index, bool if_ended = false);
    /// All entries whose name contains a match of the basic regular expression `pattern`; "" and "*" match every name.
    /// PvmBadParam if the pattern is invalid.
    int list(const std::string& pattern, pvm3::wire::Answer& answer) const;

    /// All entries of a name, by index.
    [[nodiscard]] std::vector<pvm3::wire::Message> messages(const std::string& name) const;

    // ---- events

    /// The task has ended: its entries are removed, or belong to no task if they are persistent.
    void forget(tid owner);
    /// Removes all entries but those of the tasks in `kept`.
    void reset(const std::vector<tid>& kept);

  private:
    struct stored_info {
        tid owner = 0;  // 0 = its owner has ended
        int flags = 0;
        pvm3::wire::Message message;
    };
    using info_class = std::map<int, stored_info>;  // by index
    struct waiting_receiver {
        asker who;
        pvm3::wire::ReceiveInfo wanted;
    };

    static bool may_change(const stored_info& entry, tid who);
    static int place_for(const info_class& entries, tid owner, const pvm3::wire::PutInfo& put);
    reply try_receive(const asker& who, const pvm3::wire::ReceiveInfo& wanted);
    std::vector<reply> serve_waiting(const std::string& name);
    template <typename predicate>
    void remove_entries_if(predicate matches);

    std::map<std::string, info_class> names_;
    std::map<std::string, std::list<waiting_receiver>> waiting_;  // by name, in the order of the requests
};

}  // namespace banyan::daemon::pvm
