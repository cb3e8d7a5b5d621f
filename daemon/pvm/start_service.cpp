#include "daemon/pvm/start_service.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "banyan/net/error.hpp"
#include "daemon/client/start_coordinator.hpp"
#include "daemon/client/try_connect.hpp"
#include "daemon/common/processes.hpp"
#include "daemon/common/runtime_directory.hpp"
#include "daemon/pvm/service.hpp"
#include "libnet/joining/attach_protocol.hpp"

namespace banyan::daemon::pvm {
namespace {

bool is_running(const std::filesystem::path& socket) {
    net::asio::io_context io;
    return try_connect(io, {socket}).what != connect_attempt::outcome::refused;
}

std::string read_all(int descriptor) {
    std::string text;
    char chunk[512];
    for (;;) {
        const auto n = ::read(descriptor, chunk, sizeof chunk);
        if (n > 0) text.append(chunk, static_cast<std::size_t>(n));
        if (n == 0 || (n < 0 && errno != EINTR)) return text;
    }
}

// "" if no virtual machine runs this process.
std::string own_virtual_machine() {
    const char* socket = std::getenv(net::daemon_socket_variable);
    return socket ? std::filesystem::path(socket).parent_path().parent_path().filename().string() : "";
}

// When two programs start the service at the same time, the second waits here until the first has started it.
class start_lock {
  public:
    explicit start_lock(const std::filesystem::path& file)
        : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
        while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
        }
    }
    start_lock(const start_lock&) = delete;
    start_lock& operator=(const start_lock&) = delete;
    ~start_lock() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }

  private:
    int descriptor_;
};

}  // namespace

void start_service(const std::string& virtual_machine) {
    const auto folder = virtual_machine_directory(virtual_machine);
    const auto socket = folder / service_socket_name;
    const start_lock lock(folder / "pvm.lock");
    if (is_running(socket)) return;
    std::error_code ignored;
    std::filesystem::remove(socket, ignored);  // of a service that was killed
    program_pipes pipes;
    program_options options;
    options.wants_output = true;
    const pid_t child = start_program({find_companion("banyand"), "pvm", virtual_machine}, pipes, options);
    char ready = 0;
    ssize_t n = 0;
    while ((n = ::read(pipes.output, &ready, 1)) < 0 && errno == EINTR) {
    }
    const std::string text = n == 1 ? "" : read_all(pipes.error);
    ::close(pipes.input);
    ::close(pipes.output);
    ::close(pipes.error);
    if (n == 1) return;
    ::waitpid(child, nullptr, 0);
    if (is_running(socket)) return;  // another program has started it at the same time
    throw net::error(net::errc::launch_failed,
                     fmt::format("the PVM service could not be started: {}", text.empty() ? "it has ended" : text));
}

int start_pvm_service() {
    try {
        std::string id = own_virtual_machine();
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
