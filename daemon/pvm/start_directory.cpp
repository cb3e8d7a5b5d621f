#include "daemon/pvm/start_directory.hpp"

#include "libnet/base/environment.hpp"
#include "libnet/base/program_search.hpp"

namespace banyan::daemon::pvm {

start_directory start_directory_of(const start_order& order, const pvm_host& host, bool is_on_another_computer) {
    if (!order.directory.empty()) return {order.directory, false};
    if (is_on_another_computer) return {host.directory.empty() ? "$PVM_WD" : host.directory, true};
    if (!host.directory.empty()) return {net::with_variables(host.directory), false};
    return {net::environment_value("PVM_WD", net::environment_value("HOME", "/")), false};
}

}  // namespace banyan::daemon::pvm
