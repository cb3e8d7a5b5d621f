// Messages of the control plane with usual and unusual fields.
#pragma once

#include "daemon/daemon.pb.h"
#include "libnet/joining/control.pb.h"
#include "tests/fuzz/support/values.hpp"

namespace banyan::testing {

daemon::wire::FromHost odd_from_host(values& of);
daemon::wire::FromClient odd_from_client(values& of);
daemon::wire::ToHost odd_to_host(values& of);
daemon::wire::FromSpawner odd_from_spawner(values& of);
net::control::ToDaemon odd_to_daemon(values& of);
net::control::ToTask odd_to_task(values& of);

}  // namespace banyan::testing
