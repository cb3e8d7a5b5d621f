#include "daemon/pvm/start_directory.hpp"

#include <cstdlib>

#include "libnet/base/program_search.hpp"

namespace banyan::daemon::pvm {
namespace {

std::string directory_variable(const char* name, const std::string& otherwise) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != 0 ? value : otherwise;
}

}  // namespace

start_directory start_directory_of(const start_order& order, const pvm_host& host, bool is_on_another_computer) {
    if (!order.directory.empty()) return {order.directory, false};
    if (is_on_another_computer) return {host.directory.empty() ? "$PVM_WD" : host.directory, true};
    if (!host.directory.empty()) return {net::with_variables(host.directory), false};
    return {directory_variable("PVM_WD", directory_variable("HOME", "/")), false};
}

}  // namespace banyan::daemon::pvm
