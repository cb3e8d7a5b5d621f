// For tests that must not find other virtual machines of the user.
#pragma once

#include <stdlib.h>

#include "tests/common/scratch_folder.hpp"

namespace banyan::testing {

/// A scratch folder that also has the sockets of the virtual machines that the test starts.
struct own_virtual_machines : scratch_folder {
    own_virtual_machines() {
        setenv("XDG_RUNTIME_DIR", path.c_str(), 1);
        unsetenv("BANYAN_VM");
    }
};

}  // namespace banyan::testing
