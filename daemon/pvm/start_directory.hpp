// Where a spawned task starts.
#pragma once

#include <string>

#include "daemon/pvm/pvm_host_file.hpp"
#include "daemon/pvm/service_effects.hpp"

namespace banyan::daemon::pvm {

struct start_directory {
    std::string path;
    bool has_variables = false;  ///< the host replaces $NAME by its variables
};

/// The directory that the Spawn names; otherwise wd= of the host; otherwise PVM_WD. Where none of them is set, the home
/// directory: for a host on another computer, `path` is then a variable that is empty there.
start_directory start_directory_of(const start_order& order, const pvm_host& host, bool is_on_another_computer);

}  // namespace banyan::daemon::pvm
