// banyand: the processes of a virtual machine. The first argument is the role. `banyan`, other processes of the virtual
// machine and libpvm3 start it, not users.
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <new>
#include <string>

#include "banyan/net/version.hpp"
#include "daemon/common/process_limits.hpp"
#include "daemon/coordinator/keeper.hpp"
#include "daemon/coordinator/run_coordinator.hpp"
#include "daemon/host/answer_check.hpp"
#include "daemon/host/host_daemon.hpp"
#include "daemon/host/watcher.hpp"
#include "daemon/pvm/pvm_host_daemon.hpp"
#include "daemon/pvm/service.hpp"
#include "daemon/pvm/start_service.hpp"

namespace {

/// Opens the descriptors 0, 1 and 2 if they are closed, so that no other file gets their numbers.
void fill_standard_descriptors() {
    int fd = 0;
    while ((fd = ::open("/dev/null", O_RDWR)) >= 0 && fd <= STDERR_FILENO) {
    }
    if (fd >= 0) ::close(fd);
}

/// Each piece of output takes a few strings of 64 KiB for a short time. With the default threshold (128 KiB), malloc
/// would return their memory to the system and request it again for every piece.
void keep_freed_memory() {
    constexpr int most_kept_bytes = 1 << 20;
    ::mallopt(M_TRIM_THRESHOLD, most_kept_bytes);
}

int run(int argc, char** argv) {
    const std::string role = argc > 1 ? argv[1] : "";
    if (role == "host" && argc == 2) return banyan::daemon::run_host_daemon();
    if (role == "check" && argc == 2) return banyan::daemon::answer_check(banyan::daemon::read_check_orders());
    if (role == "check" && argc == 5) return banyan::daemon::answer_check({argv[2], argv[3], argv[4]});
    if (role == "pvm_host" && argc == 2) return banyan::daemon::pvm::run_pvm_host_daemon();
    if (role == "keep" && argc == 3) return banyan::daemon::run_keeper(argv[2]);
    if (role == "coordinator" && argc == 5)
        return banyan::daemon::run_coordinator(argv[2], std::atoi(argv[3]), std::atoi(argv[4]));
    if (role == "pvm" && argc == 2) return banyan::daemon::pvm::start_pvm_service();
    if (role == "pvm" && argc == 3) return banyan::daemon::pvm::run_pvm_service(argv[2]);
    if (role == "watch" && argc == 4) return banyan::daemon::run_watcher(std::atoi(argv[2]), argv[3]);
    if (role == "--version" && argc == 2) {
        std::cout << "banyand " << banyan::net::version_string << "\n";
        return 0;
    }
    std::cerr << "banyand is started by banyan: banyand keep ID | banyand host | banyand --version\n";
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    fill_standard_descriptors();
    keep_freed_memory();
    ::signal(SIGCHLD, SIG_DFL);  // if the launcher has ignored it, waitpid() would not report children
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        std::cerr << "banyand: " << banyan::daemon::memory_shortage_text() << "\n";
        return 1;
    }
}
