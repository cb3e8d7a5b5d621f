// The other tasks of a run and where they listen.
#pragma once

#include <string>
#include <vector>

#include "banyan/net/ids.hpp"

namespace banyan::net {

/// Where a task listens. Every text is numeric: "192.0.2.1:4711", "[2001:db8::1]:4711".
struct task_endpoints {
    std::vector<std::string> tcp;
    std::string unix_path;
};

struct member {
    task_id task;
    std::string host;  ///< name of the host, as in the host file
    host_id host_number;
    task_endpoints endpoints;
};

}  // namespace banyan::net
