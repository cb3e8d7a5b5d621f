#include "daemon/coordinator/keeper_link.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <numeric>

#include "daemon/common/descriptors.hpp"

namespace banyan::daemon {

keeper_link::keeper_link(int restarts, int listeners)
    : state_(map_kept_state(kept_state_memory)),
      restarts_(restarts),
      keeper_(::getppid()),
      tcp_(static_cast<std::size_t>(listeners)) {
    std::iota(tcp_.begin(), tcp_.end(), static_cast<int>(first_tcp_listener));
    ::close(kept_state_memory);
    for (int fd = keeper_socket; fd < first_tcp_listener + listeners; ++fd)
        ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

keeper_link::~keeper_link() {
    for (const int fd : take_tcp_listeners())
        ::close(fd);
    for (const int fd : {socket_, folder_, hosts_, commands_})
        if (fd >= 0) ::close(fd);
}

pid_t keeper_link::keeper() const {
    return ::getppid() == keeper_ ? keeper_ : 0;
}

void keeper_link::tell(keeper_message what, int descriptor) {
    static_cast<void>(send_byte(socket_, static_cast<char>(what), descriptor));
}

}  // namespace banyan::daemon
