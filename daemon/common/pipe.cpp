#include "daemon/common/pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "banyan/net/error.hpp"
#include "libnet/base/shortage.hpp"

namespace banyan::daemon {

std::array<int, 2> make_pipe() {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw net::error(net::errc::resource_limit, "no pipe: " + net::detail::shortage_text(errno));
    return ends;
}

}  // namespace banyan::daemon
