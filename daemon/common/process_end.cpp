#include "daemon/common/process_end.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

namespace banyan::daemon {

namespace asio = net::asio;

void process_end::watch(pid_t pid, std::function<void()> ended) {
    const auto fd = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    if (fd < 0) return asio::post(descriptor_.get_executor(), std::move(ended));
    descriptor_.assign(fd);
    descriptor_.async_wait(asio::posix::stream_descriptor::wait_read,
                           [ended = std::move(ended)](const boost::system::error_code& cancelled) {
                               if (!cancelled) ended();
                           });
}

void process_end::cancel() {
    boost::system::error_code ignored;
    descriptor_.close(ignored);
}

}  // namespace banyan::daemon
