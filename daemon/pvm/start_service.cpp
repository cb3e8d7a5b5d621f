#include "daemon/pvm/start_service.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <thread>

#include "banyan/net/error.hpp"
#include "daemon/client/connection.hpp"
#include "daemon/client/start_coordinator.hpp"
#include "daemon/common/file_lock.hpp"
#include "daemon/common/pvm_address.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "libnet/pvm3/service_address.hpp"

namespace banyan::daemon::pvm {
namespace {

constexpr std::chrono::seconds start_limit{10};
constexpr std::chrono::milliseconds start_interval{5};

// Programs that are started by hand find a public virtual machine by the file of its service.
void expect_named(const std::string& id, const std::filesystem::path& socket) {
    if (!is_public(id) || name_service(socket)) return;
    throw net::error(net::errc::launch_failed,
                     fmt::format("{} cannot be written, so programs would not find the virtual machine (PVM_TMP)",
                                 pvm3::service_file("pvmd").string()));
}

}  // namespace

void start_service(const std::string& virtual_machine_id) {
    const auto folder = virtual_machine_directory(virtual_machine_id);
    const auto socket = folder / pvm3::service_socket_name;
    // When two programs start the service at the same time, the second waits here until the first has started it.
    const file_lock lock(folder / "pvm.lock");
    if (is_running(socket)) return expect_named(virtual_machine_id, socket);
    std::error_code ignored;
    std::filesystem::remove(socket, ignored);  // of a service that was killed
    wire::FromClient request;
    request.mutable_start_pvm_service();
    virtual_machine::connection(virtual_machine_id).ask(request);
    const net::deadline until(start_limit);
    while (!is_running(socket)) {
        if (until.passed())
            throw net::error(net::errc::timeout, fmt::format("the PVM service did not start within {} s; its log: {}",
                                                             start_limit.count(), pvm3::service_file("pvml").string()));
        std::this_thread::sleep_for(start_interval);
    }
    expect_named(virtual_machine_id, socket);
}

int start_pvm_service() {
    try {
        std::string id = pvm3::own_virtual_machine_folder().filename();
        if (id.empty()) id = find_virtual_machine();
        if (id.empty()) throw net::error(net::errc::not_attached, "no virtual machine is running");
        start_service(id);
        return 0;
    } catch (const std::exception& failed) {
        std::cerr << "banyand: " << failed.what() << "\n";
        return 1;
    }
}

}  // namespace banyan::daemon::pvm
