// Named groups of tasks with instance numbers, and their barriers. Pure.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "daemon/pvm/asker.hpp"

namespace banyan::daemon::pvm {

class groups {
  public:
    /// The late answer to a barrier() or freeze().
    struct reply {
        asker to;
        int status = 0;
        std::string frozen_group;  // the answer to a freeze contains the members of this group
    };
    using replies = std::vector<reply>;

    struct members {
        int status = 0;         // their number, or an error code
        std::vector<tid> tids;  // by instance number; 0 = the instance is free
        bool frozen = false;
    };

    /// The instance number, the lowest free one; or an error code.
    int join(const std::string& name, tid task);
    /// 0 or an error code.
    int leave(const std::string& name, tid task, replies& released);
    /// A barrier is complete when `count` members have called it, or all present members for count -1. All callers must
    /// mean the same count; one that does not gets PvmMismatch, and the others wait on.
    replies barrier(const std::string& name, const asker& who, int count);
    /// The group is frozen when `size` members have called, or all present members for size -1.
    replies freeze(const std::string& name, const asker& who, int size);
    [[nodiscard]] members members_of(const std::string& name) const;
    /// The task has ended. It gets no reply.
    replies forget(tid task);

  private:
    struct waiting_member {
        asker who;
        int count = 0;  // as it has called; -1 = all members
    };
    /// Members that wait for each other.
    using wait_list = std::vector<waiting_member>;
    struct named_group {
        std::vector<tid> instances;  // 0 = free; the last one is not
        bool frozen = false;
        bool broken = false;  // frozen, and a member has left: its barriers cannot be completed
        wait_list barrier;
        wait_list freeze;

        [[nodiscard]] bool contains(tid task) const;
        [[nodiscard]] int size() const;
    };
    using group_map = std::map<std::string, named_group>;

    static int refusal(const wait_list& calls, const named_group& group, const asker& who, int count);
    static int needed(const wait_list& calls, const named_group& group);
    static replies release(wait_list& calls, int status, const std::string& frozen_group = {});
    static replies release_complete(const std::string& name, named_group& group);
    replies remove_member(group_map::iterator at, tid task);
    named_group* find_for(const std::string& name, tid member, int& code);

    group_map groups_;
};

}  // namespace banyan::daemon::pvm
