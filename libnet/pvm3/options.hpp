// The options of pvm_setopt and pvm_getopt.
#pragma once

#include <array>

namespace banyan::pvm3 {

/// `what` is a number such as PvmRoute.
class options {
  public:
    options();
    [[nodiscard]] static bool known(int what);
    /// The code with which pvm_setopt refuses the value, or PvmOk, as in PVM 3.4.6. `own_tid`: of this task, 0 if it is
    /// not enrolled. The collector of children can be this task or the collector of this task, no other task.
    [[nodiscard]] int refusal(int what, int value, int own_tid) const;
    /// The value, or PvmBadParam for an unknown option. PvmPollType and PvmPollTime are unknown, as on PVM 3.4.6 for
    /// Linux.
    [[nodiscard]] int get(int what) const;
    /// Returns the previous value, or PvmBadParam for an unknown option or a value outside its range. The library
    /// itself also sets values that pvm_setopt refuses, such as those that the task inherits.
    int set(int what, int value);
    /// Call it after an option of this task has been set. For an option of the collector of output or traces (tid,
    /// context or tag), it sets the collector of the tasks that this task spawns later, as the manual of PVM says of
    /// PvmSelfOutputTid, PvmSelfOutputCode, PvmSelfTraceTid and PvmSelfTraceCode. Does nothing for other options.
    void give_to_children(int what);

  private:
    std::array<int, 26> values_{};
};

}  // namespace banyan::pvm3
