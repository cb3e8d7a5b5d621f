#include "daemon/common/process_end.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "daemon/common/keepalive.hpp"
#include "daemon/common/processes.hpp"

namespace banyan::daemon {

namespace asio = net::asio;

void process_end::watch(pid_t pid, std::function<void()> ended) {
    const auto fd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    if (fd < 0 && errno == ESRCH) return asio::post(descriptor_.get_executor(), std::move(ended));
    if (fd < 0) return poll(pid, std::move(ended));
    descriptor_.assign(fd);
    descriptor_.async_wait(asio::posix::stream_descriptor::wait_read,
                           [ended = std::move(ended)](const boost::system::error_code& cancelled) {
                               if (!cancelled) ended();
                           });
}

// For systems without pidfd_open().
void process_end::poll(pid_t pid, std::function<void()> ended) {
    look_again_.expires_after(keepalive_interval);
    look_again_.async_wait([this, pid, ended = std::move(ended)](const boost::system::error_code& cancelled) {
        if (cancelled) return;
        if (!is_running(pid)) return ended();
        poll(pid, ended);
    });
}

void process_end::cancel() {
    look_again_.cancel();
    boost::system::error_code ignored;
    descriptor_.close(ignored);
}

}  // namespace banyan::daemon
