// The contexts that tasks have asked for. Pure.
#pragma once

#include <map>

#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

/// A context is host number << 18 | a number that counts up from 1, so that a freed context is not given out again
/// soon.
class contexts {
  public:
    /// A new context of a task of that host, or PvmOutOfRes.
    int make(std::uint32_t host, tid owner);
    /// 0, or PvmNotFound. As in PVM, only its owner frees a context.
    int free(int context, tid owner);
    /// The task has ended: frees its contexts.
    void forget(tid owner);

  private:
    std::map<int, tid> owners_;
    std::map<std::uint32_t, std::uint32_t> last_;  // for each host
};

}  // namespace banyan::daemon::pvm
