// Who waits for the answer to a request.
#pragma once

#include <cstdint>

#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

/// A task and the number of its request. The number is 0 if the task wants no answer.
struct asker {
    tid task = 0;
    std::uint64_t request = 0;
    friend bool operator==(const asker&, const asker&) = default;
};

}  // namespace banyan::daemon::pvm
