// The options of pvm_setopt and pvm_getopt.
#pragma once

#include <array>

namespace banyan::pvm3 {

/// `what` is a number such as PvmRoute.
class options {
  public:
    options();
    [[nodiscard]] static bool known(int what);
    /// If the option is known and can have the value.
    [[nodiscard]] static bool accepts(int what, int value);
    /// The value, or PvmBadParam for an unknown option. PvmPollType and PvmPollTime are unknown, as on PVM 3.4.6 for
    /// Linux.
    [[nodiscard]] int get(int what) const;
    /// Returns the previous value, or PvmBadParam for an unknown option or a value that it cannot have.
    int set(int what, int value);

  private:
    std::array<int, 26> values_{};
};

}  // namespace banyan::pvm3
